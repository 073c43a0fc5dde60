// Elements without markup: text is always text, so nothing that a player typed becomes part of the page's code.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {any[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "style" && typeof value === "object") {
      for (const [key, set] of Object.entries(value)) element.style.setProperty(key, set);
    } else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

export function clear(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

// A link inside the application.
export function link(href, attributes, ...children) {
  return h("a", { href, "data-link": true, ...attributes }, ...children);
}

// A labelled control: <label>text<control></label>.
export function field(text, control, attributes) {
  return h("label", { class: "field", ...attributes }, h("span", {}, text), control);
}

export function select(options, chosen, attributes) {
  const made = options.map((option) => {
    const [value, text] = Array.isArray(option) ? option : [option, option];
    return h("option", { value, selected: String(value) === String(chosen) }, text);
  });
  return h("select", attributes, ...made);
}

// Redraw something without losing the focus.
export function keepingFocus(root, draw) {
  const all = () => [...root.querySelectorAll("a, button, input, select, textarea, [tabindex]")];
  const at = all().indexOf(document.activeElement);
  draw();
  if (at >= 0) all()[at]?.focus({ preventScroll: true });
}
