/* board_words.js: the words of a table's bar, hand and questions, made from the view of its round. */
import { colourWord, faceOf } from "./card.js";
import { element } from "./dom.js";
import { codeOf, shortWords } from "./moves.js";
import { say, tr, trn } from "./words.js";

const FOUR = 4; // cards to draw for a wild +4
const MORE = 2; // cards to draw besides, if the challenge was wrong
const LONG = 16; // letters; a narrow screen cuts longer names, so that a line has room for what was done
const ROWS = 9; // cards; a larger hand is told with their number

/* What the reader must do in each phase of the round. */
const YOURS = {
  turn: () => tr("your turn"), drawn: () => tr("play it or keep it?"), challenge: () => tr("challenge or accept?"),
  target: () => tr("choose a player"), colour: () => tr("choose a colour"), side: () => tr("choose a side"),
};
/* What somebody else must do in each phase. */
const THEIRS = {
  turn: () => tr("{player} is to play"), drawn: () => tr("{player}: play it or keep it?"),
  challenge: () => tr("{player}: accept or challenge?"), target: () => tr("{player}: choose a player"),
  colour: () => tr("{player}: name the colour"),
};
/* Returns how many cards the player to act must draw if nothing prevents it: the sum of draw cards (HR-1), or the cards
 * of a wild +4 that may be challenged. */
export const dueOf = ({ pending, phase }) => (pending > 0 ? pending : phase === "challenge" ? FOUR : 0);

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/* Returns words as the children of an element, each long name as an element of its own, which a narrow screen cuts. */
export const withNames = (words, names) => names.filter((name) => name.length > LONG).reduce((parts, name) =>
  parts.flatMap((part) => part.split?.(name).flatMap((text, at) => at > 0 ? [element("bdi", { class: "long", title: name }, name), text] : text) ?? part), [words]);

/* Returns the line above the reader's hand: "mia · your turn". `asked`: the kind of the open question, or null. */
export function yourWords(view, names, own, asked = null) {
  const acts = view.phase !== "over" && view.turn === own;
  const many = view.hand.length > ROWS ? say(trn("{n} card", "{n} cards", view.hand.length), { n: view.hand.length }) : null;
  return [names[own], acts ? (YOURS[asked] ?? YOURS[view.phase])?.() : null, many].filter(Boolean).join(" · ");
}

/* Returns whose turn it is, for the left end of the bar. */
export function turnWords(view, names, own) {
  if (view.phase === "over") return view.top?.code ? tr("The round is over.") : ""; // "": nothing was dealt
  if (view.turn === own) return capital(YOURS[view.phase]?.() ?? "");
  return say((THEIRS[view.phase] ?? THEIRS.turn)(), { player: names[view.turn] ?? "" });
}

export const colourTitle = (code) => say(tr("Your {card}: which colour?"), { card: code ? shortWords(code) : tr("wild") });
export function targetTitle(code) {
  const face = code ? faceOf(code) : null;
  if (face?.face === "7") return tr("Swap hands with whom? Press a seat");
  if (face?.face === "WT2") return tr("Who draws 2? Press a seat");
  if (face?.face === "WF4") return tr("Who draws 4? Press a seat");
  if (face?.face === "WW") return tr("Who loses the turn? Press a seat");
  return tr("Which player? Press a seat");
}

/* asks whether the reader accepts the wild +4, or challenges it as a bluff. */
export function challengeQuestion(view, names, before) {
  const player = names[view.offender] ?? "";
  const n = dueOf(view);
  const known = before !== "none";
  return { kind: "challenge", alert: true,
           title: known ? say(tr("Did {player} hold a {colour} card?"), { player, colour: colourWord(before) })
             : say(tr("Did {player} hold a card that matched?"), { player }),
           about: say(tr("If so, the wild +4 was a bluff, and {player} draws {n} instead of you."), { player, n }) };
}

const draws = (n) => say(tr("draw {n}, turn lost"), { n });

/* Returns the buttons for what the reader can do now, as barButton() takes them, each with its `action`. `asking`: a
 * question about a card in the hand is open. */
export function buttonsOf(view, { names, own, acts, uno, playable, asking }) {
  if (own === null || view.phase === "over") return [];
  if (asking) return [{ name: "back", words: tr("Another card"), key: "Esc", action: "back" }];
  const may = (name) => acts && view.answers.includes(name);
  const due = dueOf(view);
  const drawn = view.phase === "drawn" ? codeOf(view.drawn) : null;
  const plays = drawn !== null && (view.playable.some((face) => codeOf(face) === drawn) || view.playableFlex.some((face) => codeOf(face) === drawn));
  const two = acts && view.hand.length === 2 && view.phase !== "challenge" && view.phase !== "colour" && view.phase !== "target";
  const buttons = [
    may("challenge") && { name: "challenge", words: tr("Challenge"), key: "c", small: say(tr("wrong: you draw {n}"), { n: due + MORE }) },
    may("accept") && { name: "accept", words: tr("Accept"), key: "a", kind: "key", small: draws(due) },
    acts && plays && { name: "play", words: tr("Play it"), key: "p", kind: "key", action: { do: "play", card: drawn, flex: !view.playable.some((face) => codeOf(face) === drawn) } },
    may("draw") && { name: "draw", words: view.pending > 0 ? say(tr("Draw {n}"), { n: view.pending }) : tr("Draw"), key: "d", kind: playable === 0 ? "key" : "" },
    may("keep") && { name: "keep", words: tr("Keep"), key: "k" },
    may("pass") && { name: "pass", words: tr("Pass"), key: "p", kind: playable === 0 ? "key" : "" },
    ...view.catchable.map((seat) => ({ name: `catch-${seat}`, words: say(tr("Catch {player}"), { player: names[seat] }), key: "x", kind: "uno-late",
                                       action: { do: "catch", target: seat } })),
    view.exposed.includes(own) && { name: "uno", words: tr("UNO!"), key: "u", kind: "uno", small: tr("before you are caught") },
    two && !view.exposed.includes(own) && { name: "uno", words: tr("UNO!"), key: "u", kind: playable > 0 ? "uno" : "", pressed: uno,
                                             small: uno ? tr("said with the card") : tr("with the next card"), action: "uno-next" },
  ].filter(Boolean);
  return buttons.map((one) => ({ action: { do: one.name }, ...one }));
}
