/* live.js: the page /tables/ID: a table as everybody at it sees it, while people play. The page comes with
 * what was so when it was made (bot/pages/views/watch_page.c); from then on the server sends the whole document of
 * the table (/api/1/tables/ID) whenever it has changed. */
import { loadArt } from "./art.js";
import { element, fill } from "./dom.js";
import { addLines, newLines, seatItem, statusOf, viewOf } from "./shown.js";
import { piles } from "./table.js";
import { loadWords, tr } from "./words.js";

const FIRST_WAIT = 1000, LONGEST_WAIT = 30000, POLL = 5000; // milliseconds

class LivePage {
  constructor(root) {
    this.root = root;
    this.table = root.querySelector(".table");
    this.log = root.querySelector("[role=log]");
    this.lines = [...this.log.children].map(({ textContent }) => textContent);
    this.seats = root.querySelector(".seats");
    this.status = root.querySelector(".status");
    this.piles = root.querySelector(".piles") ?? element("dl", { class: "piles" });
    this.gone = element("p", { class: "gone", role: "status" });
    this.table.append(this.gone);
    this.seq = Number(root.getAttribute("data-seq"));
    this.status.setAttribute("aria-live", "polite");
    this.log.scrollTop = this.log.scrollHeight;
  }

  show(shown) {
    if (shown.seq < this.seq) return;
    loadArt(shown.set);
    const view = shown.play === null ? null : viewOf(shown);
    fill(this.seats, ...shown.seats.map((seat) => seatItem(shown, seat, view)));
    if (view) {
      fill(this.piles, ...piles(view));
      this.seats.after(this.piles);
    } else {
      this.piles.remove();
    }
    const words = statusOf(shown, view);
    if (element("p", {}, ...words).textContent !== this.status.textContent) fill(this.status, ...words);
    this.#tell(shown.lines);
    this.seq = shown.seq;
    this.root.setAttribute("data-turn", shown.play?.turn ?? "");
    this.root.setAttribute("data-seq", shown.seq);
  }

  #tell(lines) {
    addLines(this.log, newLines(this.lines, lines).map((line) => element("p", {}, line)));
    this.lines = lines;
  }

  say(words) {
    if (this.gone.textContent !== words) this.gone.textContent = words;
  }
}

/* Keeps the page up to date: by a WebSocket, which comes back by itself; where none ever opens, by asking. */
class Source {
  constructor(page, root) {
    this.page = page;
    this.live = new URL(root.getAttribute("data-live"), location.href);
    this.live.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.document = root.getAttribute("data-document");
    this.wait = FIRST_WAIT;
    this.opened = false;
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
    this.socket = new WebSocket(this.live);
    this.socket.onopen = () => {
      this.opened = true;
      this.wait = FIRST_WAIT;
      this.page.say("");
    };
    this.socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    this.socket.onclose = () => this.#closed();
  }

  #closed() {
    if (this.over) return;
    if (!this.opened) this.#ask();
    else if (this.wait > FIRST_WAIT) this.page.say(tr("The connection is lost; it is tried again."));
    this.timer = setTimeout(() => this.#open(), this.opened ? this.wait : POLL);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /* A phone that was put away, a network that is there again: no reason to wait. */
  #now() {
    if (!this.over && this.socket.readyState === WebSocket.CLOSED) this.#open();
  }

  async #ask() {
    const answer = await fetch(this.document).catch(() => null);
    if (answer?.status === 404) this.#end();
    else if (answer?.ok) this.#take(await answer.json());
    else this.page.say(tr("The connection is lost; it is tried again."));
  }
}

async function begin(root) {
  await loadWords();
  new Source(new LivePage(root), root);
}

const root = document.querySelector("#live");
if (root !== null) begin(root);
