/* shown.js: turns the document of a table (/api/1/tables/ID, bot/pages/table_json.c) into what the board (board.js)
 * takes. For the pages of spectators and of seats. */
import { faceOf } from "./card.js";
import { pageAddress } from "./dom.js";
import { moveWords, winTitle } from "./moves.js";
import { say, tr, trn } from "./words.js";

const SECOND = 1000;
/* Stands in for the round while there is none. */
const LOBBY = { phase: "round_over", turn: null, pile: 0, pending: 0, direction: 1, top: null };
const OUTCOMES = ["won", "blocked", "limit", "deserted"];

/* Returns the round as everybody sees it, like Engine.view() without a hand. */
export function viewOf({ seats, play }) {
  const open = play ?? LOBBY;
  const where = (is) => seats.filter(is).map(({ seat }) => seat);
  return {
    players: seats.length, phase: open.phase === "round_over" ? "over" : open.phase, turn: open.turn, clockwise: open.direction > 0,
    colour: open.colour ?? "none", hyper: open.hyper ?? "none", offender: open.offender ?? null, pile: open.pile, pending: open.pending,
    top: open.top === null ? null : { code: open.top }, drawn: null, jumpIn: false, hand: [], playable: [], playableFlex: [],
    answers: [], targets: [], catchable: [], exposed: where(({ exposed }) => exposed), announced: where(({ uno }) => uno),
    powerRed: where(({ power }) => power === "red"), inRound: where(({ cards }) => cards !== null || play === null),
    counts: seats.map(({ cards }) => cards ?? 0), places: seats.map(({ place }) => place ?? 0) };
}

export const namesOf = ({ seats }) => seats.map(({ name }) => name);
export const peopleOf = ({ seats }) => seats.map(({ computer, away, partner }) => ({ kind: computer && "computer", away, partner }));
export const hasPowers = ({ seats }) => seats.some(({ power }) => power);
export const goalOf = ({ play, end }) => play?.target ?? end?.target ?? 0;
/* Returns the words for the line above the table. */
export const whereOf = ({ channel_name: channel, set, play }) =>
  [channel, set, play && say(tr("round {n}"), { n: play.number })];

/* -- moves -- */

/* Turns an event of a document into one as Engine.events() gives it. Cards keep their code in place of a face. */
const eventOf = ({ card = null, ...event }) =>
  ({ seat: null, other: null, face: card, colour: "none", count: 0, detail: 0, flex: false, points: 0, cards: [], ...event });

/* Finds the moves of a document that its reader has not seen yet. */
export class Moves {
  constructor() {
    this.round = null;
    this.last = -1;
  }

  /* Returns the new moves, each as a list of events. */
  next({ moves, play, last_round: before }) {
    const round = play?.round ?? before;
    if (round !== this.round) Object.assign(this, { round, last: -1 });
    const fresh = moves.filter(({ move }) => move > this.last);
    this.last = moves.at(-1)?.move ?? this.last;
    return fresh.map(({ events }) => events.map(eventOf));
  }
}

/* -- time -- */

let skew = null; // milliseconds that this clock seems to be ahead of the server's; null: not known

/* Returns the time left, as Board.clock() takes it. The first document may be old. Later ones arrive when they are
 * made, so the newest shows how far our clock is from the server's. */
export function timeOf({ clock: { at, left, whole, paused } }) {
  const age = Date.now() - at;
  const old = skew === null ? age : age - skew;
  skew = Math.min(skew ?? age, age);
  if (paused) return { left: null, words: tr("The table is paused.") };
  if (left === null) return { left: null };
  return { left: old > 0 && old <= left ? left - old : left, of: whole };
}

/* Returns when the next round is dealt, by this browser's clock; null: the document does not say. */
export const dealAt = (shown, { left }) => (shown.play === null && shown.clock.for === "deal" && left !== null ? Date.now() + left : null);

/* Returns "Next round in 0:18". */
export function untilDeal(due) {
  const n = Math.max(0, Math.ceil((due - Date.now()) / SECOND));
  return say(tr("Next round in {time}"), { time: `${Math.floor(n / 60)}:${String(n % 60).padStart(2, "0")}` });
}

/* -- without a round -- */

export function waitsWords({ state, seats, autostart, uneven }) {
  if (state === "between" && !uneven) return tr("The next round is dealt soon.");
  if (autostart === "full") return tr("The round starts when the table is full.");
  if (autostart > 0) return say(tr("The round starts {n} s after the last one sat down."), { n: autostart });
  return uneven || seats.length < 2 ? tr("The table waits for players.") : tr("Everybody waits for the deal. Others may still sit down.");
}

function endTitle({ winner, partner = null, match_over: over, seats, outcome }, names, own) {
  const won = seats.filter((row) => row.match_won).map(({ seat }) => seat);
  if (winner === null && !over) return moveWords([eventOf({ kind: "round-over", detail: OUTCOMES.indexOf(outcome) })], { names, own });
  if (over && partner === null && won.length > 1) return say(tr("{players} share the match"), { players: won.map((seat) => names[seat]).join(", ") });
  const first = over ? won[0] ?? winner : winner;
  return winTitle(over, partner === null ? first : winner, partner, names, own);
}

/* Returns the end of the last round as Board.end() takes it, without its buttons. */
export function endOf({ end, seats, moves }, own = null) {
  const names = namesOf({ seats });
  const last = moves.flatMap(({ events }) => events).filter(({ kind }) => kind === "played").at(-1);
  const move = moves.at(-1)?.move ?? 0;
  const wins = ({ seat, match_won: match }) => (end.match_over ? match : seat === end.winner || seat === end.partner);
  const rows = end.seats.map((row) => {
    const { seat, cards, worth, gained, total } = row;
    return { name: seat === own ? say(tr("{player} (you)"), { player: names[seat] }) : names[seat], hand: cards.map(faceOf), total, won: wins(row),
             got: (seat === end.winner || seat === end.partner) && !end.lowest ? gained : worth };
  });
  rows.sort((a, b) => b.won - a.won || (end.lowest ? a.total - b.total : b.total - a.total));
  return { title: endTitle(end, names, own), about: move > 0 ? say(trn("After {n} move.", "After {n} moves.", move), { n: move }) : "",
           last: last?.card ?? null, colour: last?.colour ?? "none", points: end.winner === null || end.lowest ? null : end.points,
           mine: end.seats.some((row) => row.seat === own && wins(row)), goal: end.target ?? 0, rows };
}

export const replayAddress = (round) => pageAddress(`/rounds/${round}`);
