/* shown.js: a running table by its document (/api/1/tables/ID, bot/pages/table_json.c), for the pages of who
 * looks on and of who sits there. */
import { element, pageAddress } from "./dom.js";
import { badges } from "./table.js";
import { waitsFor } from "./tell.js";
import { say, tr, trn } from "./words.js";

const LINES_MAX = 200;

/* What table.js shows, of a document with a round. */
export function viewOf({ seats, play }) {
  const where = (is) => seats.filter(is).map(({ seat }) => seat);
  return {
    phase: play.phase === "round_over" ? "over" : play.phase, turn: play.turn, pile: play.pile, pending: play.pending, clockwise: play.direction > 0,
    top: { code: play.top }, colour: play.colour ?? "none", hyper: play.hyper ?? "none",
    exposed: where(({ exposed }) => exposed), announced: where(({ uno }) => uno),
    powerRed: where(({ power }) => power === "red"), inRound: where(({ cards }) => cards !== null),
    places: seats.map(() => 0) };
}

const nameOf = ({ name, player }) =>
  element("bdi", { class: "name" }, player === null ? name : element("a", { href: pageAddress(`/players/${player}`) }, name));
const count = (one, many, n) => element("span", { class: "count" }, say(trn(one, many, n), { n }));

/* `own`: the seat of who reads it; null: of nobody. */
export function seatItem(shown, seat, view, own = null) {
  const { seat: n, cards, points, computer, away } = seat;
  const told = [n === own ? tr("you") : null, computer === null ? null : tr("computer"), ...(view ? badges(view, n) : []),
                away ? tr("away") : null];
  return element("li", { "data-seat": n, "data-own": n === own, "aria-current": shown.play?.turn === n ? "true" : null },
    nameOf(seat),
    cards === null ? null : count("{n} card", "{n} cards", cards),
    points > 0 ? count("{n} point", "{n} points", points) : null,
    ...told.filter(Boolean).map((badge) => element("span", { class: "badge" }, badge)));
}

/* What stands below the table, as children of an element. */
export function statusOf(shown, view) {
  if (view) return [waitsFor(view, shown.seats.map(({ name }) => name))];
  const words = shown.state === "between" ? tr("The next round is dealt soon.")
    : shown.seats.length < 2 ? tr("The table waits for players.")
    : tr("Everybody waits for the deal. Others may still sit down.");
  return shown.last_round === null ? [words]
    : [words, " ", element("a", { href: pageAddress(`/rounds/${shown.last_round}`) }, tr("The round before, move by move"))];
}

/* The lines that were not there before: of each document the last ones are told. */
export function newLines(before, now) {
  for (let from = 0; from <= before.length; from++)
    if (before.slice(from).every((line, n) => line === now[n])) return now.slice(before.length - from);
  return now;
}

/* Adds lines to a log, the oldest going; who has scrolled up is left there. */
export function addLines(log, lines) {
  const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
  log.append(...lines);
  while (log.children.length > LINES_MAX) log.firstChild.remove();
  if (atEnd) log.scrollTop = log.scrollHeight;
}
