/* board_log.js: the panel beside the table, with the totals and the log of moves, the newest last. On a phone it opens
 * when the reader presses the last move. */
import { card } from "./card.js";
import { element, fill, focusOn } from "./dom.js";
import { icon } from "./icons.js";
import { say, tr } from "./words.js";

const LINES_MAX = 200;
const BEFORE = 2; // moves that the table tells besides the last one

export class Log {
  constructor({ names, own }) {
    Object.assign(this, { names, own, recent: [] });
    this.goal = element("h2", {});
    this.totals = element("ol", { class: "tot" });
    this.lines = element("ol", {});
    this.log = element("div", { class: "log", role: "log", "aria-live": "off", "aria-label": tr("What happened"), tabindex: "0" }, this.lines);
    this.close = element("button", { type: "button", class: "tool", "data-do": "close-log", "aria-label": tr("Close"), onclick: () => this.open(false) }, icon("close"));
    this.element = element("aside", { class: "side", "aria-label": tr("Points and what happened") }, this.close, this.goal, this.totals,
      element("h2", {}, tr("What happened")), this.log);
    this.scrim = element("div", { class: "scrim", hidden: true, onclick: () => this.open(false) });
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.open(false));
    this.goal.hidden = true;
  }

  /* `points`: the total of each seat. `goal`: the points that end the match; 0: no limit. */
  score(points, goal) {
    const rows = this.names.map((name, seat) => ({ name, seat, points: points[seat] ?? 0 })).sort((a, b) => b.points - a.points);
    const any = rows.some((row) => row.points !== 0); // else no bars: an empty one looks like a slider
    const most = goal > 0 ? goal : Math.max(1, ...rows.map((row) => row.points));
    this.goal.hidden = false;
    this.goal.textContent = goal > 0 ? say(tr("To {n}"), { n: goal }) : tr("Points");
    fill(this.totals, ...rows.map((row) => {
      const bar = element("i", {});
      bar.style.setProperty("--v", `${Math.min(100, Math.max(0, (100 * row.points) / most))}%`);
      return element("li", {}, element("bdi", { class: "nm" }, row.seat === this.own ? say(tr("{player} (you)"), { player: row.name }) : row.name),
        element("b", {}, row.points), any ? element("span", { class: "meter", "aria-hidden": "true" }, bar) : null);
    }));
  }

  /* A round begins: the table tells no move of the last one. */
  begin() {
    this.recent = [];
  }

  /* `brief`: a shorter line of the same move; "": it is no move. */
  add(words, code = null, colour = "none", brief = "") {
    if (words === "") return;
    if (brief !== "") this.recent = [...this.recent, { words, brief }].slice(-1 - BEFORE);
    const { log } = this;
    const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
    this.lines.append(element("li", {}, code === null ? icon("down") : card(code, { hidden: true, form: "pile", colour }), element("span", {}, words)));
    while (this.lines.children.length > LINES_MAX) this.lines.firstChild.remove();
    if (atEnd) log.scrollTop = log.scrollHeight;
  }

  /* Returns short lines of the moves before the one that `said` tells, the newest last. */
  before(said) {
    const last = this.recent.at(-1)?.words === said ? -1 : undefined;
    return this.recent.slice(0, last).slice(-BEFORE).map(({ brief }) => brief);
  }

  clear() {
    this.begin();
    fill(this.lines);
  }

  /* Opens or closes the panel. A wide screen always shows it, so the log only gets the focus. */
  open(is) {
    this.element.toggleAttribute("data-open", is);
    this.scrim.hidden = !is;
    if (is) this.log.scrollTop = this.log.scrollHeight;
    if (is) focusOn(this.log);
    else this.back?.();
  }
}
