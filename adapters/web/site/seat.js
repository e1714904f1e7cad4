/* seat.js: the page /seat. A player has a link to a seat, or asks for a seat at a table that takes guests. The link's
 * secret stands behind "#", which browsers send to no server. A button exchanges the secret, once, for a cookie that
 * scripts cannot read. From then on this browser has the seat, and nobody else can use the link. */
import { element, fill, focusOn, useStyle } from "./dom.js";
import { SeatLine } from "./seat_line.js";
import { SeatView } from "./seat_view.js";
import { loadWords, say, tr } from "./words.js";

const NAME = "talon.name";

const kept = () => {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return ""; // the browser stores nothing
  }
};
const keep = (name) => {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // the browser stores nothing
  }
};

/* Why a link gave no seat, by HTTP status. For answers without words of the server. */
const REFUSED = {
  410: () => tr("This link was used before, or is too old."),
  429: () => tr("Too many tries: wait a minute."),
};

/* Returns how a guest asks for a seat: by an invitation, or at the table from whose page they came
 * (bot/pages/seat/seat_post.c). */
const seatAsked = (link) => (link.has("i") ? { i: link.get("i") } : { table: Number(link.get("table")) });

class SeatPage {
  constructor(root) {
    this.root = root;
    this.help = [...root.querySelectorAll(".help")];
    this.said = element("p", { class: "said", role: "alert" });
    this.line = new SeatLine(`${root.getAttribute("data-live")}?lang=${document.documentElement.lang}`,
                             { heard: (frame) => this.#heard(frame), state: (is) => this.#state(is) });
    addEventListener("hashchange", () => this.begin());
  }

  begin() {
    const link = new URLSearchParams(location.hash.slice(1));
    this.line.end();
    if (["t", "i", "table"].some((key) => link.has(key))) this.#offer(link);
    else this.#sit();
  }

  /* -- to sit down -- */

  #show(...children) {
    this.view?.end();
    this.root.setAttribute("data-seq", "");
    this.root.setAttribute("data-turn", "");
    this.said.textContent = "";
    fill(this.root, element("section", { class: "take" }, ...children, this.said));
  }

  #offer(link) {
    const [as, at] = [link.get("as"), link.get("at")];
    const guest = !link.has("t");
    const name = element("input", { id: "name", maxlength: 24, required: true, autocomplete: "nickname", value: kept() });
    const words = guest ? at ? say(tr("Sit down as a guest at {channel}"), { channel: at }) : tr("Sit down as a guest")
      : as && at ? say(tr("Sit down as {player} at {channel}"), { player: as, channel: at }) : tr("Take my seat");
    const form = element("form", { onsubmit: (event) => this.#take(event, link, name) },
      guest ? element("p", {}, element("label", { for: "name" }, tr("Your name")), name) : null,
      element("button", { type: "submit", "data-do": "sit" }, words));
    this.#show(element("p", {}, link.has("i") ? tr("You were invited to a table: choose a name, and play along as a guest.")
      : guest ? tr("Choose a name, and play along as a guest.")
      : tr("This link gives your seat to this browser, once. What you do here is as if you said it in the chat.")), form);
    focusOn(guest && name.value === "" ? name : form.querySelector("button"));
  }

  async #take(event, link, name) {
    event.preventDefault();
    const button = event.target.querySelector("button");
    const guest = !link.has("t");
    button.disabled = true;
    this.said.textContent = "";
    if (guest) keep(name.value.trim());
    const answer = await this.#post(guest ? { ...seatAsked(link), name: name.value.trim() } : { t: link.get("t") });
    const told = await answer?.json().catch(() => null);
    button.disabled = false;
    if (answer?.ok || (answer?.status === 410 && told?.seated)) {
      this.#sitHere();
    } else {
      this.#refused(answer, told);
    }
  }

  #post(what) {
    return fetch(`${this.root.getAttribute("data-exchange")}?lang=${document.documentElement.lang}`, { method: "POST", cache: "no-store", credentials: "same-origin",
      headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) }).catch(() => null);
  }

  #refused(answer, told) {
    const words = told?.error ?? REFUSED[answer?.status]?.() ?? tr("The server cannot be reached just now: try again.");
    fill(this.said, words);
    if (told?.seated) this.said.append(" ", element("button", { type: "button", "data-do": "back", onclick: () => this.#sitHere() }, tr("Go to my seat")));
    if (answer?.status === 410) this.said.after(...this.help);
  }

  /* -- at the table -- */

  #sitHere() {
    history.replaceState(null, "", location.pathname + location.search);
    this.#sit();
  }

  #sit() {
    this.#show(element("p", { role: "status" }, tr("Coming to the table …")));
    this.view = new SeatView(this.root, { act: (words, stamp) => this.line.say(words, stamp), leave: () => this.#leave() });
    this.line.open();
  }

  async #leave() {
    this.line.end();
    await this.#post({ out: true });
    this.#state("none");
  }

  #heard(frame) {
    if (frame.type === "seat") this.view.show(frame);
    else if (frame.type === "said") this.view.told(frame);
    else if (frame.type === "over") this.#over(frame);
  }

  #over({ why, words }) {
    this.line.end();
    this.#show(element("p", { role: "alert", "data-why": why },
                       words ?? (why === "fast" ? tr("Too much was said at once.") : tr("This page has no seat any more."))),
               why === "fast" ? element("button", { type: "button", "data-do": "again", onclick: () => this.#sit() }, tr("Go on")) : null,
               ...this.help);
  }

  #state(is) {
    if (is === "none") {
      this.#show(element("p", { role: "alert", "data-why": "none" }, tr("This browser has no seat.")), ...this.help);
    } else {
      this.view.lost(is === "lost" ? tr("The connection is lost; it is tried again.") : "");
    }
  }
}

async function begin(root) {
  await Promise.all([loadWords(), useStyle("seat.css")]);
  new SeatPage(root).begin();
}

begin(document.querySelector("#seat"));
