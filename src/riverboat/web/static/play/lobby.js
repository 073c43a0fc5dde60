// The lobby: one-click tables, a form for any other table, and the open tables.

import { api } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { attempt } from "../lib/notice.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { navigate } from "../main.js";
import { callMe, forget, held, holds, myName, remember } from "./keys.js";
import { newTableForm } from "./new-table.js";
import { peoplePanel } from "./people.js";

const bot = (agent) => ({ kind: "bot", agent });
const person = { kind: "human" };

const QUICK = [
  ["Poki", "Heads-up limit hold'em against Poki of the Alberta thesis, which learns how you play.",
    { title: "Poki, heads-up limit", game: "holdem(betting=limit)", chairs: [person, bot("poki")] }],
  ["Six-handed no-limit", "Hold'em with 100 big blinds against five rule-based players, from tight to wild.",
    { title: "Six-handed no-limit", game: "holdem(betting=no-limit)", chairs: [person, bot("rules(style=tight_aggressive)"),
      bot("rules(style=loose_passive)"), bot("rules(style=tight_passive)"), bot("rules(style=loose_aggressive)"), bot("rules(style=tight_aggressive)")] }],
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

const NAMES = {
  "rules(style=tight_aggressive)": "Tag", "rules(style=loose_passive)": "Calliope", "rules(style=tight_passive)": "Rocky",
  "rules(style=loose_aggressive)": "Wild Bill", "poki(tightness=tight)": "Tight Poki", poki: "Poki", loki_som: "Loki SOM", loki_gom: "Loki GOM",
  loki_bpt: "Loki tight", loki_bpl: "Loki loose",
};

// Make a table, sit down in its first free chair, and go there.
export async function openTable(setup) {
  const chairs = setup.chairs.map((chair) => (chair.kind === "bot" && !chair.name ? { ...chair, name: NAMES[chair.agent] ?? "" } : chair));
  const table = await api.post("tables", { ...setup, chairs });
  const free = table.seats.findIndex((seat) => seat.free);
  if (free >= 0) remember(table.id, await api.post(`tables/${table.id}/seats/${free}`, { name: myName() }));
  navigate(`/play/${table.id}`);
}

export async function mountLobby(root, query) {
  const list = h("div", { class: "tables", "aria-live": "polite" });
  const name = h("input", { value: myName(), maxLength: 24, "aria-label": "Your name", autocomplete: "nickname" });
  name.addEventListener("change", () => callMe(name.value.trim() || "You"));
  const quick = QUICK.map(([title, text, setup]) =>
    h("button", { type: "button", class: "quick", onclick: (event) => begin(event.currentTarget, setup) }, h("strong", {}, title), h("span", {}, text)));
  const [menu, about, { role }] = await Promise.all([api.get("menu"), api.get("about"), me()]);
  const form = newTableForm(menu, about.agents, query, (setup) => attempt(() => openTable(setup)));
  clear(root,
    h("div", { class: "lobby-head" }, h("h1", {}, "Take a seat"), h("label", { class: "field inline" }, "Playing as", name)),
    role !== "watcher" && h("section", { class: "quicks", "aria-label": "One click" }, quick),
    h("div", { class: "columns two lobby" },
      h("section", { class: "panel" }, h("h2", {}, role === "owner" ? "Your tables" : "Tables"), list),
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
    const rows = tables.filter((table) => !isLeaving(`tables/${table.id}`)).map((table) => row(table, refresh));
    clear(list, rows.length ? rows : h("p", { class: "faint" }, "None yet. Tables are kept when you close this page or stop the server."));
  }

  await attempt(refresh);
  const timer = setInterval(() => document.hidden || refresh().catch(() => {}), 4000);
  return () => clearInterval(timer);
}

function row(table, refresh) {
  const mine = holds(table.id);
  const people = table.seats.map((seat) => seat.name || "free seat").join(", ");
  return h("article", { class: "table-row" },
    h("div", { class: "grow" },
      h("strong", {}, table.title), " ", h("span", { class: "faint small" }, `hand ${table.hand}`),
      h("div", { class: "faint small" }, people)),
    link(`/play/${table.id}`, { class: `button ${mine ? "primary" : ""}` }, mine ? "Play" : table.seats.some((seat) => seat.free) ? "Join" : "Watch"),
    table.host && h("button", {
      type: "button", class: "quiet", "aria-label": `Close ${table.title}`, title: "Close this table",
      onclick: () => deleteLater(`tables/${table.id}`, table.title, refresh, () => forget(table.id)),
    }, "✕"));
}
