/* seat_panel.js: the panel beside the table of a seat's page: the settings of the table, or a question before a command
 * is carried out. A panel is words with controls. A press says the control's words, and the panel of the answer
 * replaces this one. */
import { element, fill, focusOn } from "./dom.js";
import { tr } from "./words.js";

export class SeatPanel {
  /* `act(words, stamp)` says the words. `closed()`: the reader has closed the panel. */
  constructor(act, closed) {
    Object.assign(this, { act, closed });
    this.element = element("section", { class: "panel", hidden: true, tabindex: "-1", "aria-label": tr("Settings"),
      onkeydown: (event) => event.key === "Escape" && this.#close() });
  }

  show({ words, controls, stamp }) {
    const opened = [...this.element.querySelectorAll("details[open] > summary")].map(({ textContent }) => textContent);
    this.stamp = stamp;
    fill(this.element, ...words.split("\n").map((line) => element("p", {}, line)), ...this.#rows(controls, opened),
      element("button", { type: "button", "data-do": "close", onclick: () => this.#close() }, tr("Close")));
    this.element.hidden = false;
    focusOn(this.element);
    this.element.scrollIntoView({ block: "nearest" });
  }

  hide() {
    this.element.hidden = true;
    fill(this.element);
  }

  #close() {
    this.hide();
    this.closed();
  }

  /* A menu is a part that the reader opens. Only a press makes a choice; the arrow keys never do. */
  #rows(controls, opened) {
    const rows = [];
    let menu = null;
    for (const control of controls) {
      if (control.kind === "menu") {
        menu = element("ul", {});
        rows.push(element("details", { open: opened.includes(control.label), hidden: control.off === true },
          element("summary", {}, control.label), menu));
      } else if (control.kind === "choice" && menu !== null) {
        menu.append(element("li", {}, this.#button(control), control.help ? element("span", { class: "about" }, control.help) : null));
      } else {
        rows.push(this.#button(control));
      }
    }
    return rows;
  }

  #button({ kind, words, label, strong, off, chosen }) {
    return element("button", { type: "button", class: strong ? "strong" : null, disabled: off === true, "data-words": words,
                               "aria-pressed": kind === "choice" ? String(chosen === true) : null,
                               onclick: () => this.act(words, this.stamp) }, label);
  }
}
