/* seat_panel.js: the panel beside the table of a seat's page, with the settings of the table, or a question before a
 * command is carried out. It has words and controls. A press sends a control's words, and the panel in the answer
 * replaces this one. */
import { element, fill, focusOn } from "./dom.js";
import { tr } from "./words.js";

export class SeatPanel {
  /* `act(words, stamp)` sends the words. `closed()` is called when the reader closes the panel. */
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

  /* A menu becomes a part that the reader opens. Its choices are buttons, so the arrow keys choose nothing. */
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
