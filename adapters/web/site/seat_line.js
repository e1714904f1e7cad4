/* seat_line.js: the connection of a seat's page: a WebSocket that connects again by itself. It reports a lost
 * connection only if the first try to connect again fails. Each message has the whole document of the seat, so a gap
 * loses nothing. */
const FIRST_WAIT = 500, LONGEST_WAIT = 20000; // milliseconds
const PATIENCE = 8000; // milliseconds without an answer after which a connection counts as dead
const MEANT = 3 * PATIENCE; // milliseconds during which words for a dead connection are sent again
const ASLEEP = 10000; // milliseconds; a page hidden for longer opens a new connection

/* Returns the state of the table as text to compare, without the time and what a restart of the server resets. */
const standing = (seat) =>
  JSON.stringify({ ...seat, seq: null, table: { ...seat.table, seq: null, clock: seat.table.clock.paused, lines: null, moves: null, end: null } });

export class SeatLine {
  /* `heard(frame)` gets each message. `state(is)` gets "open", "lost" (the first try failed) or "none" (no seat
   * here). */
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

  /* Ends the connection for good. */
  end() {
    this.over = true;
    this.pressed = null;
    this.#drop();
  }

  /* Sends words. Returns false if there is no connection. If one opens soon, the words are sent then. */
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

  /* Sends the words of a press that came without a connection. Words that went into a lost connection wait for the next
   * document, which shows whether the server heard them. */
  #opened() {
    if (this.pressed?.by === null && this.#meant(PATIENCE)) this.#send();
  }

  /* The first message after our words answers them if it comes on the same connection. On a new connection it shows
   * whether the server heard them: if the table is as it was at the press, it did not. Then we send the words again,
   * with the stamp of this message if they had none. */
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
    if (!opened && (await this.#known()) === false && !this.over) {
      this.end();
      this.state("none");
    }
  }

  /* Returns whether the server knows this browser's seat; null: the server does not answer. We ask by fetch, because a
   * WebSocket that does not open gives no reason. */
  async #known() {
    const answer = await fetch(this.address, { cache: "no-store" }).catch(() => null);
    return answer === null || answer.status >= 500 ? null : answer.status !== 401 && answer.status !== 403;
  }

  #seen() {
    if (document.hidden) this.hiddenAt = Date.now();
    else this.#now(Date.now() - (this.hiddenAt ?? Date.now()) > ASLEEP);
  }

  /* Connects at once instead of waiting, because the page is visible again, or the network is back. */
  #now(anew = false) {
    if (this.over) return;
    const closed = this.socket === null || this.socket.readyState === WebSocket.CLOSED || this.socket.readyState === WebSocket.CLOSING;
    if (!closed && !anew) return;
    this.wait = FIRST_WAIT;
    this.#open();
  }
}
