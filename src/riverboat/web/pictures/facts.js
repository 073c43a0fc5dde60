// Where the page has put things, in CSS pixels, and the words on labels and buttons.
() => {
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  };
  const shown = (element) => element && getComputedStyle(element).visibility !== "hidden" && !element.hidden;
  const one = (root, name) => root.querySelector(name);
  const all = (root, name) => [...root.querySelectorAll(name)];
  const rp = one(document, ".rp-stage");
  const stage = rp ?? one(document, ".stage");
  const name = (play, replay) => (rp ? replay : play);
  const seats = all(stage, name(".seat", ".rp-seat")).map((seat) => ({
    label: shown(one(seat, name(".label", ".rp-label"))) ? one(seat, name(".label", ".rp-label")).textContent : "",
    cards: all(seat, name(".hole .card", ".rp-cards .rp-card")).map(box),
  }));
  return {
    stage: box(stage), em: Number.parseFloat(getComputedStyle(stage).fontSize), seats,
    boards: all(stage, name(".board .cards", ".rp-board")).map((board) => all(board, name(".card", ".rp-card")).map(box)),
    buttons: all(document, ".act:not(:disabled)").filter((each) => each.offsetParent).map((each) => [each.className.split(" ")[1], each.textContent, box(each)]),
    amount: all(document, ".sizes input[type=number]:not(:disabled)").filter((each) => each.offsetParent).map(box)[0] ?? null,
  };
}
