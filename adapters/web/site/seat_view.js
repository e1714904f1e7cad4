/* seat_view.js: shows the document of one seat (bot/pages/seat/seat_json.h) on a board (board.js). A press sends words
 * to the server. A card flies when it is pressed, and comes back if the server refuses it. */
import { loadArt } from "./art.js";
import { Board } from "./board.js";
import { element, fill, focusOn } from "./dom.js";
import { actionWords, lacksColour, playsSeveral, seatView } from "./seat_words.js";
import { SeatPanel } from "./seat_panel.js";
import { Moves, dealAt, endOf, goalOf, hasPowers, namesOf, peopleOf, replayAddress, timeOf, untilDeal, waitsWords, whereOf } from "./shown.js";
import { tr } from "./words.js";

const TICK = 500; // milliseconds
const first = (words) => words.split(" ")[0];
/* Controls of the table that stand in the bar; the others are in the menu. */
const IN_BAR = ["resume", "yes", "no"];
/* The control that takes an unfinished play back. The question's own button does that. */
const ANOTHER = "hand back";
/* Controls that are shown while no round runs. */
const IN_LOBBY = ["start", "settings"];

export class SeatView {
  /* `act(words, stamp)` sends the words; false: there is no connection. `leave()` gives up the seat in this browser.
   * The root has data-waits until the server answers. */
  constructor(root, { act, leave }) {
    this.say = (words, stamp) => this.root.toggleAttribute("data-waits", act(words, stamp));
    Object.assign(this, { root, moves: new Moves(), board: null, due: null });
    this.rules = element("p", { class: "about" });
    this.beside = element("div", { class: "beside" });
    this.out = element("button", { type: "button", "data-do": "out", onclick: leave }, tr("Forget this seat in this browser"));
    this.panel = new SeatPanel((words, stamp) => this.say(words, stamp), () => this.#rest());
    this.ticks = setInterval(() => this.#tick(), TICK);
  }

  /* Removes the board. */
  end() {
    clearInterval(this.ticks);
    this.board?.leave();
    this.board = null;
  }

  show(frame) {
    const { table, seat, turn, seq, stamp, guest } = frame;
    const begins = this.board === null;
    loadArt(table.set);
    const quiet = this.#sit(frame);
    const time = timeOf(table);
    Object.assign(this, { frame, stamp, due: dealAt(table, time) });
    this.#round(frame, quiet);
    this.board.people(peopleOf(table));
    this.board.score(table.seats.map(({ points }) => points), goalOf(table));
    this.board.top.say(...whereOf(table));
    this.board.clock(time);
    this.#asks(frame);
    this.#menu(frame);
    this.out.hidden = guest; // a guest would leave the table by it, as by the button "Leave"
    this.#over(frame);
    if (begins) this.#rest();
    this.root.setAttribute("data-own", seat);
    this.root.removeAttribute("data-waits");
    for (const at of [this.board.element, this.root]) {
      at.toggleAttribute("data-lobby", table.play === null);
      at.setAttribute("data-turn", turn ?? "");
      at.setAttribute("data-seq", seq);
    }
  }

  /* Makes a new board if the players have changed. Returns true if it did: the reader sees this board for the first
   * time. */
  #sit({ table, seat }) {
    const names = namesOf(table);
    const powers = hasPowers(table);
    const who = JSON.stringify([names, seat, powers]);
    if (who === this.who && this.board !== null) return false;
    this.board?.leave();
    Object.assign(this, { who, moves: new Moves(), key: undefined, overKey: "", asked: null });
    this.board = new Board({ names, own: seat, powers, act: (action) => this.#act(action), where: whereOf(table),
                             more: [this.rules, this.beside, this.out] });
    this.board.element.append(this.panel.element);
    this.board.enter(this.root);
    return true;
  }

  /* Shows the round again only if it has changed, so that a question stays open while the reader thinks. */
  #round(frame, quiet) {
    const view = seatView(frame);
    const fresh = this.moves.next(frame.table);
    const key = JSON.stringify(view);
    Object.assign(this.board, { several: playsSeveral(frame), colours: frame.colours, extra: this.#extra(frame) });
    if (key !== this.key || fresh.length > 0 || quiet) this.board.show(view, fresh, { quiet });
    else this.board.refresh();
    this.key = key;
  }

  /* -- what is done -- */

  #act(action) {
    if (action.do === "typed") return this.#said(action.text);
    if (lacksColour(action)) return { ask: "colour" };
    const done = this.#said(actionWords(action, this.frame), this.stamp);
    if (done === null && action.do === "play") this.board.ahead(action.card, action.colour);
    return done;
  }

  #said(words, stamp) {
    return this.say(words, stamp) ? null : { refused: tr("The connection is lost; it is tried again.") };
  }

  /* Shows an answer that only this seat gets. If it refuses a play, the card comes back into the hand. */
  told({ words, controls = [], stamp }) {
    this.root.removeAttribute("data-waits");
    if (controls.length > 0) {
      this.panel.show({ words, controls, stamp });
      return;
    }
    this.panel.hide();
    this.board?.back();
    this.board?.tell(words);
    this.board?.log.add(words);
  }

  /* Shows words about a lost connection; "": it is back. */
  lost(words) {
    this.board?.lost(words);
  }

  /* -- what is asked -- */

  /* Shows the questions that the board does not ask by itself: what an unfinished play lacks, and what to do without a
   * round. */
  #asks({ asked, choices, table, beside, rules }) {
    const byPhase = ["colour", "target"].includes(table.play?.phase);
    const question = table.play === null ? this.#lobby(table, beside, rules) : choices.length === 0 || byPhase ? null : this.#question(asked, choices.filter(({ kind }) => kind !== "menu"));
    const key = question === null ? null : JSON.stringify(question);
    if (key === this.asked) return;
    this.asked = key;
    this.board.ask(question, (value) => this.say(question.words?.(value) ?? value, this.stamp), question?.back);
  }

  #question(title, all) {
    const choices = all.filter(({ words }) => words !== ANOTHER);
    if (choices.length === 0) return null;
    const { colour, target } = choices[0];
    const back = () => this.#another(choices.length < all.length);
    if (colour !== undefined)
      return { kind: "colour", title, back, options: choices.map((one) => one.colour), words: (value) => choices.find((one) => one.colour === value).words };
    if (target !== undefined)
      return { kind: "target", title, back, options: choices.map((one) => one.target), words: (value) => choices.find((one) => one.target === value).words };
    return { kind: "words", title, back, options: choices.map(({ words, label }) => ({ value: words, words: label, attributes: { "data-do": first(words) } })) };
  }

  /* The reader wants another card than that of the question. The server asks again, so it must know (`begun`). */
  #another(begun) {
    this.asked = null;
    this.board.back();
    if (begun) this.say(ANOTHER, this.stamp);
  }

  #lobby(table, beside, rules) {
    const options = beside.filter(({ off, words }) => off !== true && IN_LOBBY.includes(words))
      .map(({ words, label }) => ({ value: words, words: label, attributes: { "data-do": words } }));
    return { kind: "words", title: waitsWords(table), about: rules, options, focus: false };
  }

  /* -- beside the round -- */

  #extra({ beside }) {
    return beside.filter(({ words }) => IN_BAR.includes(words))
      .map(({ words, label, off }) => ({ name: words, words: label, off: off === true, press: () => this.say(words, this.stamp) }));
  }

  #menu({ beside, rules }) {
    const key = JSON.stringify([beside, rules]);
    if (key === this.menuKey) return;
    this.menuKey = key;
    this.rules.textContent = rules;
    fill(this.beside, ...beside.filter(({ words }) => !IN_BAR.includes(words)).map(({ words, label, strong, off }) =>
      element("button", { type: "button", class: strong ? "strong" : null, disabled: off === true, "data-do": words, onclick: () => {
        this.board.top.close();
        this.say(words, this.stamp);
      } }, label)));
  }

  /* Moves the focus to the open question, or to the hand. */
  #rest() {
    const button = this.board?.over?.element.querySelector(".btn:not(:disabled)") ?? this.board?.questions.element?.querySelector("button");
    if (button) focusOn(button);
    else this.board?.focus();
  }

  /* -- the end of a round -- */

  #over({ table, seat, beside }) {
    const { end, play } = table;
    const [start, leave] = ["start", "leave"].map((name) => beside.find(({ words }) => words === name));
    const key = play !== null || end === null ? "" : JSON.stringify([end, start, leave, this.who]);
    if (key !== this.overKey) {
      this.overKey = key;
      this.board.end(key === "" ? null : { ...endOf(table, seat), waits: "", buttons: this.#endButtons(end, start, leave) });
    }
    this.#tick();
  }

  #endButtons({ round }, start, leave) {
    const press = ({ words }) => () => this.say(words, this.stamp);
    return [start && { name: "start", words: start.label, kind: "key", off: start.off === true, press: press(start) },
            { name: "replay", words: tr("Watch it again"), href: replayAddress(round) },
            leave && { name: "leave", words: leave.label, press: press(leave) }].filter(Boolean);
  }

  #tick() {
    const waits = this.board?.over?.element.querySelector(".clock");
    const words = this.due === null ? "" : untilDeal(this.due);
    if (waits && waits.textContent !== words) waits.textContent = words;
  }
}
