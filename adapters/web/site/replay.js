/* replay.js: the page /rounds/ID: a finished round move by move, and its proof, both made in this page.
 *
 * It takes the record from the address in data-record of #replay (JSON or text), from a file, or from
 * what one pastes. #12 in the address is the state after move 12. */
import { loadArt } from "./art.js";
import { engineAddress, loadEngine } from "./engine.js";
import { element, fill, useStyle } from "./dom.js";
import { ProofView, refusal, unjudged } from "./proof.js";
import { switchWords } from "./rules_form.js";
import { TableView } from "./table.js";
import { tell } from "./tell.js";
import { Forged, recordOf, recordOfRound, recordText, replay, rulesOf } from "./transcript.js";
import { loadWords, say, tr } from "./words.js";

const SPEEDS = [["1500", () => tr("slow")], ["700", () => tr("usual")], ["200", () => tr("fast")]];
const WHY = {
  "the setup cannot be read": () => tr("The setup cannot be read."),
  "the setup is not written as it must be": () => tr("The setup is not written as it must be."),
  "the setup's switches contradict each other": () => tr("The setup's switches contradict each other."),
};
const PAGE = 10; // moves of a page up or down

/* All that happened: [after how many moves] one line. */
function linesOf(engine, round, names) {
  return Array.from({ length: round.moves.length + 1 }, (_, at) => {
    round.show(at);
    return tell(engine.events(), names);
  });
}

class ReplayView {
  constructor(engine, record, round) {
    Object.assign(this, { engine, record, round, at: 0, timer: null, shown: "all" });
    this.names = round.setup.seats.map(({ name }) => name);
    this.lines = linesOf(engine, round, this.names);
    this.table = new TableView(this.names);
    this.said = element("p", { class: "said", role: "status", "aria-live": "polite" });
    this.counter = element("output", { class: "counter" });
    this.slider = element("input", { type: "range", min: 0, max: this.last, value: 0, "aria-label": tr("Move"),
                                     oninput: () => this.stop().go(Number(this.slider.value)) });
    this.moves = element("ol", { class: "moves", start: 0, "aria-label": tr("All moves") },
      ...this.lines.map((line, at) => element("li", {}, element("a", { href: `#${at}` }, line))));
    this.#buttons();
    this.element = element("div", { class: "replay", "data-seq": 0, "data-turn": "" },
      this.controls, this.said, this.table.element,
      element("details", { class: "log" }, element("summary", {}, tr("All moves")), this.moves));
    window.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("hashchange", () => this.element.isConnected && this.stop().go(this.#asked()));
    this.go(this.#asked());
  }

  get last() {
    return this.round.moves.length;
  }

  #asked() {
    return /^#[0-9]{1,5}$/.test(location.hash) ? Number(location.hash.slice(1)) : 0;
  }

  #button(name, label, act) {
    return element("button", { type: "button", "data-do": name, onclick: act }, label);
  }

  #buttons() {
    this.play = this.#button("play", tr("Run on"), () => (this.timer === null ? this.run() : this.stop()));
    this.speed = element("select", { "aria-label": tr("Speed") },
      ...SPEEDS.map(([value, name]) => element("option", { value, selected: value === "700" }, name())));
    this.hands = element("select", { "aria-label": tr("Whose hand"), onchange: () => this.#whose() },
      element("option", { value: "all" }, tr("All hands")),
      ...this.names.map((name, seat) => element("option", { value: seat }, say(tr("Hand of {player}"), { player: name }))),
      element("option", { value: "none" }, tr("No hand")));
    this.link = element("a", { class: "link", href: "#0" }, tr("Link to this move"));
    this.controls = element("div", { class: "controls", role: "group", "aria-label": tr("Replay") },
      this.#button("first", tr("First"), () => this.stop().go(0)),
      this.#button("previous", tr("Previous"), () => this.stop().go(this.at - 1)),
      this.play,
      this.#button("next", tr("Next"), () => this.stop().go(this.at + 1)),
      this.#button("end", tr("End"), () => this.stop().go(this.last)),
      this.slider, this.counter, this.speed, this.hands, this.link,
      this.record.secret === "" ? "" : this.#button("download", tr("Download"), () => this.download()));
  }

  #whose() {
    this.shown = this.hands.value;
    this.go(this.at);
  }

  /* The keys of a player of films; not in a field that takes them itself. */
  #key(event) {
    const steps = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.last,
                    PageDown: this.at + PAGE, PageUp: this.at - PAGE };
    if (!this.element.isConnected || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea, summary")) return;
    if (event.key === " " && event.target.closest?.("button, a") === null) this.play.click();
    else if (event.key in steps && event.target.closest?.("[role=log]") === null) this.stop().go(steps[event.key]);
    else return;
    event.preventDefault();
  }

  /* Shows the round after so many moves. */
  go(move) {
    this.at = Math.max(0, Math.min(move, this.last));
    this.round.show(this.at);
    const view = this.engine.view();
    const hands = this.engine.hands().map((hand, seat) =>
      this.shown === "all" || this.shown === String(seat) ? hand : null);
    this.table.show(view, hands);
    this.said.textContent = this.lines[this.at];
    this.counter.textContent = say(tr("Move {n} of {all}"), { n: this.at, all: this.last });
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", this.lines[this.at]);
    this.link.setAttribute("href", `#${this.at}`);
    this.element.setAttribute("data-seq", this.at);
    this.element.setAttribute("data-turn", view.phase === "over" ? "" : view.turn);
    for (const item of this.moves.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    this.moves.children[this.at].firstChild.setAttribute("aria-current", "step");
    if (this.at === this.last) this.stop();
  }

  run() {
    if (this.at === this.last) this.go(0);
    this.play.textContent = tr("Pause");
    const step = () => {
      this.timer = setTimeout(step, Number(this.speed.value));
      this.go(this.at + 1);
    };
    this.timer = setTimeout(step, Number(this.speed.value));
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.play.textContent = tr("Run on");
    return this;
  }

  download() {
    const file = URL.createObjectURL(new Blob([recordText(this.record)], { type: "text/plain" }));
    const name = `talon-${this.round.setup.set}-${this.record.secret.slice(0, 8)}.txt`;
    element("a", { href: file, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(file), 10000);
  }
}

function setupLines(setup) {
  const lines = [say(tr("Round {n} of its match, by the rules of {set}."), { n: setup.round, set: setup.set })];
  for (const [name, value] of Object.entries(setup.switches)) lines.push(switchWords(name, value));
  for (const { name, level } of setup.seats)
    lines.push(level === null ? name : say(tr("{player} (computer, {level})"), { player: name, level }));
  for (const { name, word } of setup.cuts) lines.push(say(tr("{player} cut: {word}"), { player: name, word }));
  return element("ul", {}, ...lines.map((line) => element("li", {}, line)));
}

/* Shows a record in `place`; what is wrong with it is told there. Of two that are asked for at once the
 * later one stays. */
async function open(place, record) {
  try {
    open.last = record;
    const engine = await loadEngine(engineAddress).catch(() => null);
    if (open.last !== record) return;
    if (engine === null || rulesOf(record.setup) > engine.version) {
      fill(place, unjudged(tr("The engine of these rules cannot be had: nothing is proven.")));
      return;
    }
    const round = replay(engine, record);
    loadArt(round.setup.set);
    const view = new ReplayView(engine, record, round);
    const proof = record.secret === "" ? unjudged(tr("Somebody who sat there is not named: the round was dealt from " +
      "other words than these, and its shuffle cannot be proven here.")) : new ProofView(engine, record).element;
    fill(place, view.element, proof,
      element("section", { class: "setup" }, element("h2", {}, tr("What it was dealt from")), setupLines(round.setup)));
  } catch (error) {
    const why = WHY[error.message]?.() ?? "";
    if (!(error instanceof Forged)) throw error;
    fill(place, refusal(why, error.move));
  }
}

/* Of lines as !fair tells them, or of the JSON of /api/1/rounds/ID; null: it has none. */
const recordIn = (text) =>
  text.trimStart().startsWith("{") ? recordOfRound(JSON.parse(text)) : recordOf(text);

/* A record of one's own: a file, or what is pasted. */
function chooser(place) {
  const text = element("textarea", { id: "record", rows: 4, spellcheck: "false" });
  const said = element("p", { role: "status" });
  const take = (given) => {
    const record = recordIn(given);
    said.textContent = record === null ? tr("No whole round is in there. Paste the lines that !fair gave.") : "";
    if (record !== null) open(place, record);
  };
  return element("section", { class: "chooser" }, element("h2", {}, tr("Another round")),
    element("form", { onsubmit: (event) => { event.preventDefault(); take(text.value); } },
      element("label", { for: "record" }, tr("The lines that !fair gave, or a file downloaded here:")), text,
      element("div", { class: "controls" },
        element("button", { type: "submit" }, tr("Show it")),
        element("input", { type: "file", accept: ".txt,text/plain", "aria-label": tr("A file"),
                           onchange: async (event) => take(await event.target.files[0].text()) })),
      said));
}

async function begin() {
  const root = document.querySelector("#replay");
  const place = element("div", {});
  await Promise.all([loadWords(), useStyle("table.css")]);
  fill(root, place, chooser(place));
  const source = root.getAttribute("data-record");
  if (source === null) return;
  const answer = await fetch(source);
  const record = answer.ok ? recordIn(await answer.text()) : null;
  if (record !== null) await open(place, record);
  else fill(place, element("p", { role: "alert" }, tr("There is no record of this round.")));
}

begin();
