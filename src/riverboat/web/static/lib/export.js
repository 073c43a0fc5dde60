// The buttons CSV and PNG beside what is on the page.

import { csv, picture, rowsOf, save } from "/static/show/saving.js";
import { h } from "./dom.js";
import { attempt } from "./notice.js";

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
