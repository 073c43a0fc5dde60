"use strict";
// Walks through the nodes that the page holds: path, range grid, table of combinations, cards to come, curves.
// Numbers come as whole multiples of a unit (data.units); text is only ever set as text.
(() => {
  const data = JSON.parse(document.getElementById("spot-data").textContent);
  const nodes = new Map(data.nodes.map((node) => [node.path, node]));
  const view = {
    path: data.start, player: 0, height: "normalised", colour: "action", cell: null,
    sort: "equity", down: true, card: "action",
  };
  const byId = (id) => document.getElementById(id);
  const sides = ["OOP", "IP"];
  const svgSpace = byId("equity").querySelector("svg").namespaceURI;

  // Text and elements -------------------------------------------------------------------------------------------------

  const missing = (number) => number === null || number === undefined;
  const fixed = (number, digits) => {
    const text = number.toFixed(digits);
    return /[1-9]/.test(text) ? text : text.replace("-", "");
  };
  const percent = (share) => missing(share) ? "-" : fixed(100 * share, 1) + " %";
  const chips = (amount) => missing(amount) ? "-" : fixed(amount, data.digits);
  const ratio = (number) => missing(number) ? "-" : fixed(number, 2);
  const symbols = { c: "♣", d: "♦", h: "♥", s: "♠" };

  function make(tag, attributes, ...inside) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === "tint") made.style.setProperty("--tint", value);
      else if (name === "click") made.addEventListener("click", value);
      else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...inside.filter((part) => part !== null));
    return made;
  }

  const playing = (card) => make("span", { class: "playing suit-" + card[1] }, card[0] + symbols[card[1]]);

  // Data --------------------------------------------------------------------------------------------------------------

  const join = (path, step) => path ? path + "/" + step : step;
  const here = () => nodes.get(view.path);
  const value = (side, what, at) => missing(side[what][at]) ? null : side[what][at] / data.units[what];
  const shares = (side, at) => side.strategy.map((row) => missing(row[at]) ? null : row[at] / data.units.strategy);
  const worths = (side, at) => side.action_ev.map((row) => missing(row[at]) ? null : row[at] / data.units.action_ev);

  // All numbers of one hand or class.
  function row(figures, at) {
    return {
      weight: value(figures, "weight", at), equity: value(figures, "equity", at), ev: value(figures, "ev", at),
      eqr: value(figures, "eqr", at), strategy: shares(figures, at), action_ev: worths(figures, at),
    };
  }

  function total(side, names) {
    const found = side.total;
    return {
      weight: found.combos, equity: found.equity, ev: found.ev, eqr: found.eqr,
      strategy: found.frequencies ? names.map((name) => found.frequencies[name]) : [],
      action_ev: found.frequencies ? names.map((name) => found.action_ev[name]) : [],
    };
  }

  const names = (node) => node.actions.map((action) => action.name);

  // The shares of the actions side by side, as a background.
  function split(strategy, actions) {
    let from = 0;
    const stops = strategy.map((share, at) => {
      const start = from;
      from += 100 * (share || 0);
      return `${actions[at].colour} ${start.toFixed(2)}% ${from.toFixed(2)}%`;
    });
    return `linear-gradient(90deg, ${stops.join(", ")})`;
  }

  const heat = (share) => `hsl(${(120 * Math.min(1, Math.max(0, share))).toFixed(0)} 45% 38%)`;

  // Walking -----------------------------------------------------------------------------------------------------------

  const address = (path) => "#/" + path;

  function go(path) {
    if (!nodes.has(path)) return;
    try {
      history.pushState(null, "", address(path));
    } catch (error) { /* inside a frame without an address the page walks all the same */ }
    show(path);
  }

  function show(path) {
    view.path = path;
    view.cell = null;
    const player = here().player;
    if (player !== null) view.player = player;
    byId(["side-oop", "side-ip"][view.player]).checked = true;
    drawStrip();
    drawSide();
    drawCards();
    drawCurves();
  }

  const asked = () => {
    const path = location.hash.replace(/^#\/?/, "");
    return location.hash && nodes.has(path) ? path : data.start;
  };

  function step(path, text, share, tint, taken) {
    const inside = [make("span", null, text), make("span", null, share)];
    const kind = taken ? "step taken" : "step";
    if (!nodes.has(path)) return make("span", { class: kind, tint, title: "not in this page" }, ...inside);
    const link = make("a", { class: kind, tint, href: address(path), "aria-current": taken ? "true" : null }, ...inside);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      go(path);
      const last = byId("strip").lastElementChild;
      (last.querySelector("a.step") || last.querySelector("a")).focus();
    });
    return link;
  }

  function drawStrip() {
    const steps = view.path ? view.path.split("/") : [];
    const strip = byId("strip");
    strip.replaceChildren();
    for (let length = 0; length <= steps.length; length++) {
      const path = steps.slice(0, length).join("/");
      const node = nodes.get(path);
      if (!node) continue;
      const taken = steps[length];
      const title = make("a", { href: address(path) }, node.title);
      title.addEventListener("click", (event) => {
        event.preventDefault();
        go(path);
        byId("strip").lastElementChild.querySelector("a").focus();
      });
      const list = make("ul");
      if (node.player !== null) {
        const said = node.sides[node.player].total.frequencies;
        for (const action of node.actions) {
          const line = step(join(path, action.name), action.label, percent(said && said[action.name]), action.colour,
            taken === action.name);
          list.append(make("li", null, line));
        }
      } else if (node.kind === "deal") {
        list.append(make("li", null, taken ? playing(taken) : "see the cards below"));
      }
      const last = length === steps.length;
      strip.append(make("div", { class: last ? "stop here" : "stop", "aria-current": last ? "step" : null },
        make("h3", null, title), make("p", null, node.note), list));
    }
    strip.lastElementChild.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // The grid ----------------------------------------------------------------------------------------------------------

  const cells = [...byId("range").querySelectorAll("td")];

  function sayHand(name, numbers, actions) {
    const said = [`${name}: ${fixed(numbers.weight, 2)} combos`, `EQ ${percent(numbers.equity)}`,
      `EV ${chips(numbers.ev)}`, `EQR ${ratio(numbers.eqr)}`];
    numbers.strategy.forEach((share, at) => {
      said.push(`${actions[at].label} ${percent(share)} (EV ${chips(numbers.action_ev[at])})`);
    });
    return said.join(", ");
  }

  function drawSide() {
    drawGrid();
    drawTable();
  }

  function drawGrid() {
    const node = here();
    const classes = node.sides[view.player].classes;
    const live = data.boards[node.board].live;
    const weights = new Array(cells.length).fill(0);
    classes.at.forEach((cell, at) => { weights[cell] = value(classes, "weight", at) / Math.max(1, live[cell]); });
    const largest = Math.max(...weights, 1e-9);
    const place = new Map(classes.at.map((cell, at) => [cell, at]));
    cells.forEach((cell, number) => {
      const name = data.classes[number];
      const [bar, text] = cell.children;
      const held = place.has(number);
      cell.className = held ? "" : "none";
      cell.setAttribute("aria-selected", String(view.cell === number));
      bar.style.background = "none";
      text.textContent = name;
      if (!held) {
        cell.title = `${name}: not in the range here`;
        return;
      }
      const numbers = row(classes, place.get(number));
      cell.title = sayHand(name, numbers, node.actions);
      const share = { normalised: weights[number] / largest, absolute: weights[number], full: 1 }[view.height];
      bar.style.height = `${(100 * Math.min(1, share)).toFixed(1)}%`;
      if (view.colour === "equity") bar.style.background = missing(numbers.equity) ? "none" : heat(numbers.equity);
      else if (view.colour === "ev") bar.style.background = missing(numbers.ev) ? "none" : heat(numbers.ev / node.pot);
      else bar.style.background = numbers.strategy.length ? split(numbers.strategy, node.actions) : data.plain;
    });
    const key = byId("key");
    const acts = node.player === view.player && view.colour === "action";
    key.replaceChildren(...(acts ? node.actions.map((each) => make("li", { tint: each.colour }, each.label)) : []));
    byId("detail").textContent = view.cell === null
      ? `${sides[view.player]}: ${sayHand("whole range", total(node.sides[view.player], names(node)), node.actions)}`
      : cells[view.cell].title;
  }

  // Arrow keys move between the cells of a table; one cell at a time is a tab stop.
  function rove(table, wide, chosen) {
    table.addEventListener("keydown", (event) => {
      const all = [...table.querySelectorAll("td")];
      const at = all.indexOf(event.target);
      if (at < 0) return;
      const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide }[event.key];
      if (move !== undefined) {
        event.preventDefault();
        const sideways = Math.abs(move) === 1 && Math.floor((at + move) / wide) !== Math.floor(at / wide);
        const next = sideways ? null : all[at + move];
        if (next) focus(table, next);
      } else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        chosen(at);
      }
    });
    table.addEventListener("click", (event) => {
      const cell = event.target.closest("td");
      if (cell) chosen([...table.querySelectorAll("td")].indexOf(cell));
    });
  }

  function focus(table, cell) {
    for (const each of table.querySelectorAll("td[tabindex='0']")) each.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus();
  }

  function choose(number) {
    const held = here().sides[view.player].classes.at.includes(number);
    view.cell = view.cell === number || !held ? null : number;
    drawSide();
  }

  // The table ---------------------------------------------------------------------------------------------------------

  const sortKey = (sort, numbers) => {
    const [what, at] = sort.split(" ");
    return at === undefined ? numbers[what] : numbers[what][Number(at)];
  };

  function drawTable() {
    const node = here();
    const side = node.sides[view.player];
    const acts = node.player === view.player;
    if (!acts && view.sort.includes(" ")) view.sort = "equity";
    if (acts && Number(view.sort.split(" ")[1] || 0) >= node.actions.length) view.sort = "equity";
    const hands = data.boards[node.board].hands[view.player];
    let rows = side.at.map((hand, at) => ({ name: hands.slice(4 * hand, 4 * hand + 4), hand, ...row(side, at) }));
    if (view.cell !== null) {
      rows = rows.filter((each) => data.boards[node.board].cells[view.player][each.hand] === view.cell);
    }
    rows.sort((a, b) => {
      const [one, other] = [sortKey(view.sort, a), sortKey(view.sort, b)];
      if (missing(one) || missing(other)) return missing(one) - missing(other);
      return (view.down ? other - one : one - other) || b.hand - a.hand;
    });
    const heading = (text, sort, attributes) => {
      const order = view.sort === sort ? (view.down ? "descending" : "ascending") : null;
      const button = make("button", { type: "button", "data-sort": sort, click: () => {
        view.down = view.sort === sort ? !view.down : true;
        view.sort = sort;
        drawTable();
        byId("combos").querySelector(`[data-sort="${sort}"]`).focus();
      } }, text);
      return make("th", { scope: "col", "aria-sort": order, ...attributes }, button);
    };
    const high = { rowspan: acts ? 2 : 1 };
    const first = make("tr", null, heading(sides[view.player], "hand", high), heading("Weight", "weight", high),
      acts ? make("th", high, "Strategy") : null, heading("EQ", "equity", high), heading("EV", "ev", high),
      heading("EQR", "eqr", high));
    const second = make("tr");
    if (acts) {
      node.actions.forEach((action, at) => {
        first.append(make("th", { colspan: 2, class: "action", tint: action.colour, scope: "colgroup" }, action.label));
        second.append(heading("%", `strategy ${at}`), heading("EV", `action_ev ${at}`));
      });
    }
    const whole = view.cell === null ? total(side, names(node)) : row(side.classes, side.classes.at.indexOf(view.cell));
    const line = (name, numbers, kind, weight) => {
      const made = make("tr", { class: kind }, make("td", null, ...name), make("td", null, weight));
      if (acts) {
        const bar = make("span", { class: "bar" });
        bar.style.background = split(numbers.strategy, node.actions);
        made.append(make("td", null, bar));
      }
      made.append(make("td", null, percent(numbers.equity)), make("td", null, chips(numbers.ev)),
        make("td", null, ratio(numbers.eqr)));
      numbers.strategy.forEach((share, at) => {
        made.append(make("td", null, percent(share)), make("td", null, chips(numbers.action_ev[at])));
      });
      return made;
    };
    const label = view.cell === null ? "Total" : data.classes[view.cell];
    const top = line([label], whole, "total", fixed(whole.weight, 2));
    const body = make("tbody", null, ...rows.map((each) =>
      line([playing(each.name.slice(0, 2)), playing(each.name.slice(2))], each, null, fixed(each.weight, 3))));
    byId("combos").replaceChildren(make("table", null, make("thead", null, first, acts ? second : null, top), body));
  }

  // Cards to come -----------------------------------------------------------------------------------------------------

  function drawCards() {
    const node = here();
    const pane = byId("cards-pane");
    pane.hidden = !node.cards;
    if (!node.cards) return;
    const next = node.cards.player;
    if (next === null && view.card === "action") view.card = "equity oop";
    byId("card-colour").value = view.card;
    const found = node.cards.cards;
    const [what, who] = view.card.split(" ");
    const worth = (card) => what === "chance" ? card.chance : card[who][what];
    const all = what === "action" ? [] : Object.values(found).map(worth).filter((number) => !missing(number));
    const low = Math.min(...all), high = Math.max(...all);
    const write = { equity: percent, chance: percent, ev: chips, eqr: ratio }[what];
    const rows = [..."shdc"].map((suit) => make("tr", { role: "row" }, ...[..."AKQJT98765432"].map((rank) => {
      const name = rank + suit, card = found[name];
      const bar = make("span", { class: "bar" }), text = make("span", { class: "name" }, rank + symbols[suit]);
      const cell = make("td", { role: "gridcell", tabindex: -1, "data-card": name }, bar, text);
      if (!card) {
        cell.className = "none";
        return cell;
      }
      bar.style.height = "100%";
      let said = "";
      if (what === "action") {
        const acts = node.cards.actions.map((action) => ((card[["oop", "ip"][next]].frequencies) || {})[action.name]);
        if (!missing(acts[0])) bar.style.background = split(acts, node.cards.actions);
        said = percent(acts[0]).replace(" ", "");
      } else if (!missing(worth(card))) {
        bar.style.background = heat(high > low ? (worth(card) - low) / (high - low) : 0.5);
        said = write(worth(card)).replace(" ", "");
      }
      text.append(make("small", null, said));
      const lines = [`${name}: chance ${percent(card.chance)}`];
      for (const [at, side] of ["oop", "ip"].entries()) {
        lines.push(`${sides[at]} EQ ${percent(card[side].equity)}, EV ${chips(card[side].ev)}, EQR ${ratio(card[side].eqr)}`);
      }
      if (next !== null) {
        const acts = card[["oop", "ip"][next]].frequencies || {};
        lines.push(`${sides[next]} ` + node.cards.actions.map((a) => `${a.label} ${percent(acts[a.name])}`).join(", "));
      }
      cell.title = lines.join("; ");
      if (nodes.has(join(node.path, name))) cell.classList.add("open");
      return cell;
    })));
    byId("cards").replaceChildren(make("tbody", null, ...rows));
    byId("cards").querySelector("td").tabIndex = 0;
    byId("card-detail").textContent = what === "action" && next !== null
      ? `The number in a cell is how often ${sides[next]} takes the first action, ${node.cards.actions[0].label}.`
      : "";
  }

  // Curves ------------------------------------------------------------------------------------------------------------

  function svg(tag, attributes, text) {
    const made = document.createElementNS(svgSpace, tag);
    for (const [name, each] of Object.entries(attributes)) made.setAttribute(name, each);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // From the weakest to the strongest hand, how much of the range lies below.
  function distribution(side, what) {
    const hands = side.at.map((_, at) => [value(side, what, at), value(side, "weight", at)]);
    const known = hands.filter(([number]) => number !== null).sort((a, b) => a[0] - b[0]);
    const all = known.reduce((sum, [, weight]) => sum + weight, 0);
    const points = [];
    let before = 0;
    for (const [number, weight] of known) {
      points.push([before / all, number], [(before + weight) / all, number]);
      before += weight;
    }
    return points;
  }

  function ticks(low, high, most) {
    const rough = (high - low) / most || 1, power = 10 ** Math.floor(Math.log10(rough));
    const size = power * [1, 2, 5, 10].find((times) => times * power >= rough * 0.999);
    const found = [];
    for (let number = Math.floor(low / size + 1e-9); number <= Math.ceil(high / size - 1e-9); number++) {
      found.push(number * size);
    }
    return found.length > 1 ? found : [found[0], found[0] + size];
  }

  function drawCurve(id, title, what, write, ends) {
    const node = here();
    const lines = node.sides.map((side) => distribution(side, what));
    const heights = lines.flat().map(([, number]) => number).concat(ends || []);
    const marks = ticks(Math.min(...heights, 0), Math.max(...heights, 1e-9), 6);
    const [low, high] = [marks[0], marks[marks.length - 1]];
    const left = 56, right = 470, top = 40, bottom = 290;
    const across = (share) => left + (right - left) * share;
    const up = (number) => bottom - (bottom - top) * (number - low) / (high - low);
    const picture = svg("svg", { class: "drawn", viewBox: "0 0 490 330", role: "img" });
    picture.append(svg("title", {}, title), svg("text", { class: "axis", x: left, y: 16 }, title));
    for (const mark of marks) {
      picture.append(svg("path", { class: "grid", d: `M${left} ${up(mark)}H${right}` }),
        svg("text", { x: left - 6, y: up(mark) + 4, "text-anchor": "end" }, write(mark)));
    }
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      picture.append(svg("path", { class: "grid", d: `M${across(share)} ${top}V${bottom}` }),
        svg("text", { x: across(share), y: bottom + 16, "text-anchor": "middle" }, `${100 * share} %`));
    }
    picture.append(svg("text", { class: "axis", x: (left + right) / 2, y: bottom + 34, "text-anchor": "middle" },
      "share of the range, weakest hands first"));
    lines.forEach((points, player) => {
      const tint = data.players[player];
      picture.append(svg("path", { d: `M${left + 70 * player} 28h18`, stroke: tint, "stroke-width": 2.5 }),
        svg("text", { x: left + 70 * player + 24, y: 32 }, sides[player]));
      if (!points.length) return;
      const way = points.map(([x, y]) => `${across(x).toFixed(1)} ${up(y).toFixed(1)}`).join("L");
      picture.append(svg("path", { class: "curve", stroke: tint, d: "M" + way }));
    });
    byId(id).replaceChildren(picture);
  }

  function drawCurves() {
    drawCurve("equity", "Equity", "equity", (share) => `${(100 * share).toFixed(0)} %`, [0, 1]);
    drawCurve("ev", "EV in chips", "ev", (amount) => String(Number(amount.toPrecision(6))));
  }

  // Starting ----------------------------------------------------------------------------------------------------------

  for (const [player, id] of ["side-oop", "side-ip"].entries()) {
    byId(id).addEventListener("change", () => {
      view.player = player;
      view.cell = null;
      drawSide();
    });
  }
  byId("height").addEventListener("change", (event) => { view.height = event.target.value; drawGrid(); });
  byId("colour").addEventListener("change", (event) => { view.colour = event.target.value; drawGrid(); });
  byId("card-colour").addEventListener("change", (event) => { view.card = event.target.value; drawCards(); });
  rove(byId("range"), 13, (number) => {
    choose(number);
    focus(byId("range"), cells[number]);
  });
  rove(byId("cards"), 13, (number) => {
    const cell = byId("cards").querySelectorAll("td")[number];
    go(join(view.path, cell.dataset.card));
  });
  for (const [table, detail] of [["range", "detail"], ["cards", "card-detail"]]) {
    for (const event of ["mouseover", "focusin"]) {
      byId(table).addEventListener(event, ({ target }) => {
        const cell = target.closest("td");
        if (cell && cell.title) byId(detail).textContent = cell.title;
      });
    }
  }
  window.addEventListener("popstate", () => show(asked()));
  for (const id of ["controls", "card-controls"]) byId(id).hidden = false;
  byId("range").classList.add("live");
  cells[0].tabIndex = 0;
  show(asked());
})();
