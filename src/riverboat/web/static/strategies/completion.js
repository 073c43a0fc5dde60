// What can stand at the caret of a strategy? The text before it is walked through a small machine, which follows the
// grammar of PokerLang and forgives errors.

const TOKEN = /#[^\n]*|"[^"\n]*"?|->|\.\.|<=|>=|!=|[<>=]|-?\d+(?:\.\d+)?%?|[A-Za-z_][\w]*(?:\.[A-Za-z_]*)?|\S/g;
const NAME = /^[A-Za-z_]/;
const SIGNS = { number: [">=", "<=", ">", "<", "=", "in"], word: ["=", "!=", "in"], ordered: ["=", "!=", ">=", "<=", "in"], hands: ['in "'] };
const MEANINGS = {
  ">=": "at least", "<=": "at most", ">": "above", "<": "below", "=": "is", "!=": "is not", in: "between two, or one of several", 'in "': "a range in quotes",
  tactic: "when it is played, and how", strategy: "the title", when: "a condition", otherwise: "always", and: "another condition", "->": "what is done", ":": "how it is played", "{": "rules",
};
const FAR = 20000;

// {from, options: [{text, note}]}: what could replace the text from `from` to the caret; `all` also without a letter typed.
export function suggestions(text, caret, words, all = false) {
  const start = Math.max(0, caret - FAR);
  const before = text.slice(start, caret);
  const tokens = [...before.matchAll(TOKEN)].map((found) => ({ text: found[0], end: found.index + found[0].length }));
  let last = tokens.at(-1);
  if (last && last.end === before.length && (last.text[0] === "#" || last.text[0] === '"')) return null; // inside a comment or a range
  const typed = last && last.end === before.length && NAME.test(last.text) ? tokens.pop().text : "";
  if (!typed && !all) return null;
  const state = walk(tokens.map((each) => each.text).filter((each) => each[0] !== "#"), words);
  const wanted = typed.toLowerCase();
  const options = offers(state, words).filter((each) => each.text.toLowerCase() !== wanted);
  const first = options.filter((each) => each.text.toLowerCase().startsWith(wanted));
  const others = wanted ? options.filter((each) => !first.includes(each) && each.text.toLowerCase().includes(wanted)) : [];
  const found = [...first, ...others];
  return found.length ? { from: caret - typed.length, options: found } : null;
}

function walk(tokens, words) {
  let mode = "top", term = "", inside = false;
  for (const token of tokens) {
    const word = token.toLowerCase();
    if (word === "tactic" && mode !== "value") { mode = "head"; inside = false; continue; }
    if (mode === "top") { if (word === "strategy") mode = "title"; }
    else if (mode === "title") mode = "top";
    else if (mode === "head") mode = word === "when" ? "condition" : word === "otherwise" ? "colon" : "head";
    else if (mode === "colon") { if (token === ":") mode = "behaviour"; }
    else if (mode === "behaviour") { if (token === "{") { mode = "rule"; inside = true; } else mode = "top"; }
    else if (mode === "rule" && token === "}") { mode = "top"; inside = false; }
    else if (mode === "rule" && word === "otherwise") mode = "arrow";
    else if (mode === "rule" || mode === "condition") { term = word; mode = "sign"; }
    else if (mode === "sign") mode = "value";
    else if (mode === "value") mode = token === "{" ? "set" : "after";
    else if (mode === "set") { if (token === "}") mode = "after"; }
    else if (mode === "after" || mode === "arrow") mode = { and: "condition", ":": "behaviour", "->": "share", "..": "value" }[word] ?? mode;
    else if (mode === "share") mode = "shared";
    else if (mode === "shared") mode = token === "," ? "share" : token === ";" ? "rule" : "shared";
  }
  return { mode, inside, term: words.byName.get(term) };
}

function offers({ mode, inside, term }, words) {
  const plain = (...texts) => texts.map((text) => ({ text, note: MEANINGS[text] ?? "" }));
  const terms = (which = () => true) => words.terms.filter(which).map((each) => ({ text: each.name, note: each.meaning }));
  if (mode === "top") return plain("tactic", "strategy");
  if (mode === "head") return plain("when", "otherwise");
  if (mode === "condition") return terms();
  if (mode === "rule") return [...terms(), ...plain("otherwise")];
  if (mode === "sign") return plain(...SIGNS[term?.ordered ? "ordered" : term?.kind ?? "number"]);
  if (mode === "value" && term?.kind === "number") return terms((each) => each.kind === "number" && each !== term);
  if (mode === "value" || mode === "set") return (term?.words ?? []).map((text) => ({ text, note: term.meaning }));
  if (mode === "after") return plain("and", inside ? "->" : ":");
  if (mode === "arrow") return plain("->");
  if (mode === "colon") return plain(":");
  if (mode === "share") return Object.entries(words.actions).map(([text, note]) => ({ text, note }));
  if (mode === "behaviour") return [...words.behaviours.map((text) => ({ text, note: "a predefined behaviour" })), ...plain("{")];
  return [];
}
