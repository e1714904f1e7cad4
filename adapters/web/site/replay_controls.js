/* replay_controls.js: the controls under the table of a replay: a strip that shows the colour in force after each move,
 * and the buttons of a video player. */
import { drawn, element } from "./dom.js";
import { say, tr } from "./words.js";

const SPEEDS = [["1500", () => tr("slow")], ["700", () => tr("usual")], ["200", () => tr("fast")]];
const SHAPES = { first: "M6 5v14M19 5l-9 7 9 7z", previous: "M17 5l-9 7 9 7z", play: "M7 4.5v15l12-7.5z", pause: "M8 5v14M16 5v14",
                 next: "M7 5l9 7-9 7z", end: "M18 5v14M5 5l9 7-9 7z" };

const sign = (name) => drawn("svg", { class: "ic", viewBox: "0 0 24 24", "aria-hidden": "true", fill: "currentColor", stroke: "currentColor",
                                      "stroke-width": 2.2, "stroke-linejoin": "round" }, drawn("path", { d: SHAPES[name] }));

export class Controls {
  /* `colours`: the colour in force after each number of moves. `go(move)`: the reader chose a move. `run()`: they
   * pressed "Run on". `hands()`: they chose other hands to see. */
  constructor({ names, colours, go, run, hands }) {
    this.last = colours.length - 1;
    const button = (name, words, press) =>
      element("button", { type: "button", class: name === "play" ? "btn key" : "btn", "data-do": name, "aria-label": words, onclick: press }, sign(name));
    this.play = button("play", tr("Run on"), run);
    this.counter = element("output", { class: "counter" });
    this.told = element("p", { class: "sr", "aria-live": "polite", "data-said": "" });
    this.slider = element("input", { type: "range", min: 0, max: this.last, value: 0, "aria-label": tr("Move"),
                                     oninput: () => go(Number(this.slider.value)) });
    this.cells = colours.map((colour) => element("i", { "data-colour": colour }));
    this.hands = element("select", { "aria-label": tr("Whose hand"), onchange: hands },
      element("option", { value: "all" }, tr("All hands")),
      ...names.map((name, seat) => element("option", { value: seat }, say(tr("Hand of {player}"), { player: name }))),
      element("option", { value: "none" }, tr("No hand")));
    this.paces = element("select", { id: "speed" }, ...SPEEDS.map(([value, name]) => element("option", { value, selected: value === "700" }, name())));
    this.speed = element("label", {}, element("span", {}, tr("Speed")), this.paces);
    this.element = element("div", { class: "ctl", role: "group", "aria-label": tr("Replay") },
      element("div", { class: "strip" }, this.counter, element("div", { class: "track" },
        element("div", { class: "cols", "aria-hidden": "true" }, ...this.cells), this.slider)),
      element("div", { class: "film" }, button("first", tr("First"), () => go(0)), button("previous", tr("Previous"), () => go(this.at - 1)),
        this.play, button("next", tr("Next"), () => go(this.at + 1)), button("end", tr("End"), () => go(this.last))),
      this.hands, this.told);
  }

  show(at, words) {
    const before = this.at ?? -1;
    this.at = at;
    this.counter.textContent = say(tr("Move {n} of {all}"), { n: at, all: this.last });
    this.told.textContent = words;
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", words);
    for (let cell = Math.min(before, at) + 1; cell <= Math.max(before, at); cell++) this.cells[cell].toggleAttribute("data-past", cell <= at);
  }

  runs(is) {
    this.play.setAttribute("aria-label", is ? tr("Pause") : tr("Run on"));
    this.play.replaceChildren(sign(is ? "pause" : "play"));
  }

  get pace() {
    return Number(this.paces.value);
  }

  get whose() {
    return this.hands.value;
  }
}
