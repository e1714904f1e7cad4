/* board_keys.js: the keys of a table. Letters work while no field has the focus. The menu ("More") can turn them
 * off. */
const BUTTONS = { d: "draw", k: "keep", p: "play", c: "challenge", a: "accept", u: "uno", x: "catch" };

/* True if the reader's last action came from the keyboard. Only then the board moves the focus to the next action. */
let byKey = false;
addEventListener("keydown", () => (byKey = true), { capture: true });
addEventListener("pointerdown", () => (byKey = false), { capture: true });

export class Keys {
  constructor(board) {
    this.board = board;
    this.off = new AbortController();
    addEventListener("keydown", (event) => this.#key(event), { signal: this.off.signal });
  }

  get used() {
    return byKey;
  }

  end() {
    this.off.abort();
  }

  #key(event) {
    const { board } = this;
    if (!board.element.isConnected || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.key === "Escape") {
      if (!board.top.close(true)) board.bar.press("back");
      return;
    }
    if (event.target.closest?.("input:not([type=checkbox]), select, textarea") || !board.top.letters || event.key.length !== 1) return;
    if (this.#letter(event.key.toLowerCase())) event.preventDefault();
  }

  #letter(key) {
    const { board } = this;
    if (board.questions.key(key)) return true;
    if (/[1-9]/.test(key)) {
      const seat = board.seats.element.querySelector(`button[aria-keyshortcuts="${key}"]`);
      seat?.click();
      return seat !== null;
    }
    if (key === "t" || key === "/") board.bar.type(true);
    else if (key === "l") board.log.open(!board.log.element.hasAttribute("data-open"));
    else if (key === "m") board.top.turnSound();
    else return key in BUTTONS && (board.bar.press(BUTTONS[key]) || (key === "p" && board.bar.press("pass")));
    return true;
  }
}
