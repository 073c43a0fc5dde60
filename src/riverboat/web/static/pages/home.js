// Home: four doors, each one click from something that works at once, and a tour of two minutes.

import { api, watchJob } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { attempt } from "../lib/notice.js";
import { isReady, preparing } from "../lib/preparing.js";
import { style } from "../lib/style.js";
import { beginTour, tourOffer } from "../lib/tour.js";
import { navigate } from "../main.js";
import { CLUB, STARTER } from "../play/club.js";
import { openTable } from "../play/lobby.js";

export const title = "Home";

const REPRODUCTION = "billings-table-2-3";

export async function mount(root) {
  const [{ role }] = await Promise.all([me(), style("home")]);
  if (role !== "owner") {
    navigate("/play");
    return undefined;
  }
  let now = { is_over: true, ready: [] };
  const progress = preparing((found) => (now = found));
  let stopWatching = () => {};
  const offer = tourOffer();
  clear(root,
    h("div", { class: "home-head" }, h("h1", {}, "Welcome aboard"),
      h("p", { class: "faint" }, "A computer-poker laboratory on your own machine: play against the programs of thirty years, solve spots, and see your results without luck.")),
    progress.element,
    offer,
    h("section", { class: "doors", "aria-label": "Where to begin" },
      door("♠", "Play a hand", "Six-handed no-limit hold'em against the regulars of the club, with your equity shown after each hand.",
        h("button", { type: "button", class: "primary", onclick: (event) => busy(event, play) }, "Sit down"), link("/play", {}, "All tables")),
      door("♦", "Solve a spot", "Practise against solved rivers that come with Riverboat, or solve a spot of your own.",
        link("/train", { class: "button primary" }, "Train"), link("/study", {}, "Solve your own")),
      door("♥", "Review a session", "120 hands among six of our players: replay them, and see who was lucky. Then bring your own.",
        h("button", { type: "button", class: "primary", onclick: (event) => busy(event, review) }, "Open the sample session"), link("/review", {}, "Your hands")),
      door("♣", "See a reproduction", "Published results of computer poker, computed again: the printed number, ours, and the verdict.",
        link(`/lab/${REPRODUCTION}`, { class: "button primary" }, "Billings's Table 2.3"), link("/lab", {}, "All of them"))),
    h("p", { class: "row", hidden: Boolean(offer) }, h("button", { type: "button", class: "quiet", onclick: beginTour }, "Take the tour (two minutes)")));
  return () => {
    progress.close();
    stopWatching();
  };

  function door(suit, name, text, ...actions) {
    return h("article", { class: "panel door" }, h("span", { class: "door-suit", "aria-hidden": "true" }, suit), h("h2", {}, name), h("p", { class: "grow" }, text), h("div", { class: "row" }, actions));
  }

  async function busy(event, work) {
    const button = event.currentTarget;
    button.disabled = true;
    await attempt(work);
    button.disabled = false;
  }

  async function play() {
    const club = CLUB.find((each) => each.home);
    const agents = club.setup.chairs.filter((chair) => chair.kind === "bot").map((chair) => chair.agent);
    await openTable(isReady(now, agents) ? club.setup : STARTER);
  }

  async function review() {
    const job = await api.post("review/sample");
    await new Promise((done, fail) => {
      const see = (state) => {
        if (state.state === "done") done(navigate(`/review?run=${state.result.simulation}`));
        else if (["failed", "stopped"].includes(state.state)) fail(new Error(state.error || "the session could not be read"));
      };
      if (job.state === "done") see(job);
      else stopWatching = watchJob(job.id, see);
    });
  }
}
