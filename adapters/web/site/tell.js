/* tell.js: what happened in a round, in words: the clauses of bot/show/render/render_tell.c, so that one
 * catalogue has them. */
import { cardWords, colourWord } from "./card.js";
import { say, tr, trn } from "./words.js";

const NOBODY = {
  won: () => tr("The round is over."),
  blocked: () => tr("Nobody can play or draw: the round is void."),
  limit: () => tr("The round has gone on too long and is void."),
  deserted: () => tr("Only one player is left: the round ends without points."),
};
const TURNED = [() => tr("first card {card}"), () => tr("{card} is turned up and does not count"),
                () => tr("{card} is turned up and goes back into the draw pile")];

/* By kind of event: its pattern. */
const CLAUSES = {
  "dealer-draw": () => tr("{player} draws {card} for the deal"),
  dealt: ({ count }) => trn("{player} deals {n} card each", "{player} deals {n} cards each", count),
  turned: ({ count }) => TURNED[count](),
  played: ({ flex }) => (flex ? tr("{player} plays {card} by its flex side") : tr("{player} plays {card}")),
  drew: ({ count }) => trn("{player} draws {n} card", "{player} draws {n} cards", count),
  kept: () => tr("{player} keeps it"),
  passed: () => tr("{player} passes"),
  "lost-turn": () => tr("{player} loses the turn"),
  reversed: ({ count }) => (count > 0 ? tr("clockwise now") : tr("counter-clockwise now")),
  colour: () => tr("{player} names {colour}"),
  uno: () => tr("{player} says UNO!"),
  caught: () => tr("{other} catches {player} without UNO"),
  "false-uno": () => tr("{player} calls UNO for nothing"),
  challenged: ({ count }) => (count > 0 ? tr("{player} challenges {other}, who was bluffing")
    : tr("{player} challenges {other}, who played by the rules")),
  accepted: () => tr("{player} accepts"),
  shown: ({ cards }) => (cards.length > 0 ? tr("{player} shows {cards}") : tr("{player} shows the hand to {other}")),
  reshuffled: () => tr("the discard pile becomes a new draw pile ({n})"),
  pending: ({ count }) => trn("{n} card to draw for {player}", "{n} cards to draw for {player}", count),
  hyper: ({ colour }) => (colour === "none" ? tr("Hyperspeed ends") : tr("Hyperspeed on {colour}")),
  power: ({ count }) => (count > 0 ? tr("{player}'s power ✓") : tr("{player}'s power ✗")),
  "power-reset": () => tr("all powers ✓ again"),
  targeted: () => tr("{player} chooses {other}"),
  swapped: () => tr("{player} swaps hands with {other}"),
  rotated: () => tr("all hands move on by one seat"),
  out: () => tr("{player} is out with too many cards"),
  place: () => tr("{player} reaches place {n}"),
  left: () => tr("{player} leaves the table; the hand goes into the draw pile"),
  proclaimed: () => tr("{player} speaks the words of power"),
  "round-over": ({ seat, detail, points }) => (seat === null ? Object.values(NOBODY)[detail]()
    : trn("{player} wins the round and {n} point!", "{player} wins the round and {n} points!", points)),
};

function clause(event, names, pattern = CLAUSES[event.kind](event)) {
  return say(pattern, {
    player: names[event.seat] ?? "", other: names[event.other] ?? "",
    n: event.kind === "round-over" ? event.points : event.count, colour: colourWord(event.colour),
    card: event.face === null ? "" : cardWords(event.face), cards: event.cards.map(cardWords).join(", ") });
}

/* In the order in which it is told: a wild's colour stands behind it, the words of power before their
 * card. */
function clauses(events, names) {
  const told = [];
  events.forEach((event, at) => {
    const next = events[at + 1]?.kind;
    if (event.kind === "uno" && next === "false-uno") return;
    if (event.kind === "proclaimed" && events[at - 1]?.kind === "played") told.splice(-1, 0, clause(event, names));
    else told.push(clause(event, names));
    if (event.kind === "played" && event.colour !== "none" && event.face.colour === "none")
      told.push(clause(event, names, CLAUSES.colour()));
    if (event.kind === "drew" && event.cards.length > 0) told.push(say(tr("drawn: {cards}"), { cards: event.cards.map(cardWords).join(", ") }));
  });
  return told;
}

/* One line of all that an action did; "" of none. `names`: of the seats. */
export function tell(events, names) {
  return clauses(events, names).join(tr("; "));
}

const ASKS = {
  turn: () => tr("{player} is to play"),
  drawn: () => tr("{player}: play it or keep it?"),
  challenge: () => tr("{player}: accept or challenge?"),
  target: () => tr("{player}: choose a player"),
  colour: () => tr("{player}: name the colour"),
  over: () => tr("The round is over."),
};

/* What the round waits for. */
export const waitsFor = (view, names) => say(ASKS[view.phase](), { player: names[view.turn] });

/* Who won the round that these events end, or why nobody did. */
export function outcome(events, names) {
  const over = events.find(({ kind }) => kind === "round-over");
  return over === undefined ? tr("The round is over.") : clause(over, names);
}
