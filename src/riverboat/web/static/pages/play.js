// Play: the lobby at /play, a table at /play/<id>.

import { sheet, style } from "../lib/style.js";

export const title = "Play";

export async function mount(root, route) {
  const ready = Promise.all([style("play"), sheet("/static/pickers/pickers.css")]);
  if (route.rest.length) {
    const { mountTable } = await import("../play/table.js");
    await ready;
    return mountTable(root, route.rest[0]);
  }
  const { mountLobby } = await import("../play/lobby.js");
  await ready;
  return mountLobby(root, route.query);
}
