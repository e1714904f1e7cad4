/* board_seats.js: the seats round the table. Each shows backs and a count, and marks whose turn it is, who moved, and
 * whom the move hit. When the reader must choose a player, the seats become buttons. */
import { dueOf } from "./board_words.js";
import { card, cardBack } from "./card.js";
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";
import { shortWords } from "./moves.js";
import { say, tr, trn } from "./words.js";

const MANY = 6; // this many seats or more stand in rows
const CROWD = 10; // more than these stand in three rows, or closer on a narrow screen

const tag = (kind, words) => element("span", { class: `tag ${kind}` }, words);
const KINDS = { computer: () => tr("computer"), guest: () => tr("guest") };

class Seat {
  constructor(seat, name) {
    Object.assign(this, { seat, name });
    this.fan = element("span", { class: "backs", "aria-hidden": "true" }, cardBack(), cardBack(), cardBack());
    this.number = element("span", { class: "num" });
    this.fan.append(this.number);
    this.nm = element("bdi", { class: "nm" }, name);
    this.sub = element("span", { class: "sub" });
    this.did = element("span", { class: "did", "aria-hidden": "true" });
    this.team = element("span", { class: "team" });
    this.inside = element("span", { class: "in", "aria-hidden": "true" }, this.fan, element("span", { class: "who" }, this.nm, this.sub), this.did, this.team);
    this.words = element("span", { class: "sr" });
    this.element = element("li", { class: "seat", "data-seat": name }, this.words, this.inside);
  }

  /* `moved`: the code of the card that the seat put down; "": it moved without one; null: it did not move. `hit`: as in
   * moveMarks(). `due`: cards that it must draw. */
  show(is) {
    const { element: seat } = this;
    this.count = is.count;
    this.fan.setAttribute("data-n", Math.min(is.count, 3));
    this.number.textContent = is.count;
    for (const [name, on] of Object.entries({ turn: is.turn, moved: is.moved !== null, forgot: is.forgot, away: is.away, out: is.out }))
      seat.toggleAttribute(`data-${name}`, on === true);
    seat.toggleAttribute("aria-current", false);
    if (is.turn) seat.setAttribute("aria-current", "true");
    if (is.moved) fill(this.did, card(is.moved, { hidden: true, colour: is.colour }));
    else fill(this.did);
    const tags = [
      is.forgot ? tag("no", tr("no UNO!")) : is.uno ? tag("uno", tr("UNO")) : null,
      is.due > 0 ? tag("plus", say(tr("+{n}?"), { n: is.due })) : is.hit === "skip" ? tag("plus", tr("skipped")) : is.hit === "caught" ? tag("plus", tr("caught")) : is.hit ? tag("plus", is.hit) : null,
      is.place > 0 ? tag("", say(tr("place {n}"), { n: is.place })) : is.out ? tag("", tr("out")) : null,
      is.power ? tag("", tr("power ✗")) : null,
      is.next && !is.hit ? tag("", tr("next")) : null].filter(Boolean);
    const kind = is.away ? icon("away") : is.kind ? icon(is.kind) : null;
    const label = is.away ? tr("away") : KINDS[is.kind]?.();
    fill(this.sub, ...tags.slice(0, 2), kind, tags.length === 0 && label ? element("span", { class: "lbl" }, label) : null);
    this.team.textContent = is.team;
    this.team.hidden = is.team === "";
    this.team.dataset.n = /\d+/.exec(is.team)?.[0] ?? "★"; // where there is no room for the words
    const told = [this.name, is.team, KINDS[is.kind]?.(), is.away ? tr("away") : null, say(trn("{n} card", "{n} cards", is.count), { n: is.count }),
                  is.moved ? say(tr("played {card}"), { card: shortWords(is.moved) }) : null,
                  ...tags.map(({ textContent }) => textContent)];
    this.words.textContent = told.filter(Boolean).join(", ");
  }

  /* Makes the seat a button with a number as its key. `choose`: called when it is pressed; null: removes the button. */
  target(number, choose) {
    this.button?.remove();
    this.button = null;
    this.element.toggleAttribute("data-target", choose !== null);
    if (choose === null) return null;
    this.button = element("button", { type: "button", class: "choose", "data-target": this.seat, "aria-label": this.name,
                                      "aria-keyshortcuts": String(number), onclick: choose });
    this.element.append(this.button);
    return this.button;
  }
}

export class Seats {
  /* `own`: the reader's seat, which is not shown among the others; null: all seats are shown. */
  constructor({ names, own }) {
    Object.assign(this, { names, own });
    const from = own ?? -1;
    const around = names.map((_, at) => (from + 1 + at + names.length) % names.length).filter((seat) => seat !== own);
    this.seats = new Map(around.map((seat) => [seat, new Seat(seat, names[seat])]));
    this.element = element("ol", { class: "seats", "aria-label": tr("Players"), "data-arc": around.length < MANY && around.length > 2,
                                   "data-many": around.length >= MANY, "data-crowd": around.length > CROWD },
      ...[...this.seats.values()].map((seat) => seat.element));
    this.element.style.setProperty("--cols", Math.ceil(around.length / (around.length > CROWD ? 3 : 2)));
    this.element.style.setProperty("--all", around.length);
  }

  /* `marks`: from moveMarks(). `people`: {kind, away, partner} of each seat. */
  show(view, marks, people) {
    const next = nextSeat(view);
    for (const [seat, at] of this.seats) {
      const out = !view.inRound.includes(seat);
      at.show({
        count: view.counts?.[seat] ?? 0, turn: view.phase !== "over" && view.turn === seat, next: seat === next,
        moved: marks.seat === seat ? marks.card ?? "" : null, colour: marks.colour, hit: marks.hit.get(seat) ?? null,
        uno: view.announced.includes(seat), forgot: view.exposed.includes(seat), place: view.places[seat] ?? 0, out,
        team: this.#team(seat, people[seat]?.partner), power: view.powerRed.includes(seat), due: view.turn === seat ? dueOf(view) : 0, ...people[seat] });
    }
  }

  /* HR-20: the words for a seat that has a partner; "": it has none. */
  #team(seat, partner) {
    if (partner === null || partner === undefined) return "";
    return partner === this.own ? tr("partner") : say(tr("team {n}"), { n: 1 + Math.min(seat, partner) });
  }

  at(seat) {
    return this.seats.get(seat) ?? null;
  }

  fan(seat) {
    return this.seats.get(seat)?.fan ?? null;
  }

  /* Makes buttons of these seats, and returns the first one, for the focus. `seats` null: removes the buttons. */
  targets(seats, choose) {
    this.element.toggleAttribute("data-asks", seats !== null);
    let first = null;
    let number = 0;
    for (const [seat, at] of this.seats) {
      const may = seats?.includes(seat) ?? false;
      const button = at.target(may ? ++number : 0, may ? () => choose(seat) : null);
      first ??= button;
    }
    return first;
  }
}

/* Returns the seat after the one to act. null: the round is over, or no other seat is in it. */
export function nextSeat({ phase, turn, clockwise, inRound, counts }) {
  if (phase === "over" || turn === null) return null;
  const all = counts?.length ?? 0;
  for (let step = 1; step < all; step++) {
    const seat = (turn + (clockwise ? step : all - step)) % all;
    if (inRound.includes(seat)) return seat;
  }
  return null;
}
