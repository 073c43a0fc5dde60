// What is deleted can be brought back for ten seconds: it leaves the lists at once, and the server afterwards.

import { api, before } from "./api.js";
import { h } from "./dom.js";
import { attempt } from "./notice.js";

const SECONDS = 10;
const leaving = new Map();

// Whether something is about to be deleted, by its address on the server; lists leave it out.
export function isLeaving(path) {
  return leaving.has(path);
}

// `redraw` is called when it leaves and when it comes back, `gone` when it is deleted.
export function deleteLater(path, name, redraw, gone = () => {}) {
  if (leaving.has(path)) return;
  const line = h("p", { class: "notice", role: "status" }, `${name} is deleted. `,
    h("button", { type: "button", class: "small", onclick: bringBack }, "Undo"));
  leaving.set(path, { finish, timer: setTimeout(finish, 1000 * SECONDS) });
  document.getElementById("notices").append(line);
  redraw();

  function end() {
    clearTimeout(leaving.get(path)?.timer);
    leaving.delete(path);
    line.remove();
  }

  function bringBack() {
    end();
    redraw();
  }

  async function finish() {
    line.remove();
    const done = await attempt(async () => {
      await api.drop(path);
      return true;
    });
    end();
    if (done) gone();
    else redraw();
  }
}

// A new thing may have the name of the one that leaves, which must not take the new one with it.
before.post = async (path) => {
  for (const [other, { finish }] of [...leaving]) if (other.startsWith(`${path}/`)) await finish();
};

// Who closes the page has not asked for it back.
addEventListener("pagehide", () => {
  for (const path of leaving.keys()) fetch(`/api/${path}`, { method: "DELETE", keepalive: true });
});
