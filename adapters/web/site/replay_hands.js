/* replay_hands.js: hands that lie open at the seats of a table (board_seats.js), as a replay shows them. */
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

  /* `hands`: [seat] of faces; null: of that seat only the backs are seen. Call it after Board.show(). */
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
