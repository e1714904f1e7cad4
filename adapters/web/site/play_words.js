/* play_words.js: writes actions as the engine takes them ("P1 play R5 uno"), and says why the engine refuses one. */
import { colourWord } from "./card.js";
import { tr } from "./words.js";

const REFUSED = {
  not_held: () => tr("You do not hold that card."),
  no_such_card: () => tr("There is no such card in this deck."),
  not_your_turn: () => tr("It is not your turn."),
  only_drawn: () => tr("You may play the card you drew and no other, or keep it."),
  no_match: () => tr("That card does not match."),
  no_flex: () => tr("Its flex side cannot be used now."),
  colour_unknown: () => tr("This deck does not have that colour."),
  target: () => tr("You cannot choose that player."),
  unlawful_wd4: () => tr("You hold a card that matches: this wild +4 may not be played."),
  last_card: () => tr("That card may not be the last one."),
  pending: () => tr("Answer the pending cards with a draw card, or draw them."),
  must_play: () => tr("You hold a card that must be played."),
  can_draw: () => tr("Nobody passes without a card: draw one first."),
  not_exposed: () => tr("There is nobody to catch."),
  multi: () => tr("Those cards cannot be played together."),
  nothing_to_draw: () => tr("There is nothing to draw: pass."),
};
export const refusedWords = (why) => (REFUSED[why] ?? (() => tr("That is not possible.")))();

const player = (seat) => `P${seat + 1}`;

/* Writes an action of the board (board.js) for seat 0. */
export function actionText(action) {
  const { do: what, card, flex, more = [], colour, target, proclaim, uno } = action;
  if (what === "play")
    return ["P1 play", card, ...more.map((code) => `+ ${code}`), flex ? "flex" : "", proclaim ? "proclaim" : "", colour ?? "",
            target === undefined ? "" : `target ${player(target)}`, uno ? "uno" : ""].filter(Boolean).join(" ");
  return ["P1", what, colour ?? "", target === undefined ? "" : player(target)].filter(Boolean).join(" ");
}

const ANSWERS = { draw: () => tr("Draw"), keep: () => tr("Keep"), pass: () => tr("Pass"), accept: () => tr("Accept"), challenge: () => tr("Challenge") };

/* Writes typed text as an action. The text is a card and more words, or an answer such as "draw". It may be in the
 * reader's language. */
export function meant(text, view, engine) {
  const words = text.replace(/\b(last[ -]?card|derni[eè]re[ -]?carte)\b/i, "uno").split(/\s+/).map((word) => {
    const low = word.toLowerCase();
    return Object.keys(ANSWERS).find((name) => ANSWERS[name]().toLowerCase() === low) ??
      engine.colours.find((colour) => colourWord(colour) === low) ?? word;
  });
  const held = view.hand.find(({ code }) => code.toLowerCase() === words[0].toLowerCase());
  return held ? ["P1 play", held.code, ...words.slice(1)].join(" ") : `P1 ${words.join(" ")}`;
}
