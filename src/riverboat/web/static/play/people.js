// People, for the owner of the server: who is invited, with which role; a key is shown once, and can be revoked.

import { api } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { attempt } from "../lib/notice.js";

const ROLES = { player: "may open tables and play", watcher: "may only watch" };

export function peoplePanel() {
  const list = h("div", { class: "tables" });
  const given = h("p", { class: "small", role: "status" });
  const name = h("input", { required: true, maxLength: 24, "aria-label": "Name of the person", placeholder: "name" });
  const role = h("select", { "aria-label": "Role" }, Object.entries(ROLES).map(([value, text]) => h("option", { value }, `${value}: ${text}`)));
  const form = h("form", { class: "invite" }, name, role, h("button", { type: "submit" }, "Invite"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      const person = await api.post("people", { name: name.value, role: role.value });
      clear(given, `Give ${person.name} this address. It is shown only now: `,
        h("code", { class: "key" }, `${location.origin}/play?token=${person.key}`));
      name.value = "";
      await refresh();
    });
  });

  async function refresh() {
    const people = await api.get("people");
    clear(list, people.length ? people.map(row) : h("p", { class: "faint" }, "Nobody yet. You have the server's token; invite others with keys of their own."));
  }

  function row(person) {
    return h("article", { class: "table-row" },
      h("div", { class: "grow" }, h("strong", {}, person.name), h("div", { class: "faint small" }, `${person.role}: ${ROLES[person.role]}`)),
      h("button", {
        type: "button", class: "quiet", "aria-label": `Revoke the key of ${person.name}`,
        onclick: () => attempt(async () => {
          await api.drop(`people/${person.id}`);
          clear(given);
          await refresh();
        }),
      }, "Revoke"));
  }

  attempt(refresh);
  return h("section", { class: "panel people" }, h("h2", {}, "People"), list, form, given,
    h("p", { class: "small" }, link("/health", {}, "Health of the server")));
}
