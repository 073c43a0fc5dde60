// Which page is shown: the first part of the address names a module in pages/, which fills an element in <main>.
//
// A page module exports `title` and `mount(root, route)`; `mount` fills `root` and may return a function that cleans up
// (closes sockets, removes listeners). `route` has `rest` (the parts of the path after the page's name) and `query`.
// Every visit has its own root: what a page that was left still adds is not shown.

import { clear, h } from "./lib/dom.js";
import { watchHealth } from "./lib/health.js";
import { me } from "./lib/me.js";
import "./lib/page-keys.js";
import { failure, forgetNotices } from "./lib/notice.js";

const PAGES = ["home", "play", "watch", "review", "statistics", "study", "train", "strategies", "games", "lab", "health", "help"];
const main = document.getElementById("page");
let leave = () => {};
let showing = 0;

export function navigate(path) {
  history.pushState(null, "", path);
  show();
}

/** @returns {NodeListOf<HTMLAnchorElement>} */
function headerLinks() {
  return document.querySelectorAll("header nav a");
}

async function show() {
  const number = ++showing;
  const [name = "", ...rest] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const page = PAGES.includes(name) ? name : "home";
  for (const link of headerLinks()) {
    const here = link.pathname === `/${page}`;
    link.toggleAttribute("aria-current", here);
    if (here) link.setAttribute("aria-current", "page");
  }
  fold(true);
  forgetNotices();
  leave();
  leave = () => {};
  try {
    const module = await import(`./pages/${page}.js`);
    if (number !== showing) return;
    const root = h("div", { class: `page-${page}` });
    clear(main, root);
    document.title = `${module.title} · Riverboat`;
    const cleanup = await module.mount(root, { rest, query: new URLSearchParams(location.search) });
    if (number !== showing) cleanup?.();
    else leave = cleanup ?? (() => {});
  } catch (error) {
    if (number !== showing) return;
    clear(main, h("p", { class: "panel bad", role: "alert" }, failure(error)));
  }
}

// On narrow screens the pages are under "Menu".
const menu = document.getElementById("menu");
function fold(is) {
  menu.setAttribute("aria-expanded", String(!is));
  if (is) menu.lastElementChild.textContent = document.querySelector("header nav a[aria-current]")?.textContent ?? "Menu";
}
menu.addEventListener("click", () => fold(menu.getAttribute("aria-expanded") === "true"));
document.querySelector("header").addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || menu.getAttribute("aria-expanded") !== "true") return;
  fold(true);
  menu.focus();
});

document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement} */
  const link = /** @type {Element} */ (event.target).closest("a[data-link]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
});
addEventListener("popstate", show);

document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
  dispatchEvent(new Event("themechange"));
});

// Everything but Play and Train is for the owner of the server.
me().then(({ role }) => {
  for (const link of headerLinks()) link.hidden = role !== "owner" && !(link.pathname === "/play" || (link.pathname === "/train" && role === "player"));
}, () => {});

show();
watchHealth();
