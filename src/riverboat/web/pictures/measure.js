// Shows frames of the table, or films of the replayer, one after the other, and says where their parts are, in CSS pixels
// from the corner of the stage: x, y, width, height and font size.
async ([frames, films]) => {
  const rp = films !== null;
  const name = (play, replay) => (rp ? replay : play);
  const facts = [];
  /** @type {any} */
  const { replayer } = rp ? await import("/static/show/replayer.js") : {};
  for (const given of rp ? films : frames) {
    if (rp) document.getElementById("page").replaceChildren(replayer(given[0], given[1]));
    else window.hear(JSON.stringify(given));
    const stage = document.querySelector(name(".stage", ".rp-stage"));
    const origin = stage.getBoundingClientRect();
    const box = (element, text) => {
      if (!element) return null;
      let rect = element.getBoundingClientRect();
      if (text) {
        const range = document.createRange();
        range.selectNodeContents(element);
        rect = range.getBoundingClientRect();
      }
      return [rect.x - origin.x, rect.y - origin.y, rect.width, rect.height, Number.parseFloat(getComputedStyle(element).fontSize)];
    };
    const one = (root, play, replay, text) => box(root.querySelector(name(play, replay)), text);
    const bets = [...stage.querySelectorAll(name(".bet", ".rp-bet"))];
    facts.push({
      width: origin.width, height: origin.height, em: Number.parseFloat(getComputedStyle(stage).fontSize),
      dealer: one(stage, ".dealer", ".rp-button"), pot: one(stage, ".pot", ".rp-pot", true),
      board: one(stage, ".board .card", ".rp-board .rp-card"),
      seats: [...stage.querySelectorAll(name(".seat", ".rp-seat"))].map((seat, place) => ({
        plate: one(seat, ".plate", ".rp-plate"), name: one(seat, ".who", ".rp-name", true), stack: one(seat, ".stack", ".rp-stack", true),
        label: one(seat, ".label", ".rp-label", true), bet: box(bets[place], false),
        cards: [...seat.querySelectorAll(name(".hole .card", ".rp-cards .rp-card"))].map((card) => box(card)),
      })),
    });
  }
  return facts;
}
