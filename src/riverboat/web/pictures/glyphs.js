// A page with every character in both weights; gives the box of each.
([characters, size, line]) => {
  const body = document.createElement("div");
  body.style.cssText = "position:absolute;inset:0;background:#fff;color:#000;z-index:99;min-height:100vh";
  document.body.append(body);
  const boxes = {};
  for (const [weight, top] of [[400, 0], [600, 400]]) {
    boxes[weight] = [...characters].map((sign, at) => {
      const span = document.createElement("span");
      span.textContent = sign;
      span.style.cssText = `position:absolute;left:${20 + (at % 20) * 60}px;top:${20 + top + Math.floor(at / 20) * 70}px;font-size:${size}px;line-height:${line};font-weight:${weight}`;
      body.append(span);
      return span;
    });
  }
  const sides = ({ x, y, width, height }) => [x, y, width, height];
  for (const weight in boxes) boxes[weight] = boxes[weight].map((span) => sides(span.getBoundingClientRect()));
  return boxes;
}
