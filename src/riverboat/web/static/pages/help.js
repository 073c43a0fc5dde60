// Help: the handbook. /help is its contents, /help/<page> one page; a search and the contents are beside every page.

import { api } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { style } from "../lib/style.js";

export const title = "Help";
const WAIT = 200;

export async function mount(root, route) {
  const name = route.rest.join("/") || "index";
  const [sections, page] = await Promise.all([api.get("help"), api.get(`help/pages/${name.split("/").map(encodeURIComponent).join("/")}`), style("help")]);
  const article = h("article", { class: "panel help-page" }, shown(page.html));
  root.append(h("div", { class: "help-columns" }, h("div", { class: "help-side" }, search(), contents(sections, name)), article));
  if (name !== "index") document.title = `${page.title} · Help · Riverboat`;
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (place) place.scrollIntoView();
  else scrollTo(0, 0);
}

// The server's own pages, made of files of the package: no text of a player is ever in them.
function shown(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const each of parsed.querySelectorAll('a[href^="/help"]')) each.setAttribute("data-link", "");
  for (const each of parsed.querySelectorAll("pre, .scroll")) each.setAttribute("tabindex", "0");
  return [...parsed.body.childNodes].map((node) => document.importNode(node, true));
}

function contents(sections, name) {
  return h("nav", { "aria-label": "Contents of the help" },
    link("/help", { "aria-current": name === "index" && "page" }, "Contents"),
    sections.map((section) => h("details", { open: section.entries.some((entry) => entry.name === name) },
      h("summary", {}, section.title),
      h("ul", {}, section.entries.map((entry) => h("li", {}, link(entry.address, { "aria-current": entry.name === name && "page", title: entry.about }, entry.title)))))));
}

function search() {
  const found = h("div", { class: "help-found", role: "status" });
  const box = h("input", { type: "search", "aria-label": "Search the help", placeholder: "Search" });
  let timer = 0;
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => answer(box, found), WAIT);
  });
  return h("div", { role: "search" }, box, found);
}

async function answer(box, found) {
  const question = box.value.trim();
  const results = question ? await api.get(`help/search?q=${encodeURIComponent(question)}`) : [];
  if (box.value.trim() !== question) return;
  clear(found,
    question && results.length === 0 && h("p", { class: "faint" }, "Nothing has all these words."),
    results.length > 0 && h("ol", {}, results.map((each) => h("li", {},
      link(each.address, {}, each.heading === each.title ? each.title : `${each.title}: ${each.heading}`), h("p", { class: "faint small" }, each.excerpt)))));
}
