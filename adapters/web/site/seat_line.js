/* seat_line.js: the connection of a seat's page: a WebSocket that comes back by itself and says nothing of
 * it unless that takes long. What it brings is the whole document of the seat, so that nothing is lost
 * where it was away. */
const FIRST_WAIT = 500, LONGEST_WAIT = 20000; // milliseconds
const PATIENCE = 8000; // for an answer; then the connection is taken for dead
const MEANT = 3 * PATIENCE; // so long what was said into a dead connection is said again
const ASLEEP = 10000; // a page that was away for so long trusts its connection no more

/* The table as this seat sees it, without what is counted or told anew after a restart, and without the time. */
const standing = (seat) =>
  JSON.stringify({ ...seat, seq: null, table: { ...seat.table, seq: null, clock: seat.table.clock.paused, lines: null, moves: null, end: null } });

export class SeatLine {
  /* `heard(frame)`: each message; `state(is)`: "open", "lost" (for longer than a moment), "none" (there is no
   * seat for this browser). */
  constructor(address, { heard, state }) {
    Object.assign(this, { heard, state, pressed: null, at: "" });
    this.address = new URL(address, location.href);
    this.over = true;
    addEventListener("pageshow", () => this.#now());
    addEventListener("online", () => this.#now(true));
    document.addEventListener("visibilitychange", () => this.#seen());
  }

  open() {
    this.over = false;
    this.wait = FIRST_WAIT;
    this.#open();
  }

  /* Nothing more is to come. */
  end() {
    this.over = true;
    this.pressed = null;
    this.#drop();
  }

  /* False: it is not there just now. If it is there again soon, that is said then. */
  say(words, stamp) {
    this.pressed = { words, stamp, at: this.at, since: Date.now(), by: null };
    if (this.socket?.readyState !== WebSocket.OPEN) {
      this.#now();
      return false;
    }
    this.#send();
    return true;
  }

  #send() {
    const { words, stamp } = this.pressed;
    this.pressed.by = this.socket;
    this.socket.send(JSON.stringify({ say: words, stamp }));
    clearTimeout(this.answer);
    this.answer = setTimeout(() => this.#now(true), PATIENCE);
  }

  #meant(time) {
    return this.pressed !== null && Date.now() - this.pressed.since < time;
  }

  /* What was pressed while there was no connection is said now; what was said into one that ended waits until it is
   * known how the table stands. */
  #opened() {
    if (this.pressed?.by === null && this.#meant(PATIENCE)) this.#send();
  }

  /* Whatever comes by the connection that something was said into is taken for its answer. Where it comes by a later
   * one, and the table stands as it stood when that was pressed, it was not heard, and is said again. The stamp of that
   * state goes with it, for a move that is only just being made. */
  #told(frame) {
    if (frame.type === "seat") this.at = standing(frame);
    if (!this.pressed?.by) return;
    const unheard = this.pressed.by !== this.socket && frame.type === "seat" && this.at === this.pressed.at;
    if (unheard && this.#meant(MEANT)) {
      this.pressed.stamp ??= frame.stamp;
      this.#send();
    } else {
      this.pressed = null;
    }
  }

  #drop() {
    clearTimeout(this.timer);
    clearTimeout(this.answer);
    if (this.socket) this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket?.close();
    this.socket = null;
  }

  #open() {
    this.#drop();
    const socket = new WebSocket(Object.assign(new URL(this.address), { protocol: location.protocol === "https:" ? "wss:" : "ws:" }));
    let opened = false;
    this.socket = socket;
    socket.onopen = () => {
      opened = true;
      this.wait = FIRST_WAIT;
      this.state("open");
      this.#opened();
    };
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      clearTimeout(this.answer);
      this.heard(frame);
      this.#told(frame);
    };
    socket.onclose = () => this.#closed(opened);
  }

  async #closed(opened) {
    clearTimeout(this.answer);
    if (this.over) return;
    this.timer = setTimeout(() => this.#open(), this.wait);
    if (this.wait > FIRST_WAIT) this.state("lost");
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    if (!opened && (await this.known()) === false && !this.over) {
      this.end();
      this.state("none");
    }
  }

  /* Whether the server knows this browser's seat; null: it cannot be asked. A socket that does not open does
   * not say why. */
  async known() {
    const answer = await fetch(this.address, { cache: "no-store" }).catch(() => null);
    return answer === null || answer.status >= 500 ? null : answer.status !== 401 && answer.status !== 403;
  }

  #seen() {
    if (document.hidden) this.hiddenAt = Date.now();
    else this.#now(Date.now() - (this.hiddenAt ?? Date.now()) > ASLEEP);
  }

  /* A phone that was put away, a network that is there again: no reason to wait. */
  #now(anew = false) {
    if (this.over) return;
    const closed = this.socket === null || this.socket.readyState === WebSocket.CLOSED || this.socket.readyState === WebSocket.CLOSING;
    if (!closed && !anew) return;
    this.wait = FIRST_WAIT;
    this.#open();
  }
}
