/* live.js: the page /tables/ID: a table as everybody at it sees it, while people play. The page comes with
 * what was so when it was made (bot/pages/watch_page.c); from then on the server sends the whole document of
 * the table (/api/1/tables/ID) whenever it has changed. */
import { element, fill, pageAddress } from "./dom.js";
import { remember } from "./seen.js";
import { badges, piles } from "./table.js";
import { waitsFor } from "./tell.js";
import { loadWords, say, tr, trn } from "./words.js";

const FIRST_WAIT = 1000, LONGEST_WAIT = 30000, POLL = 5000; // milliseconds
const LINES_MAX = 200;

/* What table.js shows, of a document. */
function viewOf({ seats, play }) {
  const where = (is) => seats.filter(is).map(({ seat }) => seat);
  return {
    phase: play.phase === "round_over" ? "over" : play.phase, turn: play.turn, pile: play.pile, pending: play.pending, clockwise: play.direction > 0,
    top: { code: play.top }, colour: play.colour ?? "none", hyper: play.hyper ?? "none",
    exposed: where(({ exposed }) => exposed), announced: where(({ uno }) => uno),
    powerRed: where(({ power }) => power === "red"), inRound: where(({ cards }) => cards !== null),
    places: seats.map(() => 0) };
}

const nameOf = ({ name, player }) =>
  element("span", { class: "name" }, player === null ? name : element("a", { href: pageAddress(`/players/${player}`) }, name));
const count = (one, many, n) => element("span", { class: "count" }, say(trn(one, many, n), { n }));

function seatItem(shown, seat, view) {
  const { seat: n, cards, points, computer, away } = seat;
  const told = [computer === null ? null : tr("computer"), ...(view ? badges(view, n) : []), away ? tr("away") : null];
  return element("li", { "data-seat": n, "aria-current": shown.play?.turn === n ? "true" : null },
    nameOf(seat),
    cards === null ? null : count("{n} card", "{n} cards", cards),
    points > 0 ? count("{n} point", "{n} points", points) : null,
    ...told.filter(Boolean).map((badge) => element("span", { class: "badge" }, badge)));
}

function statusOf(shown, view) {
  if (view) return [waitsFor(view, shown.seats.map(({ name }) => name))];
  const words = shown.state === "between" ? tr("The next round is dealt soon.") : tr("The table waits for players.");
  return shown.last_round === null ? [words]
    : [words, " ", element("a", { href: pageAddress(`/rounds/${shown.last_round}`) }, tr("The round before, move by move"))];
}

/* The lines that were not there before: of each document the last ones are told. */
export function newLines(before, now) {
  for (let from = 0; from <= before.length; from++)
    if (before.slice(from).every((line, n) => line === now[n])) return now.slice(before.length - from);
  return now;
}

/* What binds this shuffle and those to come, for who looks at their replays in this browser. */
function keep({ bond, play }) {
  const fair = play?.fair;
  if (bond) remember(`s${bond.number}=${bond.value}`, { dealt: bond.number });
  else if (fair) remember(`s${fair.bond_number}=${fair.bond} d${fair.shuffle}=${fair.told}`, { dealt: fair.shuffle });
}

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
    const view = shown.play === null ? null : viewOf(shown);
    keep(shown);
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
    const atEnd = this.log.scrollTop + this.log.clientHeight >= this.log.scrollHeight - 8;
    this.log.append(...newLines(this.lines, lines).map((line) => element("p", {}, line)));
    while (this.log.children.length > LINES_MAX) this.log.firstChild.remove();
    this.lines = lines;
    if (atEnd) this.log.scrollTop = this.log.scrollHeight;
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
