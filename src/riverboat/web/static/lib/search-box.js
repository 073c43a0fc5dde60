// The field for a search in the language of hands, with completions of its last word.

import { api } from "./api.js";
import { clear, field, h } from "./dom.js";

let boxes = 0;

// `changed()` is called when a search was entered. Returns the input and the element to show.
export function searchBox(changed, label = "Search") {
  const list = h("datalist", { id: `completions-${++boxes}` });
  const input = h("input", { type: "search", maxLength: 500, placeholder: "hero AKs BTN lost>20bb 2019-03", autocomplete: "off", spellcheck: false, oninput: complete, onchange: changed });
  input.setAttribute("list", list.id);
  let typed = 0;

  async function complete() {
    const number = ++typed;
    const words = await api.get(`review/complete?${new URLSearchParams({ text: input.value })}`).catch(() => []);
    if (number === typed) clear(list, words.map((each) => h("option", { value: each })));
  }
  return { input, element: h("div", { class: "search-box" }, field(label, input), list) };
}
