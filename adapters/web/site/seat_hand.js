/* seat_hand.js: the hand of a seat's page: cards, what is asked, and answers, as buttons to press or words to
 * type. What may be done the document says (bot/pages/seat/seat_json.h), with the words that do it. */
import { cardWords } from "./card.js";
import { element, fill, focusAsked, focusOn } from "./dom.js";
import { arrows, cardButton } from "./hand.js";
import { colourMark } from "./table.js";
import { say, tr } from "./words.js";

/* By the first of the words that a control says: the key that presses it. */
const KEYS = { draw: "d", keep: "k", accept: "a", challenge: "c" };
const first = (words) => words.split(" ")[0];

/* The cards behind the first one of a play of several: "play R7+G7 uno". */
const moreOf = ({ words }) => words.split(" ")[1].split("+").slice(1);

export class SeatHand {
  /* `act(words, stamp)`: says it. */
  constructor(act) {
    Object.assign(this, { act, uno: false, asking: null });
    this.title = element("h2", { id: "hand-title" });
    this.said = element("p", { class: "said", role: "alert" });
    this.cards = element("ul", { class: "cards", "aria-label": tr("Your cards") });
    this.choices = element("div", { class: "choices", role: "group", "aria-labelledby": "question" });
    this.answers = element("div", { class: "controls answers" });
    this.typed = element("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
                                    placeholder: "R5", maxlength: 300 });
    this.element = element("section", { class: "hand", "aria-labelledby": "hand-title", tabindex: "-1" },
      this.title, this.said, this.cards, this.choices, this.answers,
      element("form", { class: "typing", onsubmit: (event) => this.#type(event) },
        element("label", { for: "typed" }, tr("Or type it (R5, W4 blue, draw):")), this.typed));
    this.element.addEventListener("keydown", (event) => arrows(event));
    window.addEventListener("keydown", (event) => this.#key(event));
  }

  /* -- what is shown -- */

  show(seat) {
    const { hand, asked, choices, actions, turn, stamp, plays } = seat;
    const acts = plays && turn === seat.seat;
    const key = JSON.stringify([hand, asked, choices, actions, acts, plays, seat.table.play?.top, seat.table.play?.colour]);
    this.stamp = stamp;
    if (key === this.key) return;
    this.key = key;
    this.seat = seat;
    this.acts = acts;
    this.asking = null;
    const focus = this.#focused();
    if (!hand.some(({ ways }) => ways?.some(({ uno }) => uno))) this.uno = false;
    this.title.textContent = this.#titleOf(seat);
    fill(this.cards, ...hand.map((held, at) => element("li", {}, this.#card(held, at))));
    this.#ask();
    this.#answer();
    if (focus !== null) this.#focus(focus);
  }

  #titleOf({ plays, table }) {
    if (!plays) return table.play === null ? tr("No round is running.") : tr("You are in from the next deal on.");
    return this.acts ? say(tr("Your turn on {top}."), { top: cardWords(table.play.top) }) : tr("Your hand; it is not your turn.");
  }

  #card({ card, playable, ways }, at) {
    const by = !playable ? "" : ways.every(({ flex }) => flex) ? "flex" : "normal";
    return cardButton(card, by, { "data-at": at }, () => (playable ? this.#play(card, ways) : this.#sayCard(card)));
  }

  /* What one presses that cannot be played: the table says why. */
  #sayCard(card) {
    this.#do(`play ${card}`);
  }

  #control({ words, label, strong, off, colour, target }) {
    return element("button", { type: "button", class: strong ? "strong" : null, disabled: off === true, "data-do": first(words),
                               "data-colour": colour, "data-target": target, "aria-keyshortcuts": KEYS[first(words)],
                               onclick: () => this.#do(words) },
      colour ? colourMark(colour) : null, label);
  }

  /* What the table asks, or what this page does before a card can be said. */
  #ask() {
    const { asked, choices } = this.seat;
    const { question, options } = this.asking ?? { question: asked, options: choices.map((one) => this.#control(one)) };
    fill(this.choices, question === "" ? null : element("p", { id: "question" }, question), ...options);
  }

  #answer() {
    const toggles = this.seat.hand.some(({ ways }) => ways?.some(({ uno }) => uno));
    const shown = this.seat.actions.filter(({ words, strong }) => words !== "uno" || strong || !toggles);
    fill(this.answers, ...shown.map((one) => this.#control(one)), toggles ? this.#unoToggle() : null);
  }

  /* it is said with the play. */
  #unoToggle() {
    const made = element("button", { type: "button", "data-do": "uno", "aria-pressed": String(this.uno), "aria-keyshortcuts": "u",
      onclick: () => {
        this.uno = !this.uno;
        made.setAttribute("aria-pressed", String(this.uno));
      } }, tr("Say UNO with the card"));
    return made;
  }

  /* -- where the focus is -- */

  /* What has it here, to be found again; null: something else of the page has it. */
  #focused() {
    const on = document.activeElement;
    if (on === document.body || on === null) return "";
    if (!this.element.contains(on)) return null;
    return on === this.typed ? "typed" : "";
  }

  #focus(where) {
    if (where === "typed") return;
    const wanted = this.choices.querySelector("button") ?? this.cards.querySelector(".playable") ??
      this.answers.querySelector("button:not(:disabled)");
    focusOn(this.acts && wanted !== null ? wanted : this.element);
  }

  /* -- what is done -- */

  #play(card, ways) {
    const open = ways.filter(({ uno }) => uno === this.uno);
    const left = open.length > 0 ? open : ways;
    if (left.length === 1) {
      this.#do(left[0].words);
      return;
    }
    const several = left.some(({ more }) => more > 0);
    const label = (way) => (way.flex ? tr("by its flex side")
      : way.more > 0 ? say(tr("with {cards}"), { cards: moreOf(way).map(cardWords).join(", ") })
      : several ? tr("alone") : tr("by its normal side"));
    const question = several ? tr("{card}: which cards with it?") : tr("{card}: by which side?");
    this.asking = {
      question: say(question, { card: cardWords(card) }),
      options: [...left.map((way) => element("button", { type: "button", "data-way": way.words, onclick: () => this.#do(way.words) }, label(way))),
                element("button", { type: "button", "data-do": "back", onclick: () => this.#back() }, tr("Another card"))] };
    this.#ask();
    focusAsked(this.choices);
  }

  #back() {
    this.asking = null;
    this.#ask();
    this.#focus("");
  }

  #do(words) {
    this.said.textContent = "";
    this.act(words, this.stamp);
  }

  tell(words) {
    this.said.textContent = words;
  }

  #type(event) {
    event.preventDefault();
    const words = this.typed.value.trim();
    if (words === "") return;
    this.said.textContent = "";
    if (this.act(words, undefined)) this.typed.value = "";
  }

  #key(event) {
    if (!this.element.isConnected || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    if (event.key === "Escape" && this.asking !== null) this.#back();
    const wanted = Object.keys(KEYS).find((name) => KEYS[name] === event.key) ?? (event.key === "u" ? "uno" : null);
    if (wanted !== null) this.answers.querySelector(`[data-do=${wanted}]:not(:disabled)`)?.click();
  }
}
