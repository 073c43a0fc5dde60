// Requests to the server. An error has the server's one line as its message.

import { showProblem } from "./health.js";

// Called with the path before something is added there: what is about to leave it is gone first (lib/undo.js).
/** @type {{ post: (path: string) => Promise<void> }} */
export const before = { post: async () => {} };

async function ask(method, path, body) {
  /** @type {{ method: string, headers: Record<string, string>, body?: BodyInit }} */
  const options = { method, headers: {} };
  if (body instanceof FormData) options.body = body;
  else if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(`/api/${path}`, options);
  } catch {
    throw new Error("the server does not respond");
  }
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => null);
  if (answer.status === 507) showProblem(data?.detail);
  if (!answer.ok) throw new Error(detail(data) ?? `the server said ${answer.status}`);
  return data;
}

function detail(data) {
  if (Array.isArray(data?.detail)) return data.detail.map((each) => `${each.loc?.at(-1)}: ${each.msg}`).join("; ");
  return data?.detail;
}

export const api = {
  get: (path) => ask("GET", path),
  post: async (path, body = {}) => {
    await before.post(path);
    return ask("POST", path, body);
  },
  put: (path, body) => ask("PUT", path, body),
  drop: (path) => ask("DELETE", path),
};

// A socket that reconnects when it is lost. `hear` gets every message, `status` "open", "lost" or "closed" (with the
// server's reason and code). Codes from 4000 are the server's refusals: those are final.
/**
 * @param {string} path
 * @param {{ hear: (message: any) => void, status?: (state: "open" | "lost" | "closed", reason?: string, code?: number) => void }} listener
 */
export function socket(path, { hear, status = () => {} }) {
  let current = null;
  let wanted = true;
  let wait = 250;
  function open() {
    current = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/${path}`);
    current.addEventListener("open", () => {
      wait = 250;
      status("open");
    });
    current.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    current.addEventListener("close", (event) => {
      if (!wanted) return;
      if (event.code === 1000 || event.code >= 4000) {
        wanted = false;
        status("closed", event.reason, event.code);
        return;
      }
      status("lost");
      setTimeout(() => wanted && open(), wait);
      wait = Math.min(wait * 2, 4000);
    });
  }
  open();
  return {
    send: (message) => current.readyState === WebSocket.OPEN && (current.send(JSON.stringify(message)), true),
    close: () => {
      wanted = false;
      current.close();
    },
  };
}

// Watch a job until it is over; `changed` gets it after every change. Returns a function that stops watching.
export function watchJob(id, changed) {
  return socket(`jobs/${id}/live`, { hear: changed }).close;
}
