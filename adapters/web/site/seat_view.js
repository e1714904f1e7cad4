/* seat_view.js: the page of one seat, by its document (bot/pages/seat/seat_json.h): the table, the hand, what
 * happened, and what is done about the table. */
import { loadArt } from "./art.js";
import { element, fill, focusOn } from "./dom.js";
import { addLines, newLines, seatItem, statusOf, viewOf } from "./shown.js";
import { SeatHand } from "./seat_hand.js";
import { SeatPanel } from "./seat_panel.js";
import { LogView, piles } from "./table.js";
import { say, tr, trn } from "./words.js";

const SECOND = 1000;
const MARK = "● "; // before the title of a page with a turn

export class SeatView {
  /* `act(words, stamp)`: says it; false: it could not be said. `leave()`: this browser gives the seat up. */
  constructor(root, { act, leave }) {
    this.root = root;
    this.title = document.title.replace(MARK, "");
    this.lines = [];
    this.hand = new SeatHand(act);
    this.panel = new SeatPanel(act, () => this.#rest());
    this.log = new LogView();
    this.seats = element("ol", { class: "seats", "aria-label": tr("Players") });
    this.piles = element("dl", { class: "piles" });
    this.status = element("p", { class: "status", "aria-live": "polite" });
    this.clock = element("p", { class: "clock", role: "timer" });
    this.gone = element("p", { class: "gone", role: "status" });
    this.rules = element("p", { class: "about" });
    this.beside = element("div", { class: "controls beside" });
    this.leave = element("button", { type: "button", "data-do": "out", onclick: leave }, tr("Forget this seat in this browser"));
    this.place = element("div", { class: "play" },
      element("section", { class: "table", "aria-label": tr("Table") }, this.seats, this.piles, this.status, this.clock, this.gone),
      this.hand.element, this.panel.element, this.log.element, this.rules, this.beside, element("div", { class: "controls" }, this.leave));
    this.act = act;
    this.ticks = setInterval(() => this.#tick(), SECOND);
  }

  /* It is shown no more. */
  end() {
    clearInterval(this.ticks);
    document.title = this.title;
  }

  show(seat) {
    const { table } = seat;
    const view = table.play === null ? null : viewOf(table);
    const first = !this.place.isConnected;
    const held = this.hand.element.contains(document.activeElement);
    if (first) fill(this.root, this.place);
    loadArt(table.set);
    fill(this.seats, ...table.seats.map((one) => seatItem(table, one, view, seat.seat)));
    fill(this.piles, ...(view ? piles(view) : []));
    this.piles.hidden = view === null;
    this.#say(this.status, statusOf(table, view));
    this.hand.element.hidden = table.play === null;
    this.hand.show(seat);
    this.rules.textContent = seat.rules;
    this.#beside(seat);
    if ((first || held) && table.play === null) this.#rest();
    this.#tell(table, seat);
    this.#time(table.clock);
    const turn = seat.plays && seat.turn === seat.seat;
    document.title = (turn ? MARK : "") + this.title;
    this.root.setAttribute("data-turn", seat.turn ?? "");
    this.root.setAttribute("data-seq", seat.seq);
  }

  /* Where the focus rests: at the hand, without a round at what leads to one; never at what leaves. */
  #rest() {
    const button = ["start", "settings"].map((name) => this.beside.querySelector(`[data-do=${name}]:not(:disabled)`)).find(Boolean);
    focusOn(this.hand.element.hidden ? button : this.hand.element);
  }

  /* Only what is new is said aloud. */
  #say(where, children) {
    if (element("p", {}, ...children).textContent !== where.textContent) fill(where, ...children);
  }

  #beside({ beside, stamp }) {
    const key = JSON.stringify(beside);
    this.stamp = stamp;
    if (key === this.besideKey) return;
    this.besideKey = key;
    const on = this.beside.contains(document.activeElement) ? document.activeElement.getAttribute("data-do") : null;
    fill(this.beside, ...beside.map(({ words, label, strong, off }) =>
      element("button", { type: "button", class: strong ? "strong" : null, disabled: off === true, "data-do": words,
                          onclick: () => this.act(words, this.stamp) }, label)));
    if (on !== null) focusOn(this.beside.querySelector(`[data-do="${on}"]:not(:disabled)`) ?? this.hand.element);
  }

  #tell({ lines }, { language }) {
    addLines(this.log.lines, newLines(this.lines, lines).map((line) => element("p", { lang: language }, line)));
    this.lines = lines;
  }

  /* What is said to this seat alone. */
  told({ words, controls = [], stamp }) {
    if (controls.length > 0) {
      this.panel.show({ words, controls, stamp });
      return;
    }
    this.panel.hide();
    this.hand.tell(words);
    addLines(this.log.lines, [element("p", { class: "own" }, words)]);
  }

  /* -- the clock -- */

  #time({ left, for: what, paused }) {
    this.until = left === null || paused ? null : Date.now() + left;
    this.what = what;
    this.paused = paused;
    this.#tick();
  }

  #tick() {
    const n = this.until === null || this.until === undefined ? 0 : Math.max(0, Math.ceil((this.until - Date.now()) / SECOND));
    const words = this.paused ? tr("The table is paused.") : n === 0 ? ""
      : this.what === "deal" ? say(trn("The next deal comes in {n} second.", "The next deal comes in {n} seconds.", n), { n })
      : say(trn("{n} second left for this turn", "{n} seconds left for this turn", n), { n });
    if (this.clock.textContent !== words) this.clock.textContent = words;
  }

  /* How it stands with the connection; "" where all is well. */
  lost(words) {
    if (this.gone.textContent !== words) this.gone.textContent = words;
  }
}
