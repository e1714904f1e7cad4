/* live.js: the page /tables/ID: shows a table while people play, as everybody at it sees it. The page holds the state
 * from when it was made (bot/pages/views/watch_page.c). After that the server sends the whole document of the table
 * (/api/1/tables/ID) at each change. */
import { loadArt } from "./art.js";
import { Board } from "./board.js";
import { useStyle } from "./dom.js";
import { Moves, dealAt, endOf, goalOf, hasPowers, namesOf, peopleOf, replayAddress, timeOf, untilDeal, viewOf, waitsWords, whereOf } from "./shown.js";
import { loadWords, tr } from "./words.js";

const FIRST_WAIT = 1000, LONGEST_WAIT = 30000, POLL = 5000, TICK = 500; // milliseconds

class LivePage {
  constructor(root) {
    Object.assign(this, { root, board: null, words: "", due: null });
    this.seq = Number(root.getAttribute("data-seq"));
    /* The links that lead a spectator to the table (bot/pages/html/ways.h). They stand in the bar. */
    this.ways = Array.from(document.querySelectorAll(".ways a"), (way, at) =>
      ({ name: way.getAttribute("data-way") ?? "way", words: way.textContent, href: way.href, kind: at === 0 ? "key" : "" }));
    setInterval(() => this.#tick(), TICK);
  }

  show(shown) {
    if (this.board !== null && shown.seq < this.seq) return;
    loadArt(shown.set);
    const quiet = this.#look(shown);
    const time = timeOf(shown);
    this.due = dealAt(shown, time);
    this.board.show(viewOf(shown), this.moves.next(shown), { quiet });
    this.board.people(peopleOf(shown));
    this.board.score(shown.seats.map(({ points }) => points), goalOf(shown));
    this.board.top.say(...whereOf(shown));
    this.board.clock(time);
    this.#waits(shown);
    this.#over(shown);
    this.seq = shown.seq;
    for (const at of [this.board.element, this.root]) {
      at.toggleAttribute("data-lobby", shown.play === null);
      at.setAttribute("data-turn", shown.play?.turn ?? "");
      at.setAttribute("data-seq", shown.seq);
    }
  }

  /* Makes a new board if the players have changed. Returns true if it did: the reader sees this board for the first
   * time. */
  #look(shown) {
    const names = namesOf(shown);
    const powers = hasPowers(shown);
    const who = JSON.stringify([names, powers]);
    if (who === this.who) return false;
    this.board?.leave();
    Object.assign(this, { who, moves: new Moves(), asked: null, overKey: "" });
    this.board = new Board({ names, powers, where: whereOf(shown), bar: true });
    this.board.extra = this.ways;
    this.#embed();
    this.board.enter(this.root);
    this.board.lost(this.words);
    return true;
  }

  /* If another site shows this page in a frame, Talon's logo opens the page without it. */
  #embed() {
    const whole = document.querySelector(".embedded h1 a");
    const mark = this.board.top.element.querySelector(".mark");
    for (const name of whole === null ? [] : ["href", "target", "rel"]) mark.setAttribute(name, whole.getAttribute(name) ?? "");
  }

  #waits(shown) {
    const words = shown.play === null ? waitsWords(shown) : null;
    if (words === this.asked) return;
    this.asked = words;
    this.board.ask(words === null ? null : { kind: "words", title: words, focus: false });
  }

  #over(shown) {
    const { end, play } = shown;
    const key = play !== null || end === null ? "" : JSON.stringify(end);
    if (key !== this.overKey) {
      this.overKey = key;
      this.board.end(key === "" ? null : { ...endOf(shown), waits: "", buttons: [
        { name: "replay", words: tr("Watch it again"), kind: "key", href: replayAddress(end.round) }, ...this.ways.map((way) => ({ ...way, kind: "" }))] });
    }
    this.#tick();
  }

  #tick() {
    const waits = this.board?.over?.element.querySelector(".clock");
    const words = this.due === null ? "" : untilDeal(this.due);
    if (waits && waits.textContent !== words) waits.textContent = words;
  }

  say(words) {
    this.words = words;
    this.board?.lost(words);
  }
}

/* Keeps the page up to date by a WebSocket, which connects again by itself. Whenever one does not open, it fetches the
 * document: that says whether the table is over. */
class Source {
  constructor(page, root) {
    this.page = page;
    this.live = new URL(root.getAttribute("data-live"), location.href);
    this.live.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.document = root.getAttribute("data-document");
    this.wait = FIRST_WAIT;
    this.opened = false; // has any socket opened?
    addEventListener("pageshow", () => this.#now());
    addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => document.hidden || this.#now());
    this.#open();
  }

  #take(shown) {
    if (shown.over) this.#end();
    else this.page.show(shown);
  }

  #end() {
    this.over = true;
    clearTimeout(this.timer);
    this.page.say(tr("This table is over, or may not be watched any more."));
  }

  #open() {
    clearTimeout(this.timer);
    let opened = false;
    this.socket = new WebSocket(this.live);
    this.socket.onopen = () => {
      this.opened = opened = true;
      this.wait = FIRST_WAIT;
      this.page.say("");
    };
    this.socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    this.socket.onclose = () => this.#closed(opened);
  }

  #closed(opened) {
    if (this.over) return;
    if (!opened) this.#ask(); // a socket does not say that there is no such table
    this.timer = setTimeout(() => this.#open(), this.opened ? this.wait : POLL);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /* Connects at once instead of waiting, because the page is visible again, or the network is back. */
  #now() {
    if (!this.over && this.socket.readyState === WebSocket.CLOSED) this.#open();
  }

  async #ask() {
    const answer = await fetch(this.document).catch(() => null);
    if (answer?.status === 404) this.#end();
    else if (this.socket.readyState === WebSocket.OPEN) return; // it tells more
    else if (answer?.ok) this.#take(await answer.json());
    else this.page.say(tr("The connection is lost; it is tried again."));
  }
}

async function begin(root) {
  await Promise.all([loadWords(), useStyle("board.css")]);
  new Source(new LivePage(root), root);
}

const root = document.querySelector("#live");
if (root !== null) begin(root);
