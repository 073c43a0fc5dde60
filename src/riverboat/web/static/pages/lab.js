// Lab: the reproductions. /lab has all of them by document, /lab/<id> one.

import { api } from "../lib/api.js";
import { style } from "../lib/style.js";

export const title = "Lab";

export async function mount(root, route) {
  const [id] = route.rest;
  if (id) {
    const [found, { entryView }] = await Promise.all([api.get(`lab/${encodeURIComponent(id)}`), import("../lab/entry.js"), style("lab")]);
    return entryView(root, found);
  }
  const [found, { labIndex }] = await Promise.all([api.get("lab"), import("../lab/index.js"), style("lab")]);
  return labIndex(root, found);
}
