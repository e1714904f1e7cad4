/* board_flights.js: shows the motion of a move, and plays its sounds. The board calls before() while it shows the old
 * state, and after() when it shows the new one. */
import { card, cardBack } from "./card.js";
import { codeOf } from "./moves.js";
import { MS, fade, fly, hit, land, pop, rectOf, turnRound } from "./motion.js";

const APART = 60; // milliseconds from one card of a draw to the next
const SHOWN = 3; // cards of a draw that fly at most
const DEAL_APART = 40;

export class Flights {
  constructor(board) {
    this.board = board;
    this.from = new Map();
  }

  /* Remembers where each played card starts, because the new state shows the hand or seat without it. */
  before(events) {
    const { board } = this;
    land();
    this.from.clear();
    for (const { kind, seat, face } of events ?? []) {
      if (kind !== "played") continue;
      const mine = seat === board.own ? board.hand?.button(codeOf(face)) ?? null : null;
      this.from.set(seat, rectOf(mine ?? board.seats.fan(seat)?.querySelector(".card")));
    }
  }

  /* `changed`, `fresh`: from Middle.show() and Hand.show(). `there`: the reader's card is on the pile already. */
  after(events, { changed, fresh, there = false }) {
    const { board } = this;
    const { middle, seats, signals } = board;
    let drawn = 0;
    for (const event of events) {
      const { kind, seat, count } = event;
      if (kind === "played") {
        if (!there || seat !== board.own) fly(card(codeOf(event.face), { hidden: true, form: "pile", colour: event.colour }), this.from.get(seat) ?? null, middle.top(),
            { ms: MS.play, turn: seat === board.own ? 6 : -10 });
        signals.play(board.view.announced.includes(seat) && events.some((one) => one.kind === "uno") ? "uno" : "card");
      } else if (kind === "dealt") this.#deal(fresh);
      else if (kind === "drew") {
        drawn += this.#draw(seat, count, fresh, drawn);
        signals.play("draw");
      }
    }
    for (const at of board.marks.hit.keys()) hit(seats.at(at)?.inside ?? board.hand?.me);
    if (board.marks.seat !== null) {
      const at = seats.at(board.marks.seat);
      pop(at?.did.firstChild);
      pop(at?.number, 1.5);
    }
    if (changed.colour) fade(middle.ring.band);
    if (changed.direction) turnRound(middle.ring.arrows);
  }

  /* Lets cards fly from the draw pile to a hand or to a seat's fan. Returns how many fly. */
  #draw(seat, count, fresh, before) {
    const { middle, seats, own } = this.board;
    const from = rectOf(middle.stack.querySelector(".card"));
    const shown = Math.min(count, SHOWN);
    for (let n = 0; n < shown; n++) {
      const to = seat === own ? fresh[n]?.querySelector(".card") : seats.fan(seat)?.querySelector(".card");
      fly(cardBack(), from, to ?? null, { ms: MS.draw, delay: (before + n) * APART });
    }
    return shown;
  }

  #deal(fresh) {
    const { middle, seats, own, names } = this.board;
    const from = rectOf(middle.stack.querySelector(".card"));
    names.forEach((_, seat) => fly(cardBack(), from, seat === own ? fresh[0]?.querySelector(".card") ?? null : seats.fan(seat)?.querySelector(".card") ?? null,
                                   { ms: MS.deal, delay: seat * DEAL_APART }));
    fresh.slice(1).forEach((button, n) => fly(cardBack(), from, button.querySelector(".card"), { ms: MS.deal, delay: (n + 1) * DEAL_APART }));
  }
}
