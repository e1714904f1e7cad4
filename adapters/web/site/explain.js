/* explain.js: says what a special card does when the reader first meets it in a set. The sentences are those of the
 * sets' pages (bot/pages/html/set_words.c). The browser remembers which ones it has shown, so each appears once. */
import { card, cardWords, faceOf } from "./card.js";
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";
import { codeOf } from "./moves.js";
import { keep, kept } from "./signals.js";
import { tr } from "./words.js";

const TOLD = "talon.told";

/* The sentences by kind (engine/notation.h). "flex" is for any card with a flex side, "flip" for a flip icon. */
const SENTENCES = {
  skip: () => tr("The next player loses the turn."),
  rev: () => tr("The direction turns. Between two players it is a Skip."),
  "+2": () => tr("The next player draws 2 cards and loses the turn. No card answers it, unless a house rule lets draw cards add up."),
  W: () => tr("Goes on any card. You name the colour that is in force; it may be the same again."),
  W4: () => tr("You name the colour; the next player draws 4 cards and loses the turn, or challenges. If it was a bluff, you draw the 4 and the challenger keeps the turn; if not, the challenger draws 6."),
  WH: () => tr("You name a colour. While it lasts, each card of it makes the next player lose the turn."),
  WS: () => tr("You speak the words of power and name the colour; all others draw 3 cards."),
  WW: () => tr("You name the colour, all others show their hands, and you choose who of its holders loses the turn."),
  WM: () => tr("You name the colour; the next player draws until a card of it comes."),
  WT2: () => tr("You name the colour and choose a player, who draws 2 cards and loses no turn."),
  WA2: () => tr("You name the colour, and all others draw 2 cards; nobody loses a turn."),
  WF4: () => tr("You name the colour and choose a player, who draws 4 cards and loses no turn. It cannot be challenged."),
  WAF: () => tr("You name the colour, and every player's power card turns over, yours too."),
  flex: () => tr("While yours shows ✓ you may play a card by its flex side. That turns it to ✗."),
  flip: () => tr("A number with a flip icon turns your power card over, from ✓ to ✗ or back."),
};

/* Returns the key of a card's sentence; null: the card needs none. */
function kindOf(code) {
  const face = faceOf(code);
  if (face === null) return null;
  if (face.flip) return "flip";
  const kind = face.face in SENTENCES ? face.face : null;
  return face.flex && face.colour !== "none" ? "flex" : kind;
}

export class Explainer {
  constructor() {
    this.told = new Set((kept(TOLD) ?? "").split(" ").filter(Boolean));
    this.element = element("aside", { class: "tip", hidden: true, "aria-label": tr("A new card") });
  }

  /* Explains the first of these cards whose kind was not explained yet. */
  show(cards) {
    if (!this.element.hidden) return;
    for (const code of cards.map(codeOf)) {
      const kind = code === null ? null : kindOf(code);
      if (kind === null || this.told.has(kind)) continue;
      this.told.add(kind);
      keep(TOLD, [...this.told].join(" "));
      fill(this.element, card(code, { hidden: true }), element("p", {}, element("b", {}, cardWords(code)), " ", SENTENCES[kind]()),
           element("button", { type: "button", class: "tool", "data-do": "understood", "aria-label": tr("Close"), onclick: () => this.hide() }, icon("close")));
      this.element.hidden = false;
      return;
    }
  }

  hide() {
    this.element.hidden = true;
  }
}
