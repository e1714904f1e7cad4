/* replay_hands.js: shows open hands at the seats of a table (board_seats.js), for a replay. */
import { card, cardWords, inOrder } from "./card.js";
import { element, fill } from "./dom.js";
import { say, tr } from "./words.js";

export class OpenHands {
  constructor(board) {
    this.seats = board.seats;
    this.rows = new Map();
    for (const [seat, at] of this.seats.seats) {
      const row = element("span", { class: "open", "aria-hidden": "true" });
      at.inside.append(row);
      this.rows.set(seat, row);
    }
  }

  /* `hands`: the faces of each seat; null: show only the backs of that seat. Call it after Board.show(). */
  show(hands) {
    this.seats.element.toggleAttribute("data-open", hands.some((hand) => hand !== null));
    for (const [seat, row] of this.rows) {
      const hand = hands[seat] === null ? null : inOrder(hands[seat]);
      const at = this.seats.at(seat);
      at.element.toggleAttribute("data-hand-open", hand !== null);
      fill(row, ...(hand ?? []).map((face) => element("span", {}, card(face.code, { hidden: true, form: "hand" }))));
      if (hand !== null) at.words.textContent += `. ${say(tr("Hand: {cards}"), { cards: hand.map(cardWords).join(", ") })}`;
    }
  }
}
