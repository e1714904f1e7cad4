/* proof.js: the part of a replay that says what is proved, and by what. */
import { element, fill } from "./dom.js";
import { seen } from "./seen.js";
import { bind } from "./transcript.js";
import { say, tr } from "./words.js";

/* What was seen before the deal in this browser and belongs to this round: the commitment that it comes
 * to; of what it does not come to, other tables told. */
function seenOf(engine, record) {
  for (const { token, at, dealt = 0 } of seen().reverse()) {
    if (dealt >= record.shuffle) continue; // the host could have chosen the secret by then
    const found = bind(engine, record, token);
    if (found.bond >= 0) return { token, at };
  }
  return null;
}

const list = (lines) => element("ul", {}, ...lines.map((line) => element("li", {}, line)));

const always = () => [
  tr("Every move of the record can be made with these cards."),
  tr("Setup, cuts and secret give these cards and no others."),
];

const compare = () => tr("What you alone can compare: that these players sat down in this order, that these rules and " +
  "cuts were told before the deal, and that the cards you held are those of the replay.");

export class ProofView {
  constructor(engine, record) {
    this.engine = engine;
    this.record = record;
    this.text = element("textarea", { id: "told", rows: 4, spellcheck: "false", autocomplete: "off" });
    this.verdict = element("div", { class: "verdict", role: "status", "data-proof": "open" });
    this.form = element("form", { onsubmit: (event) => this.#prove(event) },
      element("label", { for: "told" }, say(tr("What the channel told before the deal: the line with s0= and 64 digits, " +
        "and if you like the one of the deal (d{n}=)."), { n: record.shuffle })),
      this.text,
      element("button", { type: "submit" }, tr("Prove the shuffle")));
    this.element = element("section", { class: "proof" }, element("h2", {}, tr("Is it fair?")), this.verdict, this.form);
    this.#begin();
  }

  #say(state, words, lines) {
    this.verdict.setAttribute("data-proof", state);
    fill(this.verdict, element("p", {}, element("strong", {}, words)), list(lines));
  }

  #begin() {
    const before = seenOf(this.engine, this.record);
    if (before === null) {
      this.#say("open", tr("The record fits together. That it was not made up afterwards is not proven yet: paste what " +
        "the channel told before the deal."), always());
      return;
    }
    const { bond } = bind(this.engine, this.record, before.token);
    const when = new Date(before.at).toLocaleString(document.documentElement.lang);
    this.#say("proven", say(tr("Shuffle {n} is proven."), { n: this.record.shuffle }), [
      say(tr("Its secret was bound by s{n}, which this browser was told on {when}."), { n: bond, when }),
      ...always(), compare()]);
  }

  #prove(event) {
    event.preventDefault();
    const { bond, deal, refused } = bind(this.engine, this.record, this.text.value);
    if (refused !== null)
      this.#say("refused", tr("NOT proven: the record does not fit what was told."), [
        say(tr("It does not come to {token}."), { token: refused })]);
    else if (bond < 0)
      this.#say("open", tr("No whole commitment is in this text: it is s0= and 64 digits. Eight digits alone prove nothing."), []);
    else
      this.#say("proven", say(tr("Shuffle {n} is proven."), { n: this.record.shuffle }), [
        say(tr("Its secret was bound by s{n}, which you gave."), { n: bond }),
        deal > 0 ? say(tr("The hash of the setup was told at the deal ({n} digits of it)."), { n: deal })
          : tr("The hash of the setup was not among it: give the line of the deal, too, for that."),
        ...always(), compare()]);
  }
}

/* In place of a replay: why there is none. */
export const refusal = (why, move) =>
  element("div", { class: "verdict", role: "alert", "data-proof": "refused" },
    element("p", {}, element("strong", {}, tr("NOT proven: this is not the record of a round that was played so."))),
    element("p", {}, move ? say(tr("Move {n} of the record cannot be made."), { n: move }) : why));

/* Where nothing could be judged. */
export const unjudged = (why) =>
  element("div", { class: "verdict", role: "alert", "data-proof": "none" }, element("p", {}, why));
