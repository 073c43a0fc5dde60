// Flop reports: a spot, on which flops, which node; and the reports that there are.

import { lineWords } from "../lib/action-words.js";
import { api } from "../lib/api.js";
import { clear, field, h, link, select } from "../lib/dom.js";
import { labelBadges, labelButton, labelFilter, loadLabels, nameOf } from "../lib/labels.js";
import { attempt } from "../lib/notice.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { navigate } from "../main.js";
import { bytes } from "./form.js";
import { templates } from "./templates.js";

const TEXTURES = ["monotone", "two-tone", "rainbow", "unpaired", "paired", "trips"];
const LONG = 1e9; // bytes of a flop that needs minutes
const STATES = { waiting: "waiting", running: "being solved", done: "done", failed: "failed", stopped: "stopped" };

export async function mountReports(root) {
  const [known] = await Promise.all([templates(), loadLabels()]);
  // Sizes for a turn or a river make flops of hours: a spot of a flop is offered first.
  const usual = known.find(([, , spot]) => isFlop(spot)) ?? known[0];
  const template = select(known.map(([key, title]) => [key, title]), usual?.[0], { onchange: () => {
    describe();
    measure();
  } });
  const estimate = h("div", { class: "estimate", role: "status" });
  const about = h("p", { class: "faint small" });
  const title = h("input", { maxlength: 80, placeholder: "name of the report" });
  const which = select([["sample", "a sample of all flops"], ["all", "all 1,755 kinds of flops"], ["named", "these flops"]], "sample", { onchange: describe });
  const count = h("input", { type: "number", min: 1, max: 1755, value: "25" });
  const seed = h("input", { type: "number", min: 0, max: 4294967295, value: "1" });
  const named = h("textarea", { rows: 2, spellcheck: false, placeholder: "AsKd2c, 9h8h7d, QsQd4c:2" });
  /** @type {[string, HTMLInputElement][]} */
  const kinds = TEXTURES.map((name) => [name, h("input", { type: "checkbox" })]);
  const node = select([["", "OOP, first to act"]], "");
  const target = select([["2", "2 %: rough"], ["1", "1 %"], ["0.5", "0.5 %: usual"], ["0.3", "0.3 %"], ["0.1", "0.1 %: close"]], "0.5");
  const seconds = h("input", { type: "number", min: 1, max: 86400, value: "600" });
  const go = h("button", { type: "submit", class: "primary" }, "Solve the flops");
  const list = h("ul", { class: "spot-list", "aria-label": "Flop reports" });
  const filter = labelFilter(() => attempt(refresh));
  const fields = { count: field("How many", count), seed: field("Seed", seed), named: field("Flops, separated by commas; a weight after a colon", named) };

  function describe() {
    const spot = chosen();
    about.textContent = spot ? `OOP ${short(spot.oop)} · IP ${short(spot.ip)} · pot ${spot.pot}, stack ${spot.stack ?? "limits"}` : "";
    fields.count.hidden = fields.seed.hidden = which.value !== "sample";
    fields.named.hidden = which.value !== "named";
  }

  // The decisions of the flop depend on the sizes of the spot, and so do the memory and the time of each flop.
  async function measure() {
    const spot = chosen();
    if (!spot) return;
    clear(estimate, h("span", { class: "faint" }, "Measuring the tree of a flop."));
    const found = await api.post("study/reports/tree", { ...spot, board: spot.board ?? "" }).catch((error) => error);
    if (spot !== chosen()) return;
    if (found instanceof Error) {
      clear(estimate, h("span", { class: "bad" }, found.message));
      return;
    }
    const { nodes, decisions, memory, allowed } = found;
    clear(estimate, h("b", {}, `${decisions.toLocaleString("en-US")} decision nodes, ${bytes(memory)}`), ` for a flop; ${bytes(allowed)} available. `,
      memory > allowed ? h("span", { class: "bad" }, "Too large: use fewer sizes.") : memory > LONG && h("span", { class: "warn" }, "A flop of this size takes minutes: fewer sizes are much faster."));
    const kept = node.value;
    clear(node, nodes.map((each) => h("option", { value: each.path }, each.path ? `${each.player} after ${lineWords(each.path)}` : "OOP, first to act")));
    node.value = nodes.some((each) => each.path === kept) ? kept : "";
  }

  const chosen = () => known.find(([key]) => key === template.value)?.[2];

  function order() {
    return {
      spot: { ...chosen(), board: chosen().board ?? "" }, title: title.value.trim(), node: node.value, target: Number(target.value), seconds: Number(seconds.value),
      textures: kinds.filter(([, box]) => box.checked).map(([name]) => name),
      ...(which.value === "sample" ? { sample: Number(count.value), seed: Number(seed.value) } : {}),
      ...(which.value === "named" ? { flops: named.value.split(/[\s,]+/).filter(Boolean) } : {}),
    };
  }

  async function refresh() {
    const found = (await api.get("study/reports")).filter((each) => !isLeaving(`jobs/${each.id}`));
    filter.update(found.map((each) => `job/${each.id}`));
    const kept = found.filter((each) => filter.passes(`job/${each.id}`));
    const name = (each) => nameOf(`job/${each.id}`, each.title);
    clear(list, kept.length ? kept.map((each) => h("li", {}, h("div", { class: "row" }, link(`/study/reports/${each.id}`, { class: "grow" }, name(each)),
      labelBadges(`job/${each.id}`), labelButton(`job/${each.id}`, each.title, () => attempt(refresh)),
      h("button", { type: "button", class: "quiet", "aria-label": `Delete ${name(each)}`, onclick: () => deleteLater(`jobs/${each.id}`, name(each), refresh) }, "✕")),
      h("div", { class: "small faint" }, `${STATES[each.state]}: ${each.done.toLocaleString("en")} of ${each.flops.toLocaleString("en")} flops${each.error ? `, ${each.error}` : ""}`)))
      : h("li", { class: "faint small" }, "No flop reports yet."));
  }

  const form = h("form", { class: "spot-form", onsubmit: (event) => {
    event.preventDefault();
    go.disabled = true;
    attempt(async () => navigate(`/study/reports/${(await api.post("study/reports", order())).id}`)).then(() => { go.disabled = false; });
  } },
  h("div", { class: "range-pair" }, field("Spot; its board does not matter", template), field("Name", title)), about,
  h("div", { class: "numbers" }, field("Flops", which, { class: "field wide" }), fields.count, fields.seed), fields.named,
  h("fieldset", {}, h("legend", {}, "Only these textures (none: all)"), h("div", { class: "row" }, kinds.map(([name, box]) => h("label", { class: "field inline" }, box, name)))),
  h("div", { class: "numbers" }, field("Node to report", node, { class: "field wide" }), field("Target, % of the pot", target), field("Maximum seconds per flop", seconds)), estimate,
  h("div", { class: "row" }, go, link("/study/spots", { class: "button" }, "Edit the spot")));
  clear(root, h("div", { class: "columns spots-page" },
    h("section", { class: "panel" }, h("h2", {}, "A spot on many flops"), form),
    h("section", { class: "panel" }, h("h2", {}, "Reports"), filter.element, list)));
  describe();
  measure();
  await refresh();
}

const isFlop = (spot) => spot.board?.length === 6;
const short = (text) => (text.length > 50 ? `${text.slice(0, 47)}…` : text);
