// Who this browser is for the server: the owner, or an invited player or watcher. Asked once per visit.

import { api } from "./api.js";

let asked = null;

export function me() {
  asked ??= api.get("me").catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}
