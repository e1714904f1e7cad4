/* replay.js: the page /rounds/ID: shows a finished round move by move, and proves its shuffle, without the server.
 *
 * It gets the record from the address in data-record of #replay (JSON or text), from a file, or from pasted text. #12
 * in the address is the state after move 12. */
import { loadArt } from "./art.js";
import { Board } from "./board.js";
import { engineAddress, loadEngine } from "./engine.js";
import { element, fill, useStyle } from "./dom.js";
import { moveWords } from "./moves.js";
import { ProofView, refusal, unjudged } from "./proof.js";
import { Controls } from "./replay_controls.js";
import { OpenHands } from "./replay_hands.js";
import { switchWords } from "./house_rules.js";
import { Forged, recordOf, recordOfRound, recordText, replay, rulesOf } from "./transcript.js";
import { loadWords, say, tr } from "./words.js";

const TOLD = 12; // moves that the log shows after a jump
const WHY = {
  "the setup cannot be read": () => tr("The setup cannot be read."),
  "the setup is not written as it must be": () => tr("The setup is not written as it must be."),
  "the setup's switches contradict each other": () => tr("The setup's switches contradict each other."),
};
const PAGE = 10; // moves that Page Up and Page Down skip

/* Returns {events, words, colour} for each number of moves: of the last move, and the colour in force after it. */
function stepsOf(engine, round, names) {
  return Array.from({ length: round.moves.length + 1 }, (_, at) => {
    round.show(at);
    const events = engine.events();
    return { events, words: moveWords(events, { names, own: null }), colour: engine.view().colour };
  });
}

class ReplayView {
  constructor(engine, record, round) {
    Object.assign(this, { engine, record, round, at: null, timer: null });
    this.names = round.setup.seats.map(({ name }) => name);
    this.steps = stepsOf(engine, round, this.names);
    this.controls = new Controls({ names: this.names, colours: this.steps.map(({ colour }) => colour),
      go: (move) => this.stop().go(move), run: () => (this.timer === null ? this.run() : this.stop()), hands: () => this.#hands() });
    this.link = element("a", { class: "link", href: "#0" }, tr("Link to this move"));
    this.board = new Board({ names: this.names, powers: round.setup.set === "flex",
      where: [document.querySelector("h1")?.textContent ?? "", round.setup.set, say(tr("round {n}"), { n: round.setup.round })],
      more: [this.controls.speed, this.link,
             this.record.secret === "" ? "" : element("button", { type: "button", "data-do": "download", onclick: () => this.download() }, tr("Download"))] });
    this.open = new OpenHands(this.board);
    this.board.people(round.setup.seats.map(({ level }, seat) => ({ kind: level === null ? null : "computer", partner: engine.partner(seat) })));
    this.board.felt.append(this.controls.element);
    this.moves = element("ol", { class: "moves", start: 0, "aria-label": tr("All moves") },
      ...this.steps.map(({ words }, at) => element("li", {}, element("a", { href: `#${at}` }, words))));
    this.all = element("details", { class: "all" }, element("summary", {}, tr("All moves")), this.moves);
    this.element = element("div", { class: "replay", "data-seq": 0, "data-turn": "" }, this.board.element);
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

  /* Handles the keys of a video player, unless a field that needs them has the focus. */
  #key(event) {
    const steps = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.last,
                    PageDown: this.at + PAGE, PageUp: this.at - PAGE };
    if (!this.element.isConnected || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea, summary")) return;
    if (event.key === " " && event.target.closest?.("button, a") === null) this.controls.play.click();
    else if (event.key in steps && event.target.closest?.("[role=log]") === null) this.stop().go(steps[event.key]);
    else return;
    event.preventDefault();
  }

  /* Shows the round after `move` moves. If that is one step ahead, the cards fly. */
  go(move) {
    const before = this.at;
    this.at = Math.max(0, Math.min(move, this.last));
    if (this.at === before) return;
    this.round.show(this.at);
    const view = this.engine.view();
    const ahead = before !== null && this.at === before + 1;
    if (!ahead) this.board.log.clear();
    this.board.show(view, this.steps.slice(ahead ? this.at : Math.max(0, this.at - TOLD), this.at + 1).map(({ events }) => events), { quiet: !ahead });
    this.#hands();
    this.controls.show(this.at, this.steps[this.at].words);
    this.link.setAttribute("href", `#${this.at}`);
    this.element.setAttribute("data-seq", this.at);
    this.element.setAttribute("data-turn", view.phase === "over" ? "" : view.turn);
    for (const item of this.moves.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    this.moves.children[this.at].firstChild.setAttribute("aria-current", "step");
    if (this.at === this.last) this.stop();
  }

  #hands() {
    const whose = this.controls.whose;
    this.open.show(this.engine.hands().map((hand, seat) => (whose === "all" || whose === String(seat) ? hand : null)));
  }

  run() {
    if (this.at === this.last) this.go(0);
    this.controls.runs(true);
    const step = () => {
      this.timer = setTimeout(step, this.controls.pace);
      this.go(this.at + 1);
    };
    this.timer = setTimeout(step, this.controls.pace);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.controls.runs(false);
    return this;
  }

  end() {
    this.stop();
    this.board.leave();
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

/* Shows in place of a table why there is none. */
function none(place, why) {
  place.root.toggleAttribute("data-none", true);
  fill(place.table);
  fill(place.below, why);
}

/* Shows a record: the table in place.table, the rest in place.below. A fault in it is shown in place.below. If a second
 * record comes while the first one loads, only the second is shown. */
async function open(place, record) {
  try {
    open.last = record;
    open.view?.end();
    open.view = null;
    const engine = await loadEngine(engineAddress).catch(() => null);
    if (open.last !== record) return;
    if (engine === null || rulesOf(record.setup) > engine.version) {
      none(place, unjudged(tr("The engine of these rules cannot be had: nothing is proven.")));
      return;
    }
    const round = replay(engine, record);
    loadArt(round.setup.set);
    const view = new ReplayView(engine, record, round);
    const proof = record.secret === "" ? unjudged(tr("Somebody who sat there is not named: the round was dealt from " +
      "other words than these, and its shuffle cannot be proven here.")) : new ProofView(record).element;
    open.view = view;
    place.root.toggleAttribute("data-none", false);
    fill(place.table, view.element);
    fill(place.below, view.all, proof, element("section", { class: "setup" }, element("h2", {}, tr("What it was dealt from")), setupLines(round.setup)));
  } catch (error) {
    const why = WHY[error.message]?.() ?? "";
    if (!(error instanceof Forged)) throw error;
    none(place, refusal(why, error.move));
  }
}

/* Reads a record from the lines of !fair, or from the JSON of /api/1/rounds/ID; null: the text has none. */
const recordIn = (text) =>
  text.trimStart().startsWith("{") ? recordOfRound(JSON.parse(text)) : recordOf(text);

/* Lets the reader give another record: a file, or pasted text. */
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
  const place = { root, table: element("div", { class: "stage" }), below: element("div", {}) };
  await Promise.all([loadWords(true), useStyle("board.css"), useStyle("replay.css")]);
  fill(root, place.table);
  /* The server has put what it says of the round first. */
  const below = document.querySelector(".below") ?? root.parentElement.appendChild(element("div", { class: "below" }));
  below.append(place.below, chooser(place));
  const source = root.getAttribute("data-record");
  root.toggleAttribute("data-none", source === null);
  if (source === null) return;
  const answer = await fetch(source);
  const record = answer.ok ? recordIn(await answer.text()) : null;
  if (record !== null) await open(place, record);
  else none(place, element("p", { role: "alert" }, tr("There is no record of this round.")));
}

begin();
