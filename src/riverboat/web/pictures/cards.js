// A page with every card in every size, in the style of the table or of the replayer; gives the box of each.
([cards, sizes, name]) => {
  const body = document.createElement("div");
  body.style.cssText = "position:absolute;inset:0;background:#1c6a50;z-index:99;min-height:100vh";
  document.body.append(body);
  const SUITS = { s: ["♠", "spades"], h: ["♥", "hearts"], d: ["♦", "diamonds"], c: ["♣", "clubs"] };
  const boxes = [];
  let top = 8;
  for (const size of sizes) {
    let left = 8;
    for (const text of cards) {
      if (left > 1300) { left = 8; top += 3.7 * size + 3.3; }
      const card = document.createElement("span");
      const suit = SUITS[text.at(-1)];
      card.className = name === "card" ? `card ${suit[1]}` : `rp-card rp-${suit[1]}`;
      card.style.cssText = `position:absolute;left:${left}px;top:${top}px;font-size:${size}px;box-sizing:border-box`;
      const rank = document.createElement("b");
      rank.textContent = text[0] === "T" ? "10" : text[0];
      const sign = document.createElement("i");
      sign.textContent = suit[0];
      card.append(rank, sign);
      body.append(card);
      boxes.push([text, card]);
      left += 2.6 * size + 3.3;
    }
    top += 3.7 * size + 3.3;
  }
  const sides = ({ x, y, width, height }) => [x, y, width, height];
  return boxes.map(([text, card]) => [text, ...sides(card.getBoundingClientRect())]);
}
