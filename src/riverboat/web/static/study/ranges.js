// Ranges: the editor, and those that were saved. A name such as "BTN/open" is in the folder BTN.

import { api } from "../lib/api.js";
import { clear, h } from "../lib/dom.js";
import { attempt, notice } from "../lib/notice.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { rangeEditor } from "./range_editor.js";

export async function mountRanges(root) {
  const editor = rangeEditor({ text: sessionStorage.getItem("study-range") ?? "", label: "Range",
    changed: (text) => sessionStorage.setItem("study-range", text) });
  const name = h("input", { "aria-label": "Name of the range", placeholder: "BTN/open", maxlength: 80 });
  const list = h("div", { class: "saved" });

  async function refresh() {
    const found = (await api.get("study/ranges")).filter((each) => !isLeaving(`study/ranges/${each.id}`));
    const folders = new Map();
    for (const each of found) {
      const at = each.name.lastIndexOf("/");
      const folder = at > 0 ? each.name.slice(0, at) : "";
      folders.set(folder, [...(folders.get(folder) ?? []), [each, each.name.slice(at + 1)]]);
    }
    const line = ([each, short]) => h("li", { class: "row tight" },
      h("button", { type: "button", class: "quiet grow saved-name", title: each.text, onclick: () => {
        editor.set(each.text);
        name.value = each.name;
      } }, short),
      h("button", { type: "button", class: "quiet", "aria-label": `Delete ${each.name}`,
        onclick: () => deleteLater(`study/ranges/${each.id}`, each.name, refresh) }, "✕"));
    clear(list, found.length ? [...folders].map(([folder, inside]) => folder
      ? h("details", { open: true }, h("summary", {}, folder), h("ul", {}, inside.map(line)))
      : h("ul", {}, inside.map(line))) : h("p", { class: "faint small" }, "Nothing saved yet."));
  }

  const save = h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    attempt(async () => {
      await api.post("study/ranges", { name: name.value.trim(), text: editor.text() });
      notice(`${name.value.trim()} is saved`);
      await refresh();
    });
  } }, name, h("button", { class: "primary" }, "Save"));
  clear(root, h("div", { class: "columns ranges-page" },
    h("section", { class: "panel" }, h("h2", {}, "Range editor"), editor.element),
    h("section", { class: "panel" }, h("h2", {}, "Saved ranges"), save, list)));
  await refresh();
}
