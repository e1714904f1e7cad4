/* reasons.js: says in the reader's language why a log does not prove a round. The engine gives the reason in English
 * (engine/proof/proof.h). tests/fair/run checks that it is in this list. */
import { tr } from "./words.js";

const REASONS = {
  "no round is told whole in it: !fair tells it when the round is over":
    () => tr("no round is told whole in it: !fair tells it when the round is over"),
  "the setup's switches contradict each other":
    () => tr("the setup's switches contradict each other"),
  "it was played by another version of the rules than this program's":
    () => tr("it was played by another version of the rules than this program's"),
  "a move of the record cannot be read":
    () => tr("a move of the record cannot be read"),
  "a move of the record could not be made":
    () => tr("a move of the record could not be made"),
  "it was dealt before shuffles could be proven so: talon verify proves it from the database":
    () => tr("it was dealt before shuffles could be proven so: talon verify proves it from the database"),
  "no chain has so many shuffles":
    () => tr("no chain has so many shuffles"),
  "the secret was told before the deal":
    () => tr("the secret was told before the deal"),
  "the deal is not in it, or one before it is missing":
    () => tr("the deal is not in it, or one before it is missing"),
  "more people sit there than the setup has seats":
    () => tr("more people sit there than the setup has seats"),
  "the setup has other seats, or in another order, than people and computer players came":
    () => tr("the setup has other seats, or in another order, than people and computer players came"),
  "the setup has a computer player of another level than was told":
    () => tr("the setup has a computer player of another level than was told"),
  "the setup has a seat of somebody who never came":
    () => tr("the setup has a seat of somebody who never came"),
  "the setup has other cuts than were told before the deal":
    () => tr("the setup has other cuts than were told before the deal"),
  "the setup has another set of rules than was told":
    () => tr("the setup has another set of rules than was told"),
  "the setup has other changes of the rules than were told when the match began":
    () => tr("the setup has other changes of the rules than were told when the match began"),
  "the setup is of another round of the match than was dealt":
    () => tr("the setup is of another round of the match than was dealt"),
  "the setup says another dealer than whose turn it was to deal":
    () => tr("the setup says another dealer than whose turn it was to deal"),
  "somebody else deals than the setup says":
    () => tr("somebody else deals than the setup says"),
  "who was to play was known when the shuffles were bound, and nobody cut":
    () => tr("who was to play was known when the shuffles were bound, and nobody cut"),
  "the cards turned up at the deal are not in it":
    () => tr("the cards turned up at the deal are not in it"),
  "what bound the shuffles (s0) is not in it, or the secret is of another chain":
    () => tr("what bound the shuffles (s0) is not in it, or the secret is of another chain"),
  "a card is played by somebody who has no seat in the setup":
    () => tr("a card is played by somebody who has no seat in the setup"),
  "a card is shown that the record does not have there":
    () => tr("a card is shown that the record does not have there"),
  "it tells another end than the record has":
    () => tr("it tells another end than the record has"),
  "somebody takes a seat who sits there already":
    () => tr("somebody takes a seat who sits there already"),
  "more people sit there than a table has seats":
    () => tr("more people sit there than a table has seats"),
  "somebody leaves who was not told to sit there":
    () => tr("somebody leaves who was not told to sit there"),
  "how a computer player plays cannot be read":
    () => tr("how a computer player plays cannot be read"),
  "several computer players come in a round, in which order cannot be told":
    () => tr("several computer players come in a round, in which order cannot be told"),
  "another chain of shuffles is told after a cut":
    () => tr("another chain of shuffles is told after a cut"),
  "another chain of shuffles is told before the one before it is used up":
    () => tr("another chain of shuffles is told before the one before it is used up"),
  "its set of rules is not known":
    () => tr("its set of rules is not known"),
  "a table opens where another one stands":
    () => tr("a table opens where another one stands"),
  "a cut cannot be read":
    () => tr("a cut cannot be read"),
  "a cut is not of who is said to cut":
    () => tr("a cut is not of who is said to cut"),
  "a word was typed before its chain of shuffles was told":
    () => tr("a word was typed before its chain of shuffles was told"),
  "a cut is told with another word than was typed":
    () => tr("a cut is told with another word than was typed"),
  "a cut or a deal before this cut is missing":
    () => tr("a cut or a deal before this cut is missing"),
  "somebody cuts who was not told to sit there":
    () => tr("somebody cuts who was not told to sit there"),
  "a round is dealt where one runs: how that ended is missing":
    () => tr("a round is dealt where one runs: how that ended is missing"),
  "who deals was not told to sit there":
    () => tr("who deals was not told to sit there"),
  "other numbers of cards are dealt than the rules say":
    () => tr("other numbers of cards are dealt than the rules say"),
  "somebody plays under another name who was not told to sit there":
    () => tr("somebody plays under another name who was not told to sit there"),
  "the rules of a match are of another set than was told":
    () => tr("the rules of a match are of another set than was told"),
  "the changes of the rules cannot be read":
    () => tr("the changes of the rules cannot be read"),
  "the setup cannot be read":
    () => tr("the setup cannot be read"),
  "it is too long":
    () => tr("it is too long"),
};

export const reasonWords = (why) => REASONS[why]?.() ?? why;
