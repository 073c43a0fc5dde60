// Beside the table: odds, the last hand with the action odds of bots, the score, and the log.

import { cards as cardRow } from "../lib/cards.js";
import { clear, h } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { chips, actionWords, person, signed, streetCards, streetName, winWords } from "./words.js";

const percent = (share) => `${Math.round(share * 100)} %`;

export function makeOdds(ask) {
  const on = h("input", { type: "checkbox", checked: localStorage.getItem("riverboat.odds") !== "off" });
  const strength = h("b", {}, "–");
  const needed = h("b", {}, "–");
  const verdict = h("span", { class: "faint small" });
  const meter = h("div", { class: "meter", role: "img" }, h("i", {}), h("em", {}));
  const body = h("div", { class: "odds" }, h("div", {}, "Equity", strength), h("div", {}, "Needed to call", needed), meter, verdict);
  const root = h("section", { class: "panel odds-panel" },
    h("div", { class: "row" }, h("h2", { class: "grow" }, "Odds"), h("label", { class: "field inline" }, on, "show")), body);
  let asked = -1;
  on.addEventListener("change", () => {
    localStorage.setItem("riverboat.odds", on.checked ? "on" : "off");
    asked = -1;
    blank();
    root.classList.toggle("off", !on.checked);
  });
  root.classList.toggle("off", !on.checked);
  function blank() {
    strength.textContent = needed.textContent = "–";
    verdict.textContent = "against random hands of the players still in";
    meter.style.setProperty("--have", "0");
    meter.style.setProperty("--need", "-1");
  }
  blank();
  return {
    root,
    update(now) {
      if (!now.ask || now.over) {
        if (now.over || !now.cards) blank();
        return;
      }
      if (on.checked && now.turn !== asked) {
        asked = now.turn;
        ask(now.turn);
      }
    },
    hear(frame) {
      if (!on.checked || frame.turn !== asked) return;
      if (frame.preparing) {
        verdict.textContent = frame.preparing;
        return;
      }
      strength.textContent = percent(frame.strength);
      needed.textContent = frame.call ? percent(frame.needed) : "free";
      meter.style.setProperty("--have", String(frame.strength));
      meter.style.setProperty("--need", String(frame.call ? frame.needed : -1));
      meter.setAttribute("aria-label", `${percent(frame.strength)} equity, ${percent(frame.needed)} needed`);
      verdict.textContent = frame.call ? `a call of ${chips(frame.call)} for a pot of ${chips(frame.pot)}` : "against random hands of the players still in";
    },
  };
}

export function makeLog() {
  const list = h("ol", { class: "log", tabIndex: 0, "aria-label": "Hand log" });
  const root = h("section", { class: "panel log-panel" }, h("h2", {}, "Log"), list);
  let hand = -1;
  let street = -1;
  function line(kind, ...what) {
    list.append(h("li", { class: kind }, ...what));
    while (list.children.length > 400) list.firstChild.remove();
  }
  return {
    root,
    update(table, now) {
      const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
      if (now.whole && now.hand === hand) {
        // Everything once more: keep what is there if it is the same hand, its lines are known.
        while (list.lastElementChild?.getAttribute("data-hand") === String(hand)) list.lastElementChild.remove();
        hand = -1;
      }
      const from = list.children.length;
      if (now.hand !== hand && now.hand > 0 && (now.did.length || !now.waiting || now.over)) {
        hand = now.hand;
        street = -1;
        line("hand", `Hand ${hand}`);
      }
      for (const action of now.did) {
        if (action.street !== street && action.street < table.streets.length) showStreet(table, now, action.street);
        if (action.verb === "note") line("note", `${table.chairs[action.seat].name}: ${action.text}`);
        else line("", h("b", {}, table.chairs[action.seat].name), ` ${actionWords(action, table.chairs[action.seat].name)}`);
      }
      if (now.street !== street && now.street < table.streets.length && hand === now.hand && !now.over) showStreet(table, now, now.street);
      if (now.over && !list.lastElementChild?.classList.contains("won")) {
        for (let next = street + 1; next < table.streets.length; next++) if (streetCards(table, next, now.board).length) showStreet(table, now, next);
        const winners = Object.entries(now.over.won).filter(([, won]) => won > 0);
        for (const [chair, won] of winners) {
          line("won", h("b", {}, table.chairs[chair].name), ` ${person(table.chairs[chair].name, winWords(now.over.pushed[chair], won))}`, now.over.words[chair] ? ` with ${now.over.words[chair]}` : "");
        }
        if (!winners.length) line("won", "The pot is split");
      }
      for (const element of [...list.children].slice(from)) element.setAttribute("data-hand", String(hand));
      if (atEnd) list.scrollTop = list.scrollHeight;
    },
  };
  function showStreet(table, now, next) {
    street = next;
    const dealt = streetCards(table, next, now.board);
    if (next === 0 && !dealt.length) return;
    line("street", streetName(table, next), dealt.length ? cardRow(dealt) : "");
  }
}

export function makeSummary(replay, verify) {
  const body = h("div", { class: "summary" });
  const again = h("button", { type: "button", disabled: true, onclick: () => replay(number) }, "Replay");
  const check = h("button", { type: "button", disabled: true, title: "Was the deck changed during the hand?", onclick: () => verify(number) }, "Verify");
  const root = h("section", { class: "panel summary-panel" }, h("div", { class: "row" }, h("h2", { class: "grow" }, "Last hand"), check, again), body);
  const lesson = h("div", { class: "lesson", "aria-live": "polite" });
  root.append(lesson);
  let number = 0;
  clear(body, h("p", { class: "faint small" }, "After a hand: who won, and what the bots thought: the rule that decided, or the odds of each action."));
  return {
    root,
    // Your equity street by street, against the cards that were in.
    teach(found) {
      if (found.preparing) clear(lesson, h("p", { class: "faint small" }, `Your equity comes later: ${found.preparing}.`));
      else if (found.equity.length) {
        clear(lesson, h("h3", {}, "Your equity against their cards"), h("ul", {}, found.equity.map(([street, share]) =>
          h("li", {}, h("span", {}, street), h("span", { class: "meter", role: "img", "aria-label": percent(share), style: { "--have": String(share), "--need": "1" } }, h("i", {})), h("b", {}, percent(share))))));
      }
    },
    update(table, now) {
      if (!now.over) clear(lesson);
      if (!now.over && !number && now.hand > 1) {
        number = now.hand - 1;
        again.disabled = check.disabled = false;
        clear(body, h("p", { class: "faint small" }, `Hand ${number} was played before this page was opened; Replay shows it.`));
      }
      if (!now.over || now.hand === number) return;
      number = now.hand;
      again.disabled = check.disabled = false;
      const decisions = now.over.action_odds;
      const all = Object.entries(now.over.won);
      const moved = all.filter(([, won]) => won).sort((a, b) => b[1] - a[1]);
      const rows = (moved.length ? moved : all).map(([chair, won]) =>
        h("tr", {}, h("td", {}, table.chairs[chair].name), h("td", { class: `number ${won > 0 ? "good" : won < 0 ? "bad" : ""}` }, won ? signed(won) : "split"),
          h("td", { class: "faint" }, now.over.words[chair] ?? "")));
      clear(body, h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, rows))), tableTools(() => `hand-${number}`, () => body.querySelector("table")),
        decisions.length ? h("details", { open: true }, h("summary", {}, "What the bots thought"), h("div", { class: "decisions" }, decisions.map((each) => decision(table, each)))) : null);
    },
  };
}

// One decision of a bot: what decided and its strength, the odds of its actions unless one was certain; its cards if they are open.
function decision(table, { seat, street, verb, to, odds, why, cards }) {
  const who = table.chairs[seat];
  const face = /^rules\(style=([a-z_]+)\)$/.exec(who.bot ?? "")?.[1];
  const did = `${streetName(table, street)}: ${verb}${to && verb !== "call" ? ` ${chips(to)}` : ""}`;
  const head = [face && h("img", { class: "face", src: `/static/faces/${face}.svg`, alt: "", width: 22, height: 22 }),
    h("span", { class: "who" }, who.name), h("span", { class: "faint grow" }, did), cards?.length ? cardRow(cards) : null];
  const all = ["fold", "call", "raise"].map((kind) => [kind, odds[kind]]);
  const words = all.map(([kind, share]) => `${kind} ${percent(share)}`).join(", ");
  const isCertain = all.some(([, share]) => share > 0.999);
  const bar = h("div", { class: "row tight" }, h("span", { class: "action-odds grow", role: "img", "aria-label": words, title: words }, all.map(([kind, share]) => h("i", { class: kind, style: { "flex-grow": String(share) } }))),
    h("span", { class: "shares faint" }, all.map(([, share]) => Math.round(share * 100)).join(" / ")));
  if (!why) return h("div", { class: "decision" }, h("div", { class: "row tight" }, head), bar);
  return h("div", { class: "decision ruled" }, h("div", { class: "row tight" }, head),
    h("p", { class: "rule" }, why.rule, why.strength !== null && h("span", { class: "faint" }, ` Strength ${percent(why.strength)}.`)), isCertain ? null : bar);
}

const METHODS = {
  deals: "without the luck of the deals (AIVAT, chance only)", "own deals": "without the luck of the deals that you saw (your cards and the board)", "all-ins": "without the luck of all-ins", money: "no luck adjustment for this game",
};

export function makeScore() {
  const tools = tableTools("score", () => body.querySelector("table"));
  tools.hidden = true;
  const body = h("div", { class: "score" }, h("p", { class: "faint small" }, "After your first hand."));
  const root = h("section", { class: "panel score-panel" }, h("div", { class: "row" }, h("h2", { class: "grow" }, "Your score"), tools), body);
  const rate = (found) => (found.low === null ? `${found.mean}` : `${found.mean > 0 ? "+" : ""}${found.mean}  (${found.low} … ${found.high})`);
  return {
    root,
    hear(score) {
      if (score.preparing) {
        clear(body, h("p", { class: "faint small" }, `Your score comes later: ${score.preparing}.`));
        return;
      }
      tools.hidden = false;
      clear(body,
        h("p", { class: "big" }, h("b", { class: score.won >= 0 ? "good" : "bad" }, `${score.won > 0 ? "+" : ""}${score.won} bb`), h("span", { class: "faint" }, ` in ${score.hands} ${score.hands === 1 ? "hand" : "hands"}`)),
        h("table", {}, h("tbody", {},
          h("tr", {}, h("td", {}, "Money"), h("td", { class: "number" }, rate(score.money))),
          score.method !== "money" && h("tr", {}, h("td", {}, "Luck-adjusted"), h("td", { class: "number" }, rate(score.adjusted))))),
        h("p", { class: "faint small" }, `bb/100 with 95 % interval; ${METHODS[score.method]}`));
    },
  };
}
