/* moves.js: says in short words of the reader's language what a move did, for the line of the last move, the log and
 * the seats.
 *
 * A move is the list of events of one action (Engine.events()). The server sends such lists with codes in place of
 * faces; codeOf() takes both. The words call the reader "you". */
import { cardWords, colourWord, faceOf } from "./card.js";
import { say, tr, trn } from "./words.js";

export const codeOf = (face) => (face === null || face === undefined ? null : face.code ?? face);

const SHORT = {
  skip: () => tr("skip"), rev: () => tr("reverse"), "+2": () => "+2", W: () => tr("wild"), W4: () => tr("wild +4"),
};

/* Returns the short name of a card: "yellow +2", "wild +4". */
export function shortWords(card) {
  const face = faceOf(codeOf(card));
  if (face === null) return "";
  const what = SHORT[face.face]?.() ?? (/^[0-9]$/.test(face.face) ? face.face : null);
  if (what === null) return cardWords(face.code);
  return face.colour === "none" ? what : say(tr("{colour} {what}"), { colour: colourWord(face.colour), what });
}

const list = (cards) => cards.map(shortWords).join(", ");

/* The words for each kind of event: [if somebody else acts, if the reader acts]. {player} acts, {other} is the second
 * player. */
const CLAUSES = {
  "dealer-draw": () => [tr("{player} draws {card} for the deal"), tr("you draw {card} for the deal")],
  dealt: ({ count }) => [trn("{player} deals {n} card each", "{player} deals {n} cards each", count),
                         trn("you deal {n} card each", "you deal {n} cards each", count)],
  drew: ({ count }) => [trn("{player} draws {n} card", "{player} draws {n} cards", count),
                        trn("you draw {n} card", "you draw {n} cards", count)],
  kept: () => [tr("{player} keeps it"), tr("you keep it")],
  passed: () => [tr("{player} passes"), tr("you pass")],
  "lost-turn": () => [tr("{player} loses the turn"), tr("you lose the turn")],
  reversed: ({ count }) => [count > 0 ? tr("clockwise now") : tr("counter-clockwise now")],
  colour: () => [tr("{player} names {colour}"), tr("you name {colour}")],
  uno: () => [tr("UNO!")],
  "false-uno": () => [tr("{player} calls UNO for nothing"), tr("you call UNO for nothing")],
  accepted: () => [tr("{player} accepts"), tr("you accept")],
  reshuffled: () => [tr("the discard pile becomes a new draw pile ({n})")],
  pending: ({ count }) => [trn("{n} card to draw for {player}", "{n} cards to draw for {player}", count),
                           trn("{n} card to draw for you", "{n} cards to draw for you", count)],
  hyper: ({ colour }) => [colour === "none" ? tr("Hyperspeed ends") : tr("Hyperspeed on {colour}")],
  power: ({ count }) => (count > 0 ? [tr("{player}'s power ✓"), tr("your power ✓")] : [tr("{player}'s power ✗"), tr("your power ✗")]),
  "power-reset": () => [tr("all powers ✓ again")],
  rotated: () => [tr("all hands move on by one seat")],
  out: () => [tr("{player} is out with too many cards"), tr("you are out with too many cards")],
  place: () => [tr("{player} reaches place {n}"), tr("you reach place {n}")],
  left: () => [tr("{player} leaves the table; the hand goes into the draw pile")],
  proclaimed: () => [tr("{player} speaks the words of power"), tr("you speak the words of power")],
};

/* The words of events with a second player: [between others, if the reader acts, if the reader is the second
 * player]. */
const BETWEEN = {
  caught: () => [tr("{other} catches {player} without UNO"), tr("{other} catches you without UNO"), tr("you catch {player} without UNO")],
  challenged: ({ count }) => (count > 0
    ? [tr("{player} challenges {other}, who was bluffing"), tr("you challenge {other}, who was bluffing"), tr("{player} challenges you: you were bluffing")]
    : [tr("{player} challenges {other}, who played by the rules"), tr("you challenge {other}, who played by the rules"), tr("{player} challenges you: you played by the rules")]),
  targeted: () => [tr("{player} chooses {other}"), tr("you choose {other}"), tr("{player} chooses you")],
  swapped: () => [tr("{player} swaps hands with {other}"), tr("you swap hands with {other}"), tr("{player} swaps hands with you")],
  shown: () => [tr("{player} shows the hand to {other}"), tr("you show your hand to {other}"), tr("{player} shows you the hand")],
};

/* Returns "Ann and Cid". */
const both = (one, other) => one + tr(" and ") + other;

const NOBODY = [
  () => tr("The round is over."), () => tr("Nobody can play or draw: the round is void."),
  () => tr("The round has gone on too long and is void."), () => tr("Only one player is left: the round ends without points."),
];
const ENDS = ["won", "blocked", "limit", "deserted"];

/* Returns the title of a round or match that the seat has won, with its partner (HR-20) if it has one. */
export function winTitle(match, seat, partner, names, own) {
  if (partner !== null) return say(match ? tr("{player} win the match") : tr("{player} win the round"), { player: both(names[seat] ?? "", names[partner] ?? "") });
  const [mine, theirs] = match ? [tr("You win the match"), tr("{player} wins the match")] : [tr("You win the round"), tr("{player} wins the round")];
  return seat === own ? mine : say(theirs, { player: names[seat] ?? "" });
}

export function endWords({ seat, other, detail, points }, { names, own }) {
  if (seat === null || seat === undefined) return NOBODY[typeof detail === "string" ? ENDS.indexOf(detail) : detail]?.() ?? NOBODY[0]();
  if (other !== null && other !== undefined)
    return say(trn("{player} win the round and {n} point each!", "{player} win the round and {n} points each!", points),
               { player: both(names[seat], names[other]), n: points });
  return say(seat === own ? trn("You win the round and {n} point!", "You win the round and {n} points!", points)
    : trn("{player} wins the round and {n} point!", "{player} wins the round and {n} points!", points), { player: names[seat], n: points });
}

function clause(event, table, pattern = null) {
  const { names, own } = table;
  const forms = BETWEEN[event.kind]?.(event) ?? CLAUSES[event.kind]?.(event) ?? [""];
  const form = event.seat === own && own !== null ? 1 : BETWEEN[event.kind] && event.other === own && own !== null ? 2 : 0;
  return say(pattern ?? forms[form] ?? forms[0], {
    player: names[event.seat] ?? "", other: names[event.other] ?? "", n: event.count, colour: colourWord(event.colour ?? "none"),
    card: shortWords(event.face), cards: list(event.cards ?? []) });
}

/* Returns the words of a play: "Grace: yellow 7", "You: wild, now red". `brief`: "You: red wild". */
function playWords(event, { names, own }, brief) {
  const face = faceOf(codeOf(event.face));
  const wild = face?.colour === "none" && (event.colour ?? "none") !== "none";
  const pattern = event.flex ? tr("{player}: {card} by its flex side") : wild && !brief ? tr("{player}: {card}, now {colour}") : tr("{player}: {card}");
  const colour = colourWord(event.colour ?? "none");
  const what = shortWords(event.face);
  return say(pattern, { player: event.seat === own ? tr("You") : names[event.seat] ?? "", colour, card: wild && brief ? say(tr("{colour} {what}"), { colour, what }) : what });
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/* True if the two events are one player's draw and the loss of the turn. */
const drewAndLost = (drew, lost) => drew?.kind === "drew" && lost?.kind === "lost-turn" && drew.seat === lost.seat;

/* `effect`: the draw follows a play or its challenge in the same move. `lost`: the player loses the turn, too. */
function drawWords(event, table, effect, lost) {
  const own = event.seat === table.own;
  const cards = event.cards ?? [];
  const short = effect && cards.length === 0;
  const pattern = lost ? (own ? tr("you draw {n} and lose the turn") : tr("{player} draws {n} and loses the turn"))
    : short ? (own ? tr("you draw {n}") : tr("{player} draws {n}")) : null;
  return clause(event, table, pattern) + (cards.length > 0 ? ` (${list(cards)})` : "");
}

/* Returns the words of an event. A turned-up card, a shown hand and drawn cards need more than the tables above.
 * `effect`: as in drawWords(). `after`: the next event. */
function special(event, table, effect, after) {
  if (event.kind === "turned")
    return say([tr("first card {card}"), tr("{card} is turned up and does not count"), tr("{card} is turned up and goes back into the draw pile")][event.count],
               { card: shortWords(event.face) });
  if (event.kind === "shown" && event.cards?.length > 0) return clause(event, table, tr("{player} shows {cards}"));
  if (event.kind === "drew") return drawWords(event, table, effect, drewAndLost(event, after));
  if (event.kind === "round-over") return endWords(event, table);
  return clause(event, table);
}

/* Returns what there is to tell of a move, one element for each event: {kind, words, who: names}. */
function toldOf(events, table, brief = false) {
  const told = [];
  events.forEach((event, at) => {
    const before = events[at - 1];
    if (event.kind === "uno" && events[at + 1]?.kind === "false-uno") return;
    if (drewAndLost(before, event)) return; // told with the draw already
    if (event.kind === "pending" && before?.kind === "pending") return;
    const words = event.kind === "played" ? playWords(event, table, brief)
      : special(event, table, events.slice(0, at).some(({ kind }) => kind === "played" || kind === "accepted" || kind === "challenged"), events[at + 1]);
    if (words !== "") told.push({ kind: event.kind, words, who: [table.names[event.seat], table.names[event.other]] });
  });
  return told;
}

function line(told) {
  if (told.length === 0) return "";
  const [{ words, who }] = told;
  const first = who.some((name) => name !== undefined && words.startsWith(name)) ? words : capital(words);
  return [first, ...told.slice(1).map((one) => one.words)].join(", ");
}

/* Returns the line of a move; "" if there is nothing to say. It begins with a capital, unless a name comes first. */
export const moveWords = (events, table) => line(toldOf(events, table));

/* Returns a shorter line: "Grace: yellow +2 → Emmy", "Emmy draws 1 card". The card says what it does to that player. */
export function briefWords(events, table) {
  const told = toldOf(events, table, true);
  const plays = told.filter(({ kind }) => ["played", "swapped", "rotated"].includes(kind));
  if (plays.length === 0) return line([told.find(({ kind }) => kind !== "accepted") ?? told[0]].filter(Boolean));
  const hit = Array.from(moveMarks(events).hit.keys(), (seat) => (seat === table.own ? tr("You") : table.names[seat]));
  return line(plays) + (hit.length > 0 ? ` → ${hit.join(", ")}` : "");
}

/* Returns the marks of a move: who moved, the card that was put down, and `hit`: a Map from seat to "+2", "skip" or
 * "caught". */
export function moveMarks(events) {
  const played = events.filter(({ kind }) => kind === "played").at(-1);
  const first = played ?? events.find(({ kind }) => ["drew", "kept", "passed", "accepted", "challenged"].includes(kind));
  const hit = new Map();
  for (const { kind, seat, count } of events) {
    if (kind === "drew" && (played === undefined ? seat !== first?.seat : seat !== played.seat)) hit.set(seat, `+${count}`);
    if (kind === "lost-turn" && !hit.has(seat)) hit.set(seat, "skip");
    if (kind === "caught") hit.set(seat, "caught");
  }
  return { seat: first?.seat ?? null, card: played ? codeOf(played.face) : null, colour: played?.colour ?? "none", hit };
}
