/* table.js: a round as one sees it: who sits there, the piles, and what happened. Replays and tables
 * without a server show it alike. */
import { card, cardBack, cardWords, colourLetter, colourWord, inOrder } from "./card.js";
import { element, fill } from "./dom.js";
import { waitsFor } from "./tell.js";
import { say, tr, trn } from "./words.js";

const cardsLeft = (n) => say(trn("{n} card", "{n} cards", n), { n });

/* What stands beside a name, beyond the number of cards. */
export function badges(view, seat) {
  const told = [];
  if (view.exposed.includes(seat)) told.push(tr("has not said UNO"));
  if (view.announced.includes(seat)) told.push(tr("said UNO"));
  if (view.powerRed.includes(seat)) told.push(tr("power ✗"));
  if (view.places[seat] > 0) told.push(say(tr("place {n}"), { n: view.places[seat] }));
  else if (!view.inRound.includes(seat)) told.push(tr("out of the round"));
  return told;
}

export const cardRow = (faces, label) =>
  element("ul", { class: "cards", "aria-label": label },
    ...inOrder(faces).map((face) => element("li", {}, card(face))));

function seatItem(view, seat, { names, hands }) {
  const acts = view.phase !== "over" && view.turn === seat;
  const hand = hands?.[seat];
  return element("li", { "data-seat": seat, "aria-current": acts ? "true" : null },
    element("bdi", { class: "name" }, names[seat]),
    element("span", { class: "count" }, cardsLeft(view.counts[seat])),
    ...badges(view, seat).map((badge) => element("span", { class: "badge" }, badge)),
    hand ? cardRow(hand, say(tr("Hand of {player}"), { player: names[seat] })) : null);
}

/* A colour by its letter, beside its word. */
export const colourMark = (colour) => element("b", { "aria-hidden": "true" }, colourLetter(colour));

/* The colour in force, by letter and word as well. */
export const colourChip = (colour) =>
  element("span", { class: "chip", "data-colour": colour }, colourMark(colour), colourWord(colour));

export function piles(view) {
  const rows = [
    [tr("Draw pile"), cardBack(), cardsLeft(view.pile)],
    [tr("On top"), view.top ? card(view.top) : null, null],
    [tr("Colour"), view.colour === "none" ? "–" : colourChip(view.colour), null],
    [tr("Direction"), view.clockwise ? tr("clockwise ↻") : tr("counter-clockwise ↺"), null],
  ];
  if (view.pending > 0) rows.push([tr("To draw"), cardsLeft(view.pending), null]);
  if (view.hyper !== "none") rows.push([tr("Hyperspeed"), colourChip(view.hyper), null]);
  return rows.map(([name, ...what]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, ...what)));
}

/* Makes the parts of a table, to be filled by show(). */
export class TableView {
  constructor(names) {
    this.names = names;
    this.seats = element("ol", { class: "seats", "aria-label": tr("Players") });
    this.piles = element("dl", { class: "piles" });
    this.status = element("p", { class: "status" });
    this.element = element("section", { class: "table", "aria-label": tr("Table") },
      this.seats, this.piles, this.status);
  }

  /* `hands`: [seat] of the hands to be shown. */
  show(view, hands = []) {
    fill(this.seats, ...this.names.map((_, seat) => seatItem(view, seat, { names: this.names, hands })));
    fill(this.piles, ...piles(view));
    this.status.textContent = waitsFor(view, this.names);
  }
}

/* What happened, the newest last; screen readers are told each line as it comes. */
export class LogView {
  constructor() {
    this.lines = element("div", { role: "log", "aria-live": "polite", "aria-label": tr("What happened"), tabindex: "0" });
    this.element = element("section", { class: "log" }, element("h2", {}, tr("What happened")), this.lines);
  }

  add(line) {
    if (line === "") return;
    this.lines.append(element("p", {}, line));
    this.end();
  }

  /* Shows the newest line. */
  end() {
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  clear() {
    fill(this.lines);
  }
}

export const topWords = (view) => (view.top ? say(tr("On top {top}."), { top: cardWords(view.top) }) : "");
