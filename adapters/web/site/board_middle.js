/* board_middle.js: the middle of the table: the draw pile, the pile in its ring, the power card, and the last move. */
import { card, cardBack, colourWord } from "./card.js";
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";
import { codeOf, shortWords } from "./moves.js";
import { dueOf, withNames } from "./board_words.js";
import { Ring, colourChip } from "./ring.js";
import { say, tr, trn } from "./words.js";

const UNDER = 2; // cards below the top one that are visible

export class Middle {
  /* `draw()` is called when the draw pile is pressed, `log()` when the last move is. */
  constructor({ names, draw, log }) {
    this.names = names;
    this.ring = new Ring();
    this.under = [];
    this.number = element("span", { class: "num" });
    this.stack = element("span", { class: "st", "aria-hidden": "true" }, cardBack(), cardBack(), cardBack(), this.number);
    this.stock = element("button", { type: "button", class: "stock", tabindex: "-1", "data-stock": true, onclick: draw }, this.stack,
      element("span", { class: "label", "aria-hidden": "true" }, tr("Draw pile")));
    this.pile = element("div", { class: "pile", role: "img", "data-pile": "" });
    this.field = element("span", { class: "swatch" });
    this.colour = element("b", {});
    this.inforce = element("span", { class: "inforce", "aria-hidden": "true" }, this.field, this.colour);
    this.mat = element("div", { class: "mat" }, this.ring.element, this.pile, this.inforce);
    this.power = element("div", { class: "power" });
    this.words = element("span", { "data-last-move": "" });
    this.face = element("span", { class: "face", "aria-hidden": "true" });
    this.said = element("button", { type: "button", class: "last", onclick: log }, this.face, this.words, icon("up"));
    this.earlier = element("div", { class: "earlier", "aria-hidden": "true" });
    this.element = element("div", { class: "mid" }, element("div", { class: "centre" }, this.stock, this.mat, this.power, this.earlier, this.said));
  }

  /* Shows the middle. Returns what changed in the ring (ring.js). `canDraw`: the draw pile may be pressed. */
  show(view, { canDraw = false, own = null } = {}) {
    const code = codeOf(view.top);
    const key = `${code} ${view.colour}`;
    if (key !== this.key) {
      if (this.key !== undefined && code !== this.code && this.code !== null) this.under = [...this.under, [this.code, this.was]].slice(-UNDER);
      fill(this.pile, ...this.under.map(([one, colour], at) =>
             element("span", { class: `under u${at + 1 + UNDER - this.under.length}` }, card(one, { hidden: true, form: "pile", colour }))),
           code === null ? null : element("span", { class: "upper" }, card(code, { hidden: true, form: "pile", colour: view.colour })));
      Object.assign(this, { key, code, was: view.colour });
    }
    const left = say(trn("{n} card", "{n} cards", view.pile), { n: view.pile });
    const direction = view.clockwise ? tr("Clockwise.") : tr("Counter-clockwise.");
    this.pile.setAttribute("aria-label", [code === null ? null : say(tr("On top: {card}."), { card: shortWords(code) }),
      view.colour === "none" ? null : say(tr("Colour: {colour}."), { colour: colourWord(view.colour) }), direction, this.#dueWords(view),
      say(tr("Draw pile: {cards}."), { cards: left })].filter(Boolean).join(" "));
    this.number.textContent = view.pile;
    this.stock.setAttribute("aria-label", canDraw ? say(tr("Draw ({cards} left)"), { cards: left }) : say(tr("Draw pile: {cards}."), { cards: left }));
    this.stock.toggleAttribute("data-can", canDraw);
    this.stock.disabled = !canDraw;
    this.inforce.hidden = view.colour === "none";
    if (view.colour !== this.shownColour) {
      fill(this.field, colourChip(view.colour));
      this.colour.textContent = colourWord(view.colour);
      this.shownColour = view.colour;
    }
    this.#beside(view, own);
    return this.ring.show(view.colour, view.clockwise);
  }

  #dueWords(view) {
    const n = dueOf(view);
    return n > 0 ? say(trn("{n} card to draw.", "{n} cards to draw.", n), { n }) : null;
  }

  /* Shows what else is in force: a sum to draw, Hyperspeed, the reader's power card (flex). */
  #beside(view, own) {
    const notes = [];
    const due = dueOf(view);
    if (due > 0) notes.push(element("b", { class: "sum" }, `+${due}`), tr("to draw"));
    if (view.hyper !== "none") notes.push(tr("Hyperspeed"), " ", element("b", {}, colourWord(view.hyper)));
    if (this.powers && own !== null)
      notes.push(element("span", { class: "note" }, tr("your power card"), element("b", {}, view.powerRed.includes(own) ? tr("closed ✗") : tr("open ✓"))));
    fill(this.power, ...notes);
  }

  /* Shows the last move: its words, and the card that was put down. */
  say(words, code, colour) {
    if (this.words.textContent !== words) fill(this.words, element("span", {}, ...withNames(words, this.names)));
    fill(this.face, code === null || code === undefined ? null : card(code, { hidden: true, form: "pile", colour }));
    this.said.hidden = words === "";
  }

  /* Shows the moves before the last one, the newest last. They need room, and no log beside the table. */
  before(lines) {
    fill(this.earlier, ...lines.map((words) => element("span", {}, ...withNames(words, this.names))));
  }

  top() {
    return this.pile.querySelector(".upper");
  }
}
