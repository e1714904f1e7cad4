/* board_top.js: the line above a table. It says which table this is, and has the switch for sounds and a menu
 * ("More"). */
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";
import { keep, kept } from "./signals.js";
import { tr } from "./words.js";

const LETTERS = "talon.letters";

const toggle = (name, words, checked, change) =>
  element("label", { class: "switch" }, element("input", { type: "checkbox", "data-switch": name, checked, onchange: change }), element("span", {}, words));

export class Top {
  /* `more`: elements that the page adds to the menu. */
  constructor({ signals, where, more }) {
    this.signals = signals;
    this.letters = kept(LETTERS) !== "off";
    this.where = element("p", { class: "where" });
    this.sound = element("button", { type: "button", class: "tool", "data-do": "sound", "aria-label": tr("Sound"), "aria-keyshortcuts": "m",
                                     onclick: () => this.turnSound() });
    this.#sounds();
    const notes = toggle("notify", tr("Notify me when it is my turn"), signals.notes, async () => {
      notes.firstChild.checked = await signals.turnNotes(notes.firstChild.checked);
    });
    const letters = toggle("letters", tr("Keys: D draws, U says UNO, T types"), this.letters, ({ target }) => {
      this.letters = target.checked;
      keep(LETTERS, target.checked ? null : "off");
    });
    this.menu = element("details", { class: "more" }, element("summary", { class: "tool", "aria-label": tr("More") }, icon("more")),
      element("div", { class: "menu" }, notes, letters, ...more));
    this.menu.addEventListener("keydown", (event) => event.key === "Escape" && this.close(true));
    const brand = document.querySelector("a.brand");
    this.element = element("div", { class: "bar-top" },
      element("a", { class: "mark", href: brand?.getAttribute("href") ?? "/", "aria-label": "Talon" }, mark(), element("span", {}, "Talon")),
      this.where, element("span", { class: "grow" }), this.sound, this.menu);
    this.say(...where);
  }

  /* Shows the words. The first one, the channel, stands out. */
  say(first = "", ...rest) {
    fill(this.where, element("b", {}, first), ...rest.filter(Boolean).map((word) => ` · ${word}`));
  }

  close(focus = false) {
    if (!this.menu.open) return false;
    this.menu.open = false;
    if (focus) this.menu.firstChild.focus();
    return true;
  }

  turnSound() {
    this.signals.turnSound(!this.signals.sounds);
    this.#sounds();
  }

  #sounds() {
    this.sound.setAttribute("aria-pressed", String(this.signals.sounds));
    fill(this.sound, icon(this.signals.sounds ? "sound" : "silent"));
  }
}

/* Talon's mark: four patterned squares on a card's back. */
const mark = () => element("img", { src: new URL("icon.svg", import.meta.url).href, alt: "", width: 28, height: 28 });
