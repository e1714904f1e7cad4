/* board_ask.js: the questions that the table asks over the pile: colour, side, further cards, words of power, the
 * challenge. To choose a player, the reader presses a seat instead (board_seats.js). A question takes the focus. */
import { card, cardWords, colourKeys, colourLetter, colourWord } from "./card.js";
import { element, focusOn } from "./dom.js";
import { colourField } from "./ring.js";
import { say, tr } from "./words.js";

export const WORDS = () => tr("By the power of Grayskull, I have the power!");

/* Shows the key of a colour, unless it is the letter on the colour. */
const keyHint = (key, letter) => (key === letter.toLowerCase() ? null : element("kbd", { "aria-hidden": "true" }, key.toUpperCase()));

/* Shows the colours in two columns, each with the number of its cards in the hand. */
function pad({ options, held, answer, title }) {
  const keys = colourKeys(options);
  return element("div", { class: "pad", role: "group", "aria-label": title },
    ...options.map((colour) => element("button", { type: "button", "data-colour": colour, "aria-keyshortcuts": keys.get(colour),
                                                   onclick: (event) => answer(colour, event.detail === 0) },
      colourField(colour), element("span", {}, element("b", { class: "letter" }, colourLetter(colour, options)), colourWord(colour),
        held === null ? null : element("small", {}, say(tr("{n} in hand"), { n: held[colour] ?? 0 }))),
      keyHint(keys.get(colour), colourLetter(colour, options)))));
}

/* Shows two or more cards to choose from: {value, codes, words, small, attributes} each. */
function choice({ options, answer, title }) {
  return element("div", { class: "two", role: "group", "aria-label": title }, element("h2", {}, title),
    element("div", {}, ...options.map(({ value, codes, words, small, attributes }) =>
      element("button", { type: "button", ...attributes, onclick: (event) => answer(value, event.detail === 0) },
        element("span", { class: "row" }, ...codes.map((code) => card(code, { hidden: true, form: "pile" }))), element("b", {}, words),
        small ? element("small", {}, small) : null))));
}

function panel({ code, title, about, options = [], answer, alert }) {
  const id = "question";
  return element("div", { class: "ask", role: alert ? "alertdialog" : "group", "aria-labelledby": id },
    code ? card(code, { hidden: true, form: "pile" }) : null,
    element("div", {}, element("h2", { id }, title), about ? element("p", {}, about) : null,
      ...options.map(({ value, words, attributes }) => element("button", { type: "button", class: "btn ink", ...attributes,
        onclick: (event) => answer(value, event.detail === 0) }, words))));
}

const SHAPES = { colour: pad, side: choice, more: choice, proclaim: panel, challenge: panel, words: panel };

export class Questions {
  constructor(place) {
    this.place = place;
    this.element = null;
  }

  /* Shows a question: {kind, ...}, as the functions above take it. null: closes it. */
  show(asked) {
    this.element?.remove();
    this.element = null;
    this.asked = asked;
    if (asked === null || !(asked.kind in SHAPES)) return;
    this.element = SHAPES[asked.kind](asked);
    this.element.classList.add("question");
    this.place.append(this.element);
    if (asked.focus !== false) focusOn(this.element.querySelector("button"));
    this.element.addEventListener("keydown", (event) => this.#walk(event));
  }

  /* The arrow keys move from answer to answer. Colours stand in two columns, so up and down skip one. */
  #walk(event) {
    const wide = this.asked.kind === "colour" ? 2 : 1;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: wide, ArrowUp: -wide }[event.key];
    if (step === undefined) return;
    const buttons = [...this.element.querySelectorAll("button")];
    const at = buttons.indexOf(event.target.closest("button"));
    focusOn(buttons[(at + step + buttons.length) % buttons.length]);
    event.preventDefault();
  }

  /* Handles a letter while the question is about a colour. Returns true if it is the key of one. */
  key(letter) {
    if (this.asked?.kind !== "colour") return false;
    const button = [...this.element.querySelectorAll("[data-colour]")].find((one) => one.getAttribute("aria-keyshortcuts") === letter);
    button?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    return button !== undefined;
  }
}

/* Asks by which side a flex card is played. */
export function sideQuestion(code, flexColour) {
  return { kind: "side", title: say(tr("{card}: by which side?"), { card: cardWords(code) }), options: [
    { value: "", codes: [code.split("|")[0]], words: tr("by its normal side"), attributes: { "data-side": "normal" } },
    { value: "flex", codes: [code], words: tr("by its flex side"), small: colourWord(flexColour), attributes: { "data-side": "flex" } }] };
}

/* HR-14: asks which other cards are played with this one. */
export function moreQuestion(code, others) {
  const upTo = (n) => others.slice(0, n);
  return { kind: "more", title: say(tr("{card}: which cards with it?"), { card: cardWords(code) }), options: [
    { value: [], codes: [code], words: tr("alone"), attributes: { "data-more": 0 } },
    ...others.map((_, at) => ({ value: upTo(at + 1), codes: [code, ...upTo(at + 1)], attributes: { "data-more": at + 1 },
                                words: say(tr("with {cards}"), { cards: upTo(at + 1).map(cardWords).join(", ") }) }))] };
}

export const proclaimQuestion = (code) => ({ kind: "proclaim", code, title: WORDS(),
  options: [{ value: "proclaim", words: tr("Speak the words"), attributes: { "data-do": "proclaim" } }] });
