// The lobby: one-click tables, a form for any other table, and the open tables.

import { api } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { labelBadges, labelButton, labelFilter, loadLabels, nameOf } from "../lib/labels.js";
import { me } from "../lib/me.js";
import { attempt } from "../lib/notice.js";
import { choice, gameName } from "../lib/names.js";
import { isReady, preparing } from "../lib/preparing.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { navigate } from "../main.js";
import { CLUB, STARTER, clubPanel } from "./club.js";
import { callMe, forget, held, holds, myName, remember } from "./keys.js";
import { newTableForm } from "./new-table.js";
import { peoplePanel } from "./people.js";

const bot = (agent) => ({ kind: "bot", agent });
const person = { kind: "human" };

/** @type {[string, string, any][]} */
const QUICK = [
  ...CLUB.map(({ name, text, setup }) => /** @type {[string, string, any]} */ ([name, text, setup])),
  ["Starter table", "Hold'em against two beginners who count Chen's points. Ready at once, also on a fresh installation.", STARTER],
  ["Poki", "Heads-up limit hold'em against Poki of the Alberta thesis, which learns how you play.",
    { title: "Poki, heads-up limit", game: "holdem(betting=limit)", chairs: [person, bot("poki")] }],
  ["A full ring", "Ten-handed limit hold'em with Poki, Loki and friends.",
    { title: "A full ring of ten", game: "holdem(betting=limit)", chairs: [person, bot("poki"), bot("loki_som"), bot("loki_gom"), bot("loki_bpt"),
      bot("loki_bpl"), bot("poki(tightness=tight)"), bot("rules(style=loose_passive)"), bot("rules(style=tight_aggressive)"), bot("rules(style=loose_aggressive)")] }],
  ["Pot-limit Omaha", "Four cards each, four players.",
    { title: "Pot-limit Omaha", game: "omaha(betting=pot-limit)", chairs: [person, bot("rules"), bot("rules(style=loose_passive)"), bot("rules(style=loose_aggressive)")] }],
  ["Triple draw", "Deuce to seven: the lowest hand wins, three draws.",
    { title: "Triple draw", game: "triple_draw", chairs: [person, bot("rules"), bot("random"), bot("rules(style=loose_passive)")] }],
  ["Seven-card stud", "No board: everyone has four face-up cards.",
    { title: "Seven-card stud", game: "stud", chairs: [person, bot("rules"), bot("rules(style=loose_passive)"), bot("rules(style=tight_passive)")] }],
];

// Make a table, sit down in its first free chair, and go there.
export async function openTable(setup) {
  const table = await api.post("tables", setup);
  const free = table.seats.findIndex((seat) => seat.free);
  if (free >= 0) remember(table.id, await api.post(`tables/${table.id}/seats/${free}`, { name: myName() }));
  navigate(`/play/${table.id}`);
}

export async function mountLobby(root, query) {
  const list = h("div", { class: "tables", "aria-live": "polite" });
  const name = h("input", { value: myName(), maxLength: 24, "aria-label": "Your name", autocomplete: "nickname" });
  name.addEventListener("change", () => callMe(name.value.trim() || "You"));
  const quick = QUICK.map(([title, text, setup]) =>
    h("button", { type: "button", class: "quick", onclick: (event) => begin(event.currentTarget, setup) }, h("strong", {}, title), h("span", {}, text), h("em", { class: "badge good", hidden: true }, "ready now")));
  const progress = preparing((now) => {
    for (const [place, [, , setup]] of QUICK.entries()) {
      const agents = setup.chairs.filter((chair) => chair.kind === "bot").map((chair) => chair.agent);
      quick[place].querySelector("em").hidden = now.is_over || !isReady(now, agents);
    }
  });
  const [found, { role }] = await Promise.all([choice(), me()]);
  if (role === "owner") await loadLabels();
  const kept = labelFilter(() => attempt(refresh));
  const saved = role === "owner" ? await api.get("games/saved").catch(() => []) : [];
  const form = newTableForm(found, saved, query, (setup) => attempt(() => openTable(setup)));
  clear(root,
    h("div", { class: "lobby-head" }, h("h1", {}, "Take a seat"), h("label", { class: "field inline" }, "Playing as", name)),
    progress.element,
    role !== "watcher" && h("section", { class: "quicks", "aria-label": "One click" }, quick),
    h("div", { class: "columns two lobby" },
      h("div", { class: "lobby-left" }, h("section", { class: "panel" }, h("h2", {}, role === "owner" ? "Your tables" : "Tables"), kept.element, list),
        role !== "watcher" && clubPanel(found, begin)),
      role !== "watcher" && h("section", { class: "panel" }, h("h2", {}, "Custom table"), form),
      role === "owner" && peoplePanel()),
  );

  async function begin(button, setup) {
    button.disabled = true;
    await attempt(() => openTable(setup));
    button.disabled = false;
  }

  async function refresh() {
    const before = held(); // a seat taken while the answer is on its way is not in it, and must not be forgotten
    const tables = await api.get("tables");
    for (const id of before) if (!tables.some((table) => table.id === id)) forget(id);
    kept.update(tables.map((table) => `table/${table.id}`));
    const shown = tables.filter((table) => !isLeaving(`tables/${table.id}`) && kept.passes(`table/${table.id}`));
    const rows = shown.map((table) => row(found, table, refresh, role === "owner"));
    clear(list, rows.length ? rows : h("p", { class: "faint" }, "None yet. Tables are kept when you close this page or stop the server."));
  }

  await attempt(refresh);
  const timer = setInterval(() => document.hidden || refresh().catch(() => {}), 4000);
  return () => {
    clearInterval(timer);
    progress.close();
  };
}

function row(found, table, refresh, sorts) {
  const mine = holds(table.id);
  const key = `table/${table.id}`;
  const people = table.seats.map((seat) => seat.name || "free seat").join(", ");
  return h("article", { class: "table-row" },
    h("div", { class: "grow" },
      h("strong", {}, nameOf(key, table.title)), " ", labelBadges(key), " ", h("span", { class: "faint small" }, `${gameName(found, table.game)} · hand ${table.hand}`),
      h("div", { class: "faint small" }, people)),
    link(`/play/${table.id}`, { class: `button ${mine ? "primary" : ""}` }, mine ? "Play" : table.seats.some((seat) => seat.free) ? "Join" : "Watch"),
    sorts && labelButton(key, table.title, refresh),
    table.host && h("button", {
      type: "button", class: "quiet", "aria-label": `Close ${nameOf(key, table.title)}`, title: "Close this table",
      onclick: () => deleteLater(`tables/${table.id}`, nameOf(key, table.title), refresh, () => forget(table.id)),
    }, "✕"));
}
