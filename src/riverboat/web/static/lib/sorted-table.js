// A table that is sorted by a click on a column's head: text from A on, numbers from the largest on, then the reverse.

import { clear, h } from "./dom.js";

// `columns`: { name, label, title, number, value(row) to sort by and for CSV, cell(row) to show, more: [[name, value(row)]] only for
// CSV, such as a margin }. `order` is [name, down].
/** @param {{ columns: any[], label: string, order: [string, boolean], attributes?: (row: any) => object, empty?: string }} given */
export function sortedTable({ columns, label, order, attributes = () => ({}), empty = "Nothing." }) {
  let rows = [];
  let [by, down] = order;
  const body = h("tbody");
  const heads = new Map(columns.map((each) => [each.name, h("th", { scope: "col", class: each.number ? "number" : null, title: each.title },
    h("button", { type: "button", class: "sorter", onclick: () => sort(each) }, each.label))]));
  const table = h("table", { class: "sorted", "aria-label": label }, h("thead", {}, h("tr", {}, [...heads.values()])), body);

  function sort(column) {
    if (by === column.name) down = !down;
    else [by, down] = [column.name, Boolean(column.number)];
    draw();
  }

  function sorted() {
    const { value } = columns.find((each) => each.name === by);
    const missing = (each) => each === null || each === undefined || Number.isNaN(each);
    return [...rows].sort((left, right) => {
      const [a, b] = [value(left), value(right)];
      if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b)); // last, whatever the order
      const less = typeof a === "number" ? a - b : String(a).localeCompare(String(b));
      return down ? -less : less;
    });
  }

  function draw() {
    for (const [name, head] of heads) head.setAttribute("aria-sort", name !== by ? "none" : down ? "descending" : "ascending");
    const now = sorted();
    clear(body, now.length ? now.map((row) => h("tr", attributes(row), columns.map((each) => h("td", { class: each.number ? "number" : null }, each.cell(row)))))
      : h("tr", {}, h("td", { colSpan: columns.length, class: "faint" }, empty)));
  }

  return {
    element: table,
    show: (fresh) => {
      rows = fresh;
      draw();
    },
    rows: () => [columns.flatMap((each) => [each.csv ?? each.label, ...(each.more ?? []).map(([name]) => name)]),
      ...sorted().map((row) => columns.flatMap((each) => [each.value(row), ...(each.more ?? []).map(([, value]) => value(row))]))],
  };
}
