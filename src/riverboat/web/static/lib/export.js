// What is on the page as a file: tables as CSV, tables, grids and charts as PNG. Nothing is sent anywhere.

import { h } from "./dom.js";
import { attempt } from "./notice.js";

const SCALE = 2;
const COPIED = ["align-items", "background", "background-color", "background-image", "border", "border-bottom", "border-collapse", "border-left", "border-radius", "border-right", "border-spacing",
  "border-top", "bottom", "box-sizing", "color", "display", "fill", "fill-opacity", "flex", "flex-direction", "flex-wrap", "font-family", "font-size", "font-style", "font-variant-numeric", "font-weight", "gap",
  "grid-template-columns", "grid-template-rows", "height", "inset", "justify-content", "left", "letter-spacing", "line-height", "list-style", "margin", "max-width", "min-width", "opacity",
  "overflow", "padding", "position", "right", "stroke", "stroke-dasharray", "stroke-width", "text-align", "text-anchor", "text-decoration", "text-shadow", "top", "transform", "vertical-align", "white-space", "width", "z-index"];

export function save(data, name, type = "text/plain") {
  const address = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  h("a", { href: address, download: name }).click();
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

// A <table> as rows of what its cells show.
export function rowsOf(table) {
  return [...table.rows].map((row) => [...row.cells].map((each) => each.dataset.csv ?? each.textContent.trim()));
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
  copy.style.margin = "0";
  copy.style.background = getComputedStyle(document.documentElement).getPropertyValue("--raised");
  const page = document.implementation.createHTMLDocument("");
  page.body.append(copy);
  const markup = new XMLSerializer().serializeToString(copy);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${Math.ceil(height)}"><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: Math.ceil(width * SCALE), height: Math.ceil(height * SCALE) });
  const pen = canvas.getContext("2d");
  pen.scale(SCALE, SCALE);
  pen.drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// The buttons of a <table>; `find()` is the table that is shown now.
export function tableTools(name, find) {
  return exportTools(name, { rows: () => rowsOf(find()), shown: find });
}

// The buttons CSV and PNG. `rows()` are what the CSV has, or promises it, `shown()` the element of the picture, or `draw()` its blob.
export function exportTools(name, { rows = null, shown = null, draw = null }) {
  const title = () => (typeof name === "function" ? name() : name).replace(/[^\w.+-]+/g, "-");
  return h("span", { class: "export row tight" },
    rows && h("button", { type: "button", class: "quiet small", title: "Download as CSV", onclick: () => attempt(async () => save(csv(await rows()), `${title()}.csv`, "text/csv")) }, "CSV"),
    (shown || draw) && h("button", { type: "button", class: "quiet small", title: "Download as a picture", onclick: () =>
      attempt(async () => save(await (draw ? draw() : picture(shown())), `${title()}.png`)) }, "PNG"));
}
