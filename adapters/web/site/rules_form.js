/* rules_form.js: the form in which the reader chooses set, house rules and computer players for a table without a
 * server. */
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";
import { keep, kept } from "./signals.js";
import { say, tr, trn } from "./words.js";

export const SETS = {
  classic: () => tr("108 cards, as most people know it"),
  hyper: () => tr("4 Hyperspeed wilds: each card of their colour skips the next player"),
  skull: () => tr("4 wilds with words of power: all others draw 3; to 500 points"),
  web: () => tr("4 Web Swing wilds: all others show their hands, you skip one of them"),
  flex: () => tr("two-sided cards, and a power card to use the other side; 2-8 players"),
  minion: () => tr("4 Mutated Minion wilds: the next player draws until it comes; to 500 points"),
};

/* Ready-made house rules: the switches that differ from the set's sheet, as in bot/text/preset.c. */
const PRESETS = {
  official: { words: () => tr("official"), about: () => tr("the rules of the printed sheet, nothing changed"), changes: {} },
  quick: { words: () => tr("quick"), about: () => tr("five cards each, and one round"), changes: { hand_size: "5" }, match: "round" },
  party: { words: () => tr("party"), about: () => tr("draw cards add up, jump in, 7 swaps hands, 0 moves all hands, draw until a card fits"),
           changes: { stack: "up", jump_in: "exact", seven_zero: "on", draw_until_playable: "on" } },
  brutal: { words: () => tr("brutal"), about: () => tr("party, and any draw card adds up, skip and reverse pass it on, 25 cards put you out"),
            changes: { stack: "any", deflect: "on", jump_in: "exact", seven_zero: "on", draw_until_playable: "on", mercy: "25" } },
};

const WRONG = {
  players: () => tr("These rules are not for so many players."),
  hand_too_large: () => tr("The deck is too small for so many players and cards."),
  bluff_conflict: () => tr("Where a wild +4 cannot be a bluff there is nothing to challenge."),
  deflect_alone: () => tr("Cards to draw can be passed on only where they add up."),
  mercy: () => tr("With that many cards everybody would be out at once."),
  teams_places: () => tr("Teams do not play the places out."),
  teams_lowest: () => tr("Teams do not play for the lowest sum."),
  uneven: () => tr("Teams of two need an even number of players, four at least."),
};

/* Returns in words why nothing can be dealt by these rules. `name`: the engine's reason. */
export const wrongRules = (name) => (WRONG[name] ?? (() => tr("That number is too high or too low.")))();

const MATCHES = { match: () => tr("to 500"), round: () => tr("one round") };
const STRENGTHS = { easy: () => tr("easy"), normal: () => tr("normal"), hard: () => tr("hard") };
const COUNTS = [1, 2, 3, 4, 5, 6, 7, 9, 13, 19]; // teams of two take an odd one
const KEPT = "talon.play.rules";

/* Makes radio buttons in the form of chips. `choices`: [value, words] of each. */
const chips = (name, title, choices, chosen, change) =>
  element("fieldset", { class: "chips" }, element("legend", {}, title),
    ...choices.map(([value, words]) => element("label", {},
      element("input", { type: "radio", name, value, checked: String(value) === String(chosen), onchange: change }), element("span", {}, words))));

const before = () => {
  try {
    return JSON.parse(kept(KEPT)) ?? {};
  } catch {
    return {}; // no JSON
  }
};

/* Returns the value of a switch as a field has it: "7" of "7 cards", "2" of "fixed 2". No field has "progressive 2,1". */
const plain = (value) => /^(?:fixed )?([0-9]+)(?: [a-z]+)?$/.exec(value)?.[1] ?? value;

/* Returns the operator's presets in the form of PRESETS. `text`: JSON, {name: {about, changes}}. */
const ownPresets = (text) => Object.fromEntries(Object.entries(JSON.parse(text)).map(([name, { about, changes: { score, ...changes } }]) =>
  [name, { words: () => name, about: () => about, changes, match: { single_round: "round", points_500: "match" }[score] }]));

export class RulesForm {
  /* `deal(chosen)`: the reader wants to play by these rules. `own`: see ownPresets(). The form begins with what the reader
   * chose last. */
  constructor(engine, deal, own = "{}") {
    this.engine = engine;
    this.presets = { ...PRESETS, ...ownPresets(own) };
    const was = { set: "classic", count: 3, level: "normal", match: "match", changes: {}, ...before() };
    this.about = element("p", { class: "about" });
    this.preset = element("p", { class: "about" });
    this.house = element("div", { class: "house-fields" });
    this.values = element("span", { class: "values" });
    this.said = element("p", { role: "alert" });
    this.options = element("details", { class: "options", onchange: () => this.#summary(), ontoggle: () => this.#fields() },
      element("summary", {}, element("b", {}, tr("Options")), this.values, icon("down")),
      chips("set", tr("Rules"), engine.sets.map((name) => [name, name]), was.set, () => this.#preset()), this.about,
      chips("count", tr("Computer players"), COUNTS.map((n) => [n, n]), was.count),
      chips("level", tr("Strength"), Object.entries(STRENGTHS).map(([name, words]) => [name, words()]), was.level),
      chips("match", tr("Match"), Object.entries(MATCHES).map(([name, words]) => [name, words()]), was.match),
      chips("preset", tr("Preset"), Object.entries(this.presets).map(([name, { words }]) => [name, words()]), "", () => this.#preset()), this.preset,
      element("details", {}, element("summary", {}, element("b", {}, tr("House rules")), element("span", { class: "values" }), icon("down")), this.house));
    this.element = element("form", { class: "rules-form", onsubmit: (event) => { event.preventDefault(); deal(this.chosen()); } },
      element("button", { type: "submit", class: "deal", "data-do": "deal" }, tr("Deal")), this.said, this.options);
    this.#house(was.changes);
    this.#summary();
  }

  #value(name) {
    return this.element.elements[name].value;
  }

  #house(changes) {
    const set = this.#value("set");
    this.changes = changes;
    this.sheet = this.engine.sheet(set);
    this.about.textContent = SETS[set]?.() ?? "";
    if (this.makeFields !== undefined) fill(this.house, ...this.makeFields({ ...this.sheet, ...changes }));
    this.began = this.#ruleValues();
  }

  /* Returns [name, value] of each field of the house rules. */
  #ruleValues() {
    return [...this.house.querySelectorAll("[data-rule]")].map((field) => [field.getAttribute("data-rule"), field.value]);
  }

  /* Shows the house rules as fields. Loads their words the first time; if that fails, closes the options and says so. */
  async #fields() {
    if (this.makeFields !== undefined || !this.options.open) return;
    const words = await import("./house_rules.js").catch(() => null);
    const fault = tr("The server cannot be reached just now: try again.");
    if (words === null) {
      this.said.textContent = fault;
      this.options.open = false;
      return;
    }
    if (this.said.textContent === fault) this.said.textContent = "";
    this.makeFields = words.ruleFields;
    this.#house(this.changes);
  }

  #preset() {
    const { changes, match } = this.presets[this.#value("preset")] ?? PRESETS.official;
    this.#house(changes);
    if (match !== undefined) this.element.elements.match.value = match;
  }

  /* Marks the preset that has exactly these house rules. */
  #mark(changes) {
    const sorted = (rules) => JSON.stringify(Object.entries(rules).map(([name, value]) => [name, plain(value)]).sort());
    const same = (preset) => sorted(preset.changes) === sorted(changes);
    const [name, preset] = Object.entries(this.presets).find(([, one]) => same(one)) ?? [null, null];
    for (const radio of this.element.elements.preset) radio.checked = radio.value === name;
    this.preset.textContent = preset?.about() ?? "";
  }

  /* Returns the house rules that differ from the sheet. A field counts only if the reader has changed it. All other
   * rules are those of the preset, or those that the form began with. */
  #changes() {
    const changed = this.#ruleValues().filter(([, value], n) => value !== this.began[n][1]);
    const values = Object.entries({ ...this.changes, ...Object.fromEntries(changed) });
    return Object.fromEntries(values.filter(([name, value]) => name in this.sheet && plain(value) !== plain(this.sheet[name])));
  }

  #summary() {
    const n = Number(this.#value("count"));
    const changes = this.#changes();
    const house = Object.keys(changes).length;
    this.#mark(changes);
    this.values.textContent = [this.#value("set"), say(trn("{n} computer", "{n} computers", n), { n }), STRENGTHS[this.#value("level")]?.(),
                               MATCHES[this.#value("match")](), house > 0 ? say(trn("{n} house rule", "{n} house rules", house), { n: house }) : null]
      .filter(Boolean).join(" · ");
  }

  say(words) {
    this.said.textContent = words;
    if (words !== "") this.options.open = true;
  }

  /* Returns {set, changes, levels: names, goal}: the switches that differ from the set's sheet, the computer players'
   * levels, and the points that end the match (0: a match has one round). */
  chosen() {
    const [set, level, match, count] = ["set", "level", "match", "count"].map((name) => this.#value(name));
    const changes = Number(count) < 10 ? this.#changes() : { ...this.#changes(), two_decks: "on" };
    keep(KEPT, JSON.stringify({ set, level, match, count: Number(count), changes }));
    const single = match === "round" || changes.play_to_last === "on";
    const score = single ? "single_round" : "points_500";
    return { set, changes: this.sheet.score === score ? changes : { ...changes, score }, levels: new Array(Number(count)).fill(level),
             goal: single ? 0 : Number(plain(changes.target ?? this.sheet.target)) };
  }
}
