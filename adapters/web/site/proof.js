/* proof.js: the part of a replay that proves the shuffle by the log of the channel. */
import { element, fill } from "./dom.js";
import { loadEngine, proofAddress } from "./engine.js";
import { reasonWords } from "./reasons.js";
import { recordText } from "./transcript.js";
import { say, tr } from "./words.js";

const list = (lines) => element("ul", {}, ...lines.map((line) => element("li", {}, line)));

export class ProofView {
  constructor(record) {
    this.record = record;
    this.text = element("textarea", { id: "told", rows: 4, spellcheck: "false", autocomplete: "off" });
    this.verdict = element("div", { class: "verdict", role: "status", "data-proof": "open" });
    this.form = element("form", { onsubmit: (event) => this.#prove(event) },
      element("label", { for: "told" }, tr("The log of the channel, from the line that opened the table to the end of the round:")),
      this.text,
      element("button", { type: "submit" }, tr("Prove the shuffle")));
    this.element = element("section", { class: "proof" }, element("h2", {}, tr("Is it fair?")), this.verdict, this.form);
    this.#say("open", tr("The record fits together. That it was not made up afterwards is not proven yet: paste what " +
      "the channel told."), []);
  }

  #say(state, words, lines) {
    this.verdict.setAttribute("data-proof", state);
    fill(this.verdict, element("p", {}, element("strong", {}, words)), list(lines));
  }

  /* Proves the pasted log, followed by the record (the lines of !fair). */
  async #prove(event) {
    event.preventDefault();
    this.engine ??= await loadEngine(proofAddress).catch(() => null);
    if (this.engine === null) {
      this.#say("none", tr("The engine of these rules cannot be had: nothing is proven."), []);
      return;
    }
    const proof = this.engine.prove(`${this.text.value}\n${recordText(this.record)}`);
    if (proof.verdict === "proven")
      this.#say("proven", say(tr("Shuffle {n} is proven."), { n: proof.shuffle }), [
        say(tr("Line {n} tells what bound its secret (s0), and line {deal} is the deal."), { n: proof.bond, deal: proof.deal }),
        tr("Seats, rules, round, dealer and cuts are those that the lines tell, and no shuffle was passed over."),
        say(tr("{n} of {all} cards are in the log, and none differs."), { n: proof.seen, all: proof.cards }),
        tr("Only you can check two things: that these are the lines you saw, and that your cards match the replay.")]);
    else
      this.#say(proof.verdict === "none" ? "none" : "refused", tr("NOT proven by this log."), [
        proof.line > 0 ? say(tr("Line {n}: {why}."), { n: proof.line, why: reasonWords(proof.why) })
          : say(tr("The reason: {why}."), { why: reasonWords(proof.why) })]);
  }
}

/* The message in place of a replay. `move`: the one that cannot be made. */
export const refusal = (why, move) =>
  element("div", { class: "verdict", role: "alert", "data-proof": "refused" },
    element("p", {}, element("strong", {}, tr("NOT proven: this is not the record of a round that was played so."))),
    element("p", {}, move ? say(tr("Move {n} of the record cannot be made."), { n: move }) : why));

/* The message if nothing could be judged. */
export const unjudged = (why) =>
  element("div", { class: "verdict", role: "alert", "data-proof": "none" }, element("p", {}, why));
