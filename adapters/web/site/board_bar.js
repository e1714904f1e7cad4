/* board_bar.js: the bar at the foot of the table. It shows whose turn it is and how long it lasts, buttons for what the
 * reader can do, and a field for typing. */
import { element, fill, focusOn } from "./dom.js";
import { icon } from "./icons.js";
import { tr } from "./words.js";

const SECOND = 1000;
const LOW = 10; // seconds left when screen readers say so

/* Makes a button of the bar; with `href` a link. */
export function barButton({ name, words, small, key, kind, press, pressed, off, title, href }) {
  if (href !== undefined) return element("a", { class: `btn ${kind ?? ""}`.trim(), "data-do": name, href }, element("span", { class: "row" }, words));
  return element("button", { type: "button", class: `btn ${kind ?? ""}`.trim(), "data-do": name, disabled: off === true,
                             "aria-pressed": pressed === undefined ? null : String(pressed), title,
                             "aria-keyshortcuts": key === "Esc" ? "Escape" : key, onclick: (event) => press(event.detail === 0) },
    element("span", { class: "row" }, words, key ? element("kbd", { "aria-hidden": "true" }, key.length === 1 ? key.toUpperCase() : key) : null),
    small ? element("small", {}, small) : null);
}

export class Bar {
  /* `typed(text)` is called when the reader sends typed text. `alarm(words)` says words to screen readers at once. */
  constructor({ typed, alarm }) {
    Object.assign(this, { typed, alarm, key: "" });
    this.who = element("b", {});
    this.seconds = element("span", { class: "seconds", role: "timer" });
    this.clock = element("span", { class: "clock" }, this.who, this.seconds);
    this.line = element("i", {});
    this.time = element("div", { class: "time", "aria-hidden": "true", hidden: true }, this.line);
    this.acts = element("div", { class: "acts", role: "group", "aria-label": tr("What you can do") });
    this.field = element("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 300,
                                    placeholder: tr("R5, W4 blue, draw"), "aria-label": tr("Type a card or a command") });
    this.form = element("form", { class: "type", hidden: true, onsubmit: (event) => this.#send(event) }, this.field,
      element("button", { type: "submit", class: "btn key", "data-do": "send" }, tr("Say it")));
    this.open = element("button", { type: "button", class: "btn sq", "data-do": "type", "aria-expanded": "false", "aria-keyshortcuts": "t",
                                    "aria-label": tr("Type a card or a command"), onclick: () => this.type(this.form.hidden) }, icon("keyboard"));
    this.element = element("div", { class: "bar" }, this.time, this.clock, this.acts, this.form, element("span", { class: "edge" }, this.open));
    this.field.addEventListener("keydown", (event) => event.key === "Escape" && this.type(false));
  }

  /* `who`: whose turn it is, in words. `mine`: it is the reader's. `buttons`: as barButton() takes them. */
  show({ who, mine, buttons }) {
    this.who.textContent = who;
    this.clock.toggleAttribute("data-mine", mine);
    const key = JSON.stringify(buttons);
    if (key === this.key) return;
    this.key = key;
    const on = this.acts.contains(document.activeElement) ? document.activeElement.getAttribute("data-do") : null;
    fill(this.acts, ...buttons.map(barButton));
    if (on !== null) focusOn(this.acts.querySelector(`[data-do="${on}"]:not(:disabled)`) ?? this.acts.querySelector("button:not(:disabled)"));
  }

  press(name, byKey) {
    const button = this.acts.querySelector(`[data-do="${name}"]:not(:disabled), [data-do^="${name}-"]:not(:disabled)`);
    if (byKey) button?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    else button?.click();
    return button !== null;
  }

  /* -- typing -- */

  type(open) {
    this.form.hidden = !open;
    this.acts.hidden = open;
    this.open.setAttribute("aria-expanded", String(open));
    focusOn(open ? this.field : this.open);
  }

  #send(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (text !== "" && this.typed(text) !== false) this.field.value = "";
  }

  /* -- time -- */

  /* Shows `left` of `of` milliseconds. `left` null: no clock runs, and `words` stand in its place ("paused"). */
  count({ left = null, of = left, words = "" }) {
    clearInterval(this.ticks);
    this.until = left === null ? null : Date.now() + left;
    this.of = Math.max(of ?? 0, 1);
    this.words = words;
    this.warned = left !== null && left <= LOW * SECOND;
    this.time.hidden = left === null;
    this.#tick();
    if (left !== null) this.ticks = setInterval(() => this.#tick(), SECOND / 2);
  }

  #tick() {
    const left = this.until === null ? 0 : Math.max(0, this.until - Date.now());
    const n = Math.ceil(left / SECOND);
    const words = this.until === null ? this.words : `${Math.floor(n / 60)}:${String(n % 60).padStart(2, "0")}`;
    if (this.seconds.textContent !== words) this.seconds.textContent = words;
    this.line.style.setProperty("--left", `${(100 * left) / this.of}%`);
    this.time.toggleAttribute("data-low", n <= LOW);
    if (this.until !== null && n <= LOW && !this.warned && this.clock.hasAttribute("data-mine")) {
      this.warned = true;
      this.alarm(tr("10 seconds left"));
    }
  }

  end() {
    clearInterval(this.ticks);
  }
}
