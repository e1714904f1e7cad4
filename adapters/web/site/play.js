/* play.js: the page /play: a table in the page itself, without a server: one in against four computer
 * players, by every set and house rule. */
import { loadArt } from "./art.js";
import { element, fill, focusOn, usePictures, useStyle } from "./dom.js";
import { engineAddress, loadEngine } from "./engine.js";
import { Game, ME } from "./game.js";
import { HandView } from "./hand.js";
import { RulesForm, wrongRules } from "./rules_form.js";
import { LogView, TableView } from "./table.js";
import { outcome, tell } from "./tell.js";
import { loadWords, say, tr } from "./words.js";

const COMPUTERS = ["Ada", "Blaise", "Grace", "Emmy"];
const PACES = [["2000", () => tr("slow")], ["900", () => tr("usual")], ["300", () => tr("fast")], ["0", () => tr("at once")]];
const NAME = "talon.name";

const kept = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // no storage here
  }
};
const keep = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // no storage here
  }
};

class PlayPage {
  constructor(root, engine) {
    Object.assign(this, { root, engine });
    this.game = new Game(engine, (events) => this.#told(events));
    this.form = new RulesForm(engine, (chosen) => this.#deal(chosen, false));
    this.name = element("input", { id: "name", maxlength: 24, value: kept(NAME) ?? "Alix", autocomplete: "nickname" });
    this.form.element.prepend(element("p", {}, element("label", { for: "name" }, tr("Your name")), this.name));
    const pace = kept("talon.pace") ?? "900";
    this.pace = element("select", { id: "pace", onchange: () => this.#pace() },
      ...PACES.map(([value, name]) => element("option", { value, selected: value === pace }, name())));
    this.#pace();
    fill(root, this.form.element);
  }

  #pace() {
    this.game.delay = Number(this.pace.value);
    keep("talon.pace", this.pace.value);
  }

  /* A match goes on with who sits there. */
  #deal(chosen, next) {
    loadArt(chosen.set);
    const levels = chosen.levels.map((_, n) => COMPUTERS[n]);
    const name = this.name.value.trim() || "Alix";
    keep(NAME, name);
    this.chosen = chosen;
    this.names = [name, ...levels];
    this.table = new TableView(this.names);
    this.log = new LogView();
    this.hand = new HandView({ engine: this.engine, names: this.names, act: (action) => this.game.act(action) });
    this.hand.several = (chosen.changes.multi_play ?? "off") !== "off";
    this.end = element("section", { class: "end", hidden: true });
    this.place = element("div", { class: "play", "data-seq": 0, "data-turn": "" }, this.table.element, this.end,
      this.hand.element, this.log.element,
      element("div", { class: "controls" }, element("label", { for: "pace" }, tr("Pace")), this.pace,
        element("button", { type: "button", "data-do": "stop", onclick: () => this.#stop() }, tr("Other rules"))));
    const wrong = this.game.deal(chosen, next);
    if (wrong !== null) {
      this.form.say(wrongRules(wrong));
      return;
    }
    fill(this.root, this.place);
    this.log.end();
    focusOn(this.hand.element);
    this.hand.key = null;
    this.hand.show(this.engine.view(ME));
  }

  #stop() {
    this.game.stop();
    this.form.say("");
    fill(this.root, this.form.element);
    focusOn(this.form.set);
  }

  #told(events) {
    const view = this.engine.view(ME);
    this.log.add(tell(events, this.names));
    this.table.show(view);
    this.hand.show(view);
    this.place.setAttribute("data-turn", view.phase === "over" ? "" : view.turn);
    if (view.phase === "over") this.#over(outcome(events, this.names));
    this.place.setAttribute("data-seq", this.game.seq);
  }

  #over(words) {
    const rows = this.names.map((name, seat) => [this.game.points[seat], name]).sort(([a], [b]) => b - a);
    const again = element("button", { type: "button", class: "strong", "data-do": "again", onclick: () => this.#deal(this.chosen, true) },
      tr("Next round"));
    fill(this.end, element("h2", {}, words),
      element("table", {}, element("caption", {}, tr("Points so far")),
        element("tbody", {}, ...rows.map(([points, name]) =>
          element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, points))))), again);
    this.end.hidden = false;
    this.hand.element.hidden = true;
    focusOn(again);
  }
}

async function begin() {
  const root = document.querySelector("#play");
  await Promise.all([loadWords(), useStyle("table.css"),
                     usePictures("cross.svg", "flip.svg", "reverse.svg", "skip.svg")]);
  try {
    new PlayPage(root, await loadEngine(engineAddress));
  } catch (error) {
    console.error(error);
    fill(root, element("p", { role: "alert" }, say(tr("The engine cannot be loaded: {why}"), { why: error.message })));
  }
}

begin();
