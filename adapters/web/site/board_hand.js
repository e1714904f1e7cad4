/* board_hand.js: the reader's own hand. Cards overlap only as much as they must, and playable cards are raised. The Tab
 * key stops at the hand once; the arrow keys go from card to card. */
import { withNames } from "./board_words.js";
import { card, cardWords, inOrder } from "./card.js";
import { element, fill, focusOn } from "./dom.js";
import { codeOf } from "./moves.js";
import { say, tr } from "./words.js";

const ROWS = 9; // cards; a larger hand has smaller ones, and may take two rows
const CROWD = 25; // cards; a larger hand has still smaller ones

export class Hand {
  /* `play(code, {normal, flex}, byKey)` is called for a pressed card, with the sides that can be played. */
  constructor({ names, play }) {
    this.names = names;
    this.play = play;
    this.held = new Map();
    this.me = element("p", { class: "me" });
    this.cards = element("ul", { class: "hand", "data-hand": "", "data-arc": true, "aria-label": tr("Your hand") });
    this.element = element("section", { class: "mine", "aria-label": tr("Your hand") }, this.me, element("div", { class: "handbox" }, this.cards));
    this.cards.addEventListener("keydown", (event) => this.#walk(event));
    this.cards.addEventListener("focusin", (event) => this.#stop(event.target.closest("button")));
  }

  #held(key, code) {
    const button = element("button", { type: "button", "data-card": code, tabindex: "-1",
      onclick: (event) => this.play(code, this.#sides(code), event.detail === 0) }, card(code, { hidden: true, form: "hand" }));
    const made = { key, code, button, item: element("li", {}, button) };
    this.held.set(key, made);
    return made;
  }

  #sides(code) {
    const has = (faces) => faces.some((face) => codeOf(face) === code);
    return { normal: has(this.view.playable), flex: has(this.view.playableFlex) };
  }

  /* Shows the hand. Returns the elements of its new cards, for the flights. `acts`: a card may be played now. */
  show(view, { acts, words, turn }) {
    this.view = view;
    const seen = new Map();
    const before = new Set(this.held.keys());
    const row = inOrder(view.hand).map((face) => {
      const code = codeOf(face);
      const nth = seen.get(code) ?? 0;
      seen.set(code, nth + 1);
      const key = `${code} ${nth}`;
      before.delete(key);
      return this.held.get(key) ?? Object.assign(this.#held(key, code), { fresh: true });
    });
    for (const key of before) this.held.delete(key);
    const focused = document.activeElement;
    const kept = row.map(({ item }) => item);
    if (kept.length !== this.cards.children.length || kept.some((item, at) => this.cards.children[at] !== item)) fill(this.cards, ...kept);
    if (focused !== document.activeElement && this.cards.contains(focused)) focusOn(focused);
    this.cards.style.setProperty("--n", row.length);
    this.cards.toggleAttribute("data-rows", row.length > ROWS);
    this.cards.toggleAttribute("data-crowd", row.length > CROWD);
    row.forEach(({ item, button, code }, at) => {
      item.style.setProperty("--i", at);
      const { normal, flex } = this.#sides(code);
      const can = acts && (normal || flex);
      button.classList.toggle("playable", can);
      if (can) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
      const pattern = !can ? "{card}" : normal ? tr("{card}, can be played") : tr("{card}, can be played by its flex side");
      button.setAttribute("aria-label", say(pattern, { card: cardWords(code) }));
    });
    if (!row.some(({ button }) => button.tabIndex === 0 && (button === document.activeElement || button.classList.contains("playable"))))
      this.#stop((row.find(({ button }) => button.classList.contains("playable")) ?? row[0])?.button);
    this.say(words);
    this.me.toggleAttribute("data-turn", turn);
    const fresh = row.filter((one) => one.fresh);
    fresh.forEach((one) => delete one.fresh);
    return fresh.map(({ button }) => button);
  }

  /* Shows words above the cards. */
  say(words) {
    if (this.me.textContent !== words) fill(this.me, element("span", { class: "you" }, ...withNames(words, this.names)));
  }

  get playable() {
    return this.cards.querySelectorAll(".playable").length;
  }

  button(code) {
    return this.cards.querySelector(`button[data-card="${CSS.escape(code)}"]`);
  }

  /* Keeps a card raised while a question is about it. null: raises none. */
  choose(code) {
    this.cards.querySelector(".chosen")?.classList.remove("chosen");
    if (code !== null) this.button(code)?.classList.add("chosen");
  }

  focus() {
    focusOn(this.cards.querySelector(".playable") ?? this.cards.querySelector("button[tabindex='0']"));
  }

  #stop(button) {
    if (!button) return;
    for (const one of this.cards.querySelectorAll("[tabindex='0']")) one.tabIndex = -1;
    button.tabIndex = 0;
  }

  #walk(event) {
    const buttons = [...this.cards.querySelectorAll("button")];
    const at = buttons.indexOf(event.target.closest("button"));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    focusOn(buttons[(to + buttons.length) % buttons.length]);
    event.preventDefault();
  }
}
