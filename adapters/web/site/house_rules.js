/* house_rules.js: the house rules in words, and the fields in which a reader chooses them. Play now loads this file when
 * its options are opened for the first time. */
import { element } from "./dom.js";
import { say, tr } from "./words.js";

/* RULES.md 10: each switch and what its values do. */
const HOUSE = {
  stack: { off: () => tr("draw cards do not add up"), same: () => tr("draw cards add up: a +2 on a +2, a wild +4 on a wild +4"),
           up: () => tr("draw cards add up: a +2 on a +2, a wild +4 on both"), any: () => tr("draw cards add up: any of them on any other") },
  deflect: { off: () => tr("cards to draw cannot be passed on"), on: () => tr("a reverse or skip of the colour passes cards to draw on") },
  jump_in: { off: () => tr("nobody plays out of turn"), exact: () => tr("who holds the same card as the one on top may play it out of turn") },
  seven_zero: { off: () => tr("7 and 0 are plain numbers"), on: () => tr("a 7 swaps hands with a player, a 0 moves all hands on") },
  draw_until_playable: { off: () => tr("who cannot play draws one card"), on: () => tr("who cannot play draws until a card fits") },
  force_play: { off: () => tr("a drawn card that fits may be kept"), drawn: () => tr("a drawn card that fits must be played"),
                always: () => tr("who can play must play") },
  no_bluff: { off: () => tr("a wild +4 may be a bluff"), on: () => tr("a wild +4 is refused to who holds a card that matches") },
  no_challenge: { off: () => tr("a wild +4 may be challenged"), on: () => tr("a wild +4 may always be played, and not be challenged") },
  uno_penalty: { min: 0, max: 50, label: () => tr("a forgotten UNO costs so many cards") },
  false_uno: { min: 0, max: 50, label: () => tr("a false UNO costs so many cards") },
  auto_uno: { off: () => tr("everybody says UNO themselves"), on: () => tr("UNO is said for all") },
  no_finish: { off: () => tr("any card may be the last one"), wild: () => tr("a wild cannot be the last card"),
               action_and_wild: () => tr("neither a wild nor an action card can be the last one") },
  draw_keeps_turn: { off: () => tr("who draws for a +2 or wild +4 loses the turn"), on: () => tr("who draws for a +2 or wild +4 keeps the turn") },
  multi_play: { off: () => tr("one card is played a turn"), same_number: () => tr("several cards of one number may be played at once") },
  mercy: { min: 0, max: 112, label: () => tr("who holds so many cards is out (0: nobody)") },
  play_to_last: { off: () => tr("a round ends with the first who has no cards"), on: () => tr("a round goes on until all places are played out") },
  teams: { off: () => tr("everybody plays alone"), on: () => tr("partners sit across from each other and win together") },
  hand_size: { min: 3, max: 15, label: () => tr("everybody is dealt so many cards") },
  two_player_reverse: { skip: () => tr("between two players a reverse skips the other"), literal: () => tr("between two players a reverse skips nobody") },
  blocked_round: { void: () => tr("a round where nobody can move is void"), lowest_hand: () => tr("a round where nobody can move is won by the lowest hand") },
  two_decks: { off: () => tr("one deck, for ten players at most (flex: eight)"), on: () => tr("two decks from eleven players on, for twenty at most (flex: from nine on, for 16)") },
};

/* Returns in words what a value of a switch does. If there are no words here, it returns "switch: value". */
export const switchWords = (name, value) =>
  HOUSE[name]?.[value]?.() ?? say(tr("{name}: {about}"), { name: HOUSE[name]?.label?.() ?? name, about: value });

const option = (value, words, chosen) => element("option", { value, selected: value === chosen }, words);

function ruleField(name, value) {
  const values = HOUSE[name];
  const id = `rule-${name}`;
  if (values.label !== undefined) {
    const number = /[0-9]+/.exec(value)?.[0] ?? "0";
    return element("p", {}, element("label", { for: id }, values.label()),
      element("input", { id, type: "number", min: values.min, max: values.max, value: number, "data-rule": name }));
  }
  return element("p", {}, element("select", { id, "data-rule": name, "aria-label": Object.values(values)[0]() },
    ...Object.entries(values).map(([key, words]) => option(key, words(), value))));
}

export const ruleFields = (values) => Object.keys(HOUSE).map((name) => ruleField(name, values[name]));
