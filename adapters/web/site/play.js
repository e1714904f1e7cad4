/* play.js: the page /play: a table in the page itself, without a server. The reader plays against computer players, by
 * any set and any house rules. One press deals, and a reload continues the round. After the first visit the page needs
 * no network (root/talon-sw.js). */
import { artFile, loadArt } from "./art.js";
import { Board } from "./board.js";
import { cardBack } from "./card.js";
import { element, fill, focusOn, useStyle } from "./dom.js";
import { engineAddress, loadEngine } from "./engine.js";
import { Explainer } from "./explain.js";
import { Game, ME, winnersOf } from "./game.js";
import { offline } from "./offline.js";
import { actionText, meant, refusedWords } from "./play_words.js";
import { Ring } from "./ring.js";
import { RulesForm, wrongRules } from "./rules_form.js";
import { keep, kept } from "./signals.js";
import { moveWords, winTitle } from "./moves.js";
import { loadWords, say, tr, trn } from "./words.js";

const COMPUTERS = ["Ada", "Blaise", "Grace", "Emmy", "Alan", "Sofia", "Kurt", "Hedy", "Carl", "Hypatia", "Euclid", "Sonya",
  "Felix", "Maryam", "Pierre", "Dorothy", "Niels", "Barbara", "Claude"];
const PACES = [["2000", () => tr("slow")], ["900", () => tr("usual")], ["300", () => tr("fast")], ["0", () => tr("at once")]];
const NAME = "talon.name", PACE = "talon.pace", GAME = "talon.play.game";

/* What the board must ask for, by the reason why the engine refuses an action. */
const ASKS = { colour_needed: "colour", target_needed: "target", proclaim: "proclaim" };

class PlayPage {
  constructor(root, engine) {
    Object.assign(this, { root, engine });
    this.heading = [...root.children];
    this.game = new Game(engine, { told: (events) => this.#told(events), kept: (saved) => keep(GAME, JSON.stringify(saved)) });
    this.form = new RulesForm(engine, (rules) => this.#deal(rules), root.dataset.presets);
    this.name = element("input", { id: "name", maxlength: 24, value: kept(NAME) ?? "Alix", autocomplete: "nickname",
                                   onchange: () => keep(NAME, this.name.value.trim() || null) });
    this.form.options.append(element("p", { class: "own-name" }, element("label", { for: "name" }, tr("Your name")), this.name));
    this.game.delay = Number(kept(PACE) ?? "900");
    if (!this.#restore()) this.#start();
  }

  /* -- before the deal -- */

  #start() {
    const ring = new Ring();
    ring.show("blue", true);
    const fan = element("div", { class: "start-ring", "aria-hidden": "true" }, ring.element, element("div", { class: "start-fan" },
      ...Array.from({ length: 5 }, cardBack)));
    fill(this.root, fan, ...this.heading, this.form.element);
  }

  #restore() {
    let saved = null;
    try {
      saved = JSON.parse(kept(GAME));
    } catch {
      // no JSON: nothing was saved
    }
    if (saved === null || !this.game.restore(saved)) return false;
    this.#table();
    this.board.show(this.#view(), [this.engine.events(ME)], { quiet: true });
    this.#score();
    this.#count(this.#view());
    if (this.#view().phase === "over") this.#end(this.engine.events(ME));
    this.game.go();
    return true;
  }

  #deal(rules, next = "match") {
    this.rules = rules;
    this.waiting = [];
    const wrong = this.game.deal(rules, next);
    if (wrong !== null) {
      this.form.say(wrongRules(wrong));
      return;
    }
    this.form.say("");
    this.#table();
    for (const [view, events] of this.waiting) this.#shown(view, events);
    this.waiting = null;
  }

  /* -- the table -- */

  #table() {
    const { rules, round } = this.game.saved;
    this.rules = rules;
    loadArt(rules.set);
    this.names = [this.name.value.trim() || "Alix", ...rules.levels.map((_, n) => COMPUTERS[n])];
    this.board?.leave();
    this.board = new Board({ names: this.names, own: ME, act: (action) => this.#act(action), powers: rules.set === "flex",
      several: (rules.changes.multi_play ?? "off") !== "off", colours: this.engine.colours,
      where: [tr("Play now"), rules.set, say(tr("round {n}"), { n: round })], more: this.#more() });
    this.board.people([null, ...rules.levels].map((level, seat) => ({ kind: level === null ? null : "computer", partner: this.engine.partner(seat) })));
    this.board.element.classList.add("play");
    this.explainer = new Explainer();
    this.board.middle.element.append(this.explainer.element);
    this.board.enter(this.root);
  }

  #more() {
    const pace = element("select", { id: "pace", onchange: () => {
      this.game.delay = Number(pace.value);
      keep(PACE, pace.value);
    } }, ...PACES.map(([value, words]) => element("option", { value, selected: Number(value) === this.game.delay }, words())));
    return [element("label", {}, element("span", {}, tr("Pace")), pace),
            element("button", { type: "button", "data-do": "stop", onclick: () => this.#leave() }, tr("Other rules"))];
  }

  #leave() {
    this.game.stop();
    keep(GAME, null);
    this.board.leave();
    this.#start();
    focusOn(this.form.element.querySelector("[data-do=deal]"));
  }

  #view() {
    return this.engine.view(ME);
  }

  #told(events) {
    if (this.waiting) this.waiting.push([this.#view(), events]);
    else this.#shown(this.#view(), events);
  }

  #shown(view, events) {
    this.board.show(view, [events]);
    this.explainer.show([view.top, ...view.hand]);
    this.#score();
    this.#count(view);
    if (view.phase === "over") this.#end(events);
  }

  #score() {
    this.board.score(this.game.points, this.#goal());
  }

  #goal() {
    return this.rules.goal ?? 0;
  }

  #count(view) {
    this.board.element.setAttribute("data-turn", view.phase === "over" ? "" : view.turn);
    this.board.element.setAttribute("data-seq", this.game.seq);
  }

  /* -- what is done -- */

  #act(action) {
    const text = action.do === "typed" ? meant(action.text, this.#view(), this.engine) : actionText(action);
    const why = this.game.act(text);
    if (why === null) {
      this.explainer.hide();
      return null;
    }
    if (!(why in ASKS)) return { refused: refusedWords(why) };
    const play = action.do === "typed" ? this.#played(text) : action;
    return play === null ? { refused: refusedWords(why) } : { ask: ASKS[why], action: play };
  }

  /* Makes an action of the board from typed text, so that the board asks for what it lacks. null: the card is not in
   * the hand. */
  #played(text) {
    const [, , card, ...words] = text.split(" ");
    if (this.#view().hand.every(({ code }) => code !== card)) return null;
    return { do: "play", card, flex: words.includes("flex"), proclaim: words.includes("proclaim"),
             colour: this.engine.colours.find((colour) => words.includes(colour)), uno: words.includes("uno") };
  }

  /* -- the end of a round -- */

  #end(events) {
    const over = events.find(({ kind }) => kind === "round-over");
    const { points } = this.game;
    const winners = over === undefined ? [] : winnersOf(over);
    const winner = winners[0] ?? null;
    const best = winner === null ? 0 : points[winner];
    const won = this.#goal() > 0 && best >= this.#goal();
    const hands = this.engine.hands();
    const view = this.#view();
    const rows = this.names.map((name, seat) => ({
      name: seat === ME ? say(tr("{player} (you)"), { player: name }) : name, hand: hands[seat], won: winners.includes(seat), total: points[seat],
      got: winners.includes(seat) ? over.points : hands[seat].reduce((sum, face) => sum + face.points, 0) }))
      .sort((a, b) => b.won - a.won || b.total - a.total);
    const title = winner === null ? moveWords([over], { names: this.names, own: ME })
      : winTitle(won, winner, winners[1] ?? null, this.names, ME);
    this.board.end({
      title, last: view.top?.code, colour: view.colour, points: winner === null ? null : over.points, mine: winners.includes(ME), goal: this.#goal(), rows,
      about: won ? say(trn("{points} points after {n} round.", "{points} points after {n} rounds.", this.game.saved.round), { points: best, n: this.game.saved.round })
        : say(trn("After {n} move.", "After {n} moves.", this.game.seq), { n: this.game.seq }),
      buttons: [{ name: "again", words: won ? tr("Rematch") : tr("Next round"), kind: "key", press: () => this.#deal(this.rules, won ? "match" : "round") },
                { name: "stop", words: tr("Other rules"), press: () => this.#leave() }] });
  }
}

async function begin() {
  const root = document.querySelector("#play");
  await Promise.all([loadWords(true), useStyle("board.css"), useStyle("play.css"), loadArt("classic")]);
  try {
    const engine = await loadEngine(engineAddress);
    new PlayPage(root, engine);
    offline(["play_worker.js", ...engine.sets.map(artFile)].map((name) => new URL(name, import.meta.url).href));
  } catch (error) {
    console.error(error);
    fill(root, element("p", { role: "alert" }, say(tr("The engine cannot be loaded: {why}"), { why: error.message })));
  }
}

begin();
