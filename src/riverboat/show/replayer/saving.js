// What is on a page as a file: tables as CSV, tables, grids and charts as PNG. Nothing is sent anywhere, and no other module
// is needed: the self-contained page of a review has this one too.

const SCALE = 2;
const NUMBER = /^[+\-−]?\d{1,3}(,\d{3})*(\.\d+)?$|^[+\-−]?\d+(\.\d+)?$/;
const MARGIN = /^([+\-−]?[\d,]+(?:\.\d+)?) ± ([\d,]+(?:\.\d+)?)$/;
const COPIED = ["align-items", "background", "background-color", "background-image", "border", "border-bottom", "border-collapse", "border-left", "border-radius", "border-right", "border-spacing",
  "border-top", "bottom", "box-sizing", "color", "display", "fill", "fill-opacity", "flex", "flex-direction", "flex-wrap", "font-family", "font-size", "font-style", "font-variant-numeric", "font-weight", "gap",
  "grid-template-columns", "grid-template-rows", "height", "inset", "justify-content", "left", "letter-spacing", "line-height", "list-style", "margin", "max-width", "min-width", "opacity",
  "overflow", "padding", "position", "right", "stroke", "stroke-dasharray", "stroke-width", "text-align", "text-anchor", "text-decoration", "text-shadow", "top", "transform", "vertical-align", "white-space", "width", "z-index"];

export function save(data, name, type = "text/plain") {
  const address = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// Rows of cells as CSV; a cell with a comma, quote or line break is quoted, and no cell can be taken for a formula.
export function csv(rows) {
  return rows.map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

function cell(value) {
  if (value === null || value === undefined) return "";
  let text = String(value);
  if (typeof value !== "number" && /^[=+\-@\t]/.test(text) && Number.isNaN(Number(text))) text = `'${text}`;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// A <table> as rows of what its cells show, for programs: numbers without thousands separators, a margin ("+3.2 ± 4.1")
// in a column of its own, and no column that only has buttons.
export function rowsOf(table) {
  const rows = [...table.rows].map((row) => [...row.cells].map(shownIn));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const whole = rows.filter((row) => row.length === width);
  const column = (at) => whole.map((row) => row[at]);
  const isTools = (at) => column(at).every((text) => text === "") && [...table.rows].some((row) => row.cells.length === width && row.cells[at].querySelector("button"));
  const hasMargin = (at) => column(at).some((text) => MARGIN.test(text));
  const dropped = [...Array(width).keys()].map(isTools);
  const split = [...Array(width).keys()].map(hasMargin);
  const isHead = (at) => table.rows[at].parentElement.tagName === "THEAD";
  return rows.map((row, at) => row.length < width ? row.map(plain) : row.flatMap((text, place) => {
    if (dropped[place]) return [];
    if (!split[place]) return [plain(text)];
    const [, mean, margin] = MARGIN.exec(text) ?? [null, text, isHead(at) && text ? `${text} ±` : ""];
    return [plain(mean), plain(margin)];
  }));
}

// What a cell says, without what only screen readers say; buttons count under a head ("King"), not in a column without one.
function shownIn(cell) {
  if (cell.dataset.csv !== undefined) return cell.dataset.csv;
  const head = cell.closest("table").tHead?.rows[0]?.cells[cell.cellIndex];
  const unwanted = head && head !== cell && !shownIn(head) ? ".sr, button" : ".sr";
  if (!cell.querySelector(unwanted)) return cell.textContent.trim();
  const copy = cell.cloneNode(true);
  for (const each of copy.querySelectorAll(unwanted)) each.remove();
  return copy.textContent.trim();
}

// A number as programs write it: "1,234" and "−3.2" are 1234 and -3.2. Other text stays as it is.
function plain(text) {
  return NUMBER.test(text) ? text.replaceAll(",", "").replace("−", "-").replace("+", "") : text;
}

// An element as it looks now: a copy with its computed style is drawn as a picture.
export async function picture(element) {
  const { width, height } = element.getBoundingClientRect();
  const copy = element.cloneNode(true);
  const from = [element, ...element.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((each, at) => {
    const style = getComputedStyle(each);
    to[at].setAttribute("style", COPIED.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
    for (const name of ["class", "id", "onclick", "tabindex"]) to[at].removeAttribute(name);
  });
  const paper = getComputedStyle(document.documentElement);
  copy.style.margin = "0";
  copy.style.background = paper.getPropertyValue("--raised") || paper.getPropertyValue("--paper");
  const page = document.implementation.createHTMLDocument("");
  page.body.append(copy);
  const markup = new XMLSerializer().serializeToString(copy);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${Math.ceil(height)}"><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.ceil(width * SCALE), height: Math.ceil(height * SCALE) });
  const pen = canvas.getContext("2d");
  pen.scale(SCALE, SCALE);
  pen.drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
