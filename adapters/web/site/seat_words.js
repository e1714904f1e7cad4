/* seat_words.js: turns the document of a seat (bot/pages/seat/seat_json.h) into a view for the board (board.js), and
 * the board's actions into words of commands, which are in the document. */
import { faceOf } from "./card.js";
import { viewOf } from "./shown.js";

const ANSWERS = ["draw", "keep", "pass", "accept", "challenge"];
const waysOf = ({ ways = [] }) => ways;

/* Returns the round as this seat sees it, like Engine.view(). */
export function seatView({ table, seat, plays, hand, choices, actions }) {
  const view = viewOf(table);
  const acts = plays && view.turn === seat && view.phase !== "over";
  const face = ({ card }) => ({ code: card });
  const open = hand.filter(({ playable }) => playable);
  const by = (flex) => open.filter((held) => waysOf(held).some((way) => way.flex === flex)).map(face);
  const targets = choices.map(({ target }) => target).filter((target) => target !== undefined);
  return { ...view, seat, hand: hand.map(face), playable: by(false), playableFlex: by(true), targets, jumpIn: !acts && open.length > 0,
           drawn: acts && view.phase === "drawn" && open.length > 0 ? face(open[0]) : null,
           answers: ANSWERS.filter((name) => actions.some(({ words, off }) => words === name && off !== true)),
           catchable: actions.map(({ target }) => target).filter((target) => target !== undefined) };
}

/* Returns whether several cards of one number may be played at once (HR-14). */
export const playsSeveral = ({ hand }) => hand.some((held) => waysOf(held).some(({ more }) => more > 0));

/* Returns whether the action plays a wild without naming a colour. */
export const lacksColour = ({ do: what, card, colour }) => what === "play" && colour === undefined && faceOf(card).colour === "none";

function playWords({ card, flex = false, more = [], colour, uno = false }, { hand }) {
  const ways = hand.filter((held) => held.card === card).flatMap(waysOf).filter((way) => way.flex === flex && way.more === more.length);
  const way = ways.find((one) => one.uno === uno) ?? ways[0];
  const words = way?.words ?? [["play", [card, ...more].join("+")].join(" "), flex ? "flex" : "", uno ? "uno" : ""].filter(Boolean).join(" ");
  return colour === undefined ? words : `${words} ${colour}`;
}

export function actionWords(action, frame) {
  const { do: what, target, colour } = action;
  const said = (list, is) => list.find(is)?.words;
  if (what === "play") return playWords(action, frame);
  if (what === "catch") return said(frame.actions, (one) => one.target === target) ?? "catch";
  if (what === "target") return said(frame.choices, (one) => one.target === target) ?? "target";
  if (what === "colour") return said(frame.choices, (one) => one.colour === colour) ?? `colour ${colour}`;
  return what;
}
