// Names, tags and folders for tables, matches and solves: a dialog to set them, badges in lists, and a filter above.

import { api } from "./api.js";
import { clear, field, h } from "./dom.js";
import { attempt } from "./notice.js";

let all = {};

// By "table/<id>" and "job/<id>"; whoever may not have labels has none.
export async function loadLabels() {
  all = await api.get("labels").catch(() => ({}));
}

export function nameOf(key, title) {
  return all[key]?.name || title;
}

export function labelBadges(key) {
  const { folder, tags = [] } = all[key] ?? {};
  return h("span", { class: "labels" }, folder && h("span", { class: "badge folder" }, folder), tags.map((tag) => h("span", { class: "badge faint" }, tag)));
}

// A button that opens the dialog; `changed` is called after the label was saved.
export function labelButton(key, title, changed) {
  return h("button", { type: "button", class: "quiet", "aria-label": `Name, folder and tags of ${nameOf(key, title)}`, title: "Name, folder, tags", onclick: () => edit(key, title, changed) }, "✎");
}

function edit(key, title, changed) {
  const label = all[key] ?? { name: "", folder: "", tags: [] };
  const folders = h("datalist", { id: "label-folders" }, folderNames().map((value) => h("option", { value })));
  const name = h("input", { value: label.name, placeholder: title, maxLength: 60 });
  const folder = h("input", { value: label.folder, placeholder: "none", maxLength: 60 });
  folder.setAttribute("list", "label-folders");
  const tags = h("input", { value: label.tags.join(", "), placeholder: "separated by commas", maxLength: 200 });
  const form = h("form", { method: "dialog", class: "columns", onsubmit: save }, field("Name", name), field("Folder", folder), folders, field("Tags", tags),
    h("div", { class: "row" }, h("span", { class: "grow" }), h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), h("button", { type: "submit", class: "primary" }, "Save")));
  const dialog = h("dialog", { class: "page-keys", "aria-label": `Label of ${title}`, onclose: () => dialog.remove() }, h("h2", {}, title), form);
  document.body.append(dialog);
  dialog.showModal();
  name.focus();

  async function save(event) {
    event.preventDefault();
    const wanted = { name: name.value, folder: folder.value, tags: tags.value.split(",").map((tag) => tag.trim()).filter(Boolean) };
    const kept = await attempt(() => api.put(`labels/${key}`, wanted));
    if (!kept) return;
    all[key] = kept;
    dialog.close();
    changed();
  }
}

const folderNames = () => [...new Set(Object.values(all).map((label) => label.folder).filter(Boolean))].sort();

// Which of a list are shown: by folder (with those in it) and tag. `element`, `passes(key)`, and `update(keys)`, which says
// what the list has.
export function labelFilter(changed) {
  const folder = h("select", { "aria-label": "Folder", onchange: changed });
  const tag = h("select", { "aria-label": "Tag", onchange: changed });
  const element = h("div", { class: "row label-filter", hidden: true }, folder, tag);
  return {
    element,
    passes(key) {
      const label = all[key] ?? { folder: "", tags: [] };
      const inside = !folder.value || label.folder === folder.value || label.folder.startsWith(`${folder.value}/`);
      return inside && (!tag.value || label.tags.includes(tag.value));
    },
    update(keys) {
      const mine = keys.map((key) => all[key]).filter(Boolean);
      const folders = new Set(mine.flatMap(({ folder: name }) => name.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"))).filter(Boolean));
      fill(folder, "all folders", [...folders].sort());
      fill(tag, "all tags", [...new Set(mine.flatMap(({ tags }) => tags))].sort());
      element.hidden = folder.length + tag.length < 3;
    },
  };
}

function fill(select, none, values) {
  const chosen = select.value;
  clear(select, h("option", { value: "" }, none), values.map((value) => h("option", { value }, value)));
  select.value = values.includes(chosen) ? chosen : "";
}
