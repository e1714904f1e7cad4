/* engine.js: the engine of the daemon, as WebAssembly.
 *
 * engine/wasm/page.h documents the module's functions, and the bytes that they return. An Engine holds one round. Seats
 * count from 0. Actions are text as in the journal ("P1 play R5 uno"). Works in pages, in workers and in node. */

export const COLOURS = ["none", "red", "green", "blue", "yellow", "purple", "orange"];
export const PHASES = ["turn", "drawn", "challenge", "target", "colour", "over"];
export const EVENTS = [
  "dealer-draw", "dealt", "turned", "played", "drew", "kept", "passed", "lost-turn", "reversed", "colour",
  "uno", "caught", "false-uno", "challenged", "accepted", "shown", "reshuffled", "pending", "hyper", "power",
  "power-reset", "targeted", "swapped", "rotated", "out", "place", "left", "proclaimed", "round-over"];
export const DRAWS = ["turn", "effect", "wd4", "innocent", "guilty", "caught", "false", "sum", "last-card"];
export const ENDS = ["won", "blocked", "limit", "deserted"];
const VERDICTS = ["proven", "refused", "none"];
const LOG_MAX = 4 << 20; // bytes
const ANSWERS = ["draw", "keep", "pass", "accept", "challenge", "colour", "target"];
const NONE = 255; // no seat, no face
const ALL = 254; // in place of a seat: sees every hand
const SEATS = 20;

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  get more() {
    return this.at < this.bytes.length;
  }
  byte() {
    return this.bytes[this.at++];
  }
  two() {
    return this.byte() | (this.byte() << 8);
  }
  four() {
    return this.two() | (this.two() << 16);
  }
  list() {
    return Array.from({ length: this.byte() }, () => this.byte());
  }
  text() {
    return new TextDecoder().decode(this.bytes.subarray(this.at));
  }
}

const seatsOf = (mask) => Array.from({ length: SEATS }, (_, seat) => seat).filter((seat) => (mask >> seat) & 1);
const some = (number) => (number === NONE ? null : number);

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(text) {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) throw new Error("no digits of a hash");
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

export class Engine {
  constructor(instance) {
    this.exports = instance.exports;
    this.place = this.exports.page_bytes();
    this.version = this.exports.page_version();
    this.sets = this.#names((n) => this.exports.page_set(n));
    this.switches = this.#names((n) => this.exports.page_switch(n));
    this.levels = [];
    for (let n = 0, length; (length = this.exports.page_player(n)) > 0; n++) {
      const reader = this.#given(length);
      this.levels.push({ forgets: reader.byte(), notices: reader.byte(), name: reader.text() });
    }
    this.faces = [];
    this.colours = [];
  }

  #given(length) {
    return new Reader(new Uint8Array(this.exports.memory.buffer, this.place, length));
  }

  #names(ask) {
    const names = [];
    for (let length; (length = ask(names.length)) > 0; ) names.push(this.#given(length).text());
    return names;
  }

  #hand(bytes) {
    new Uint8Array(this.exports.memory.buffer).set(bytes, this.place);
    return bytes.length;
  }

  #handText(text) {
    return this.#hand(new TextEncoder().encode(text));
  }

  #face(n) {
    return this.faces[n] ?? null;
  }

  /* Returns the values that the set's sheet gives the switches in that version of the rules: {stack: "off", ...}. */
  sheet(set, version = this.version) {
    if (!this.exports.page_choose(this.sets.indexOf(set), version)) throw new Error("unknown set");
    return Object.fromEntries(
      this.switches.map((name, id) => [name, this.#given(this.exports.page_value(id)).text()]));
  }

  /* Chooses a set, the switches that differ from its sheet, and the number of players. Returns null, or why not. */
  rules(set, changes, players, version = this.version) {
    this.sheet(set, version);
    for (const [name, value] of Object.entries(changes)) {
      const id = this.switches.indexOf(name);
      if (id < 0 || !this.exports.page_change(id, this.#handText(value))) return `${name} ${value}`;
    }
    const wrong = this.exports.page_rules(players);
    if (wrong > 0) return this.#given(wrong).text();
    this.set = set;
    this.players = players;
    this.faces = [];
    for (let n = 0, length; (length = this.exports.page_face(n)) > 0; n++) {
      const reader = this.#given(length);
      const [kind, colour, value, flexColour, flex, flip, points, copies, names] =
        Array.from({ length: 9 }, () => reader.byte());
      this.faces.push({ n, kind, colour: COLOURS[colour], value, flexColour: COLOURS[flexColour],
                        flex: flex > 0, flip: flip > 0, points, copies, needsColour: names > 0,
                        code: reader.text() });
    }
    this.colours = Array.from(this.#given(this.exports.page_colours()).bytes, (colour) => COLOURS[colour]);
    this.teams = this.#given(this.exports.page_value(this.switches.indexOf("teams"))).text() === "on";
    return null;
  }

  /* HR-20: returns the seat that plays together with this one; null: there are no teams. */
  partner(seat) {
    return this.teams ? (seat + this.players / 2) % this.players : null;
  }

  /* Deals by a seed of 32 bytes. `dealer`: a seat; null: the set's rules find the dealer. */
  deal(seed, dealer = null) {
    this.#hand(seed);
    if (seed.length !== 32 || !this.exports.page_deal(dealer ?? NONE)) throw new Error("cannot be dealt");
  }

  /* Makes an action. Returns null, or why it is refused. A refused action changes nothing. */
  apply(action) {
    const wrong = this.exports.page_apply(this.#handText(action));
    return wrong > 0 ? this.#given(wrong).text() : null;
  }

  /* Returns the hash of the state, 16 hex digits, as the journal has it beside each action. */
  hash() {
    return BigInt.asUintN(64, this.exports.page_hash()).toString(16).padStart(16, "0");
  }

  sha256(...pieces) {
    let at = 0;
    const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    if (whole.length > 60000) throw new Error("too long to be hashed");
    this.exports.page_sha256(this.#hand(whole));
    return this.#given(32).bytes.slice();
  }

  /* Returns whether a channel's log proves its last round: {verdict, line, shuffle, bond, deal, seen, cards, why}, like
   * `talon verify --transcript`. */
  prove(log) {
    const bytes = new TextEncoder().encode(log);
    if (bytes.length > LOG_MAX) return { verdict: "none", line: 0, why: "it is too long" };
    new Uint8Array(this.exports.memory.buffer).set(bytes, this.exports.page_log());
    const reader = this.#given(this.exports.page_prove(bytes.length));
    const verdict = VERDICTS[reader.byte()];
    const [line, shuffle, bond, deal, seen, cards] = Array.from({ length: 6 }, () => reader.four());
    return { verdict, line, shuffle, bond, deal, seen, cards, why: new TextDecoder().decode(reader.bytes.subarray(reader.at)) };
  }

  /* Returns the events of the last action, as a seat may see them; null: as everybody does; "all": with every card. */
  events(seat = null) {
    const reader = this.#given(this.exports.page_events(seat === "all" ? ALL : seat ?? NONE));
    const events = [];
    while (reader.more) {
      const [kind, who, other, face, colour, count, detail, flex] = Array.from({ length: 8 }, () => reader.byte());
      events.push({ kind: EVENTS[kind], seat: some(who), other: some(other), face: this.#face(face),
                    colour: COLOURS[colour], count, detail, flex: flex > 0, points: reader.four(),
                    cards: reader.list().map((n) => this.#face(n)) });
    }
    return events;
  }

  #open(reader) {
    const [players, dealer, turn, phase, clockwise, colour, offender, hyper, , pile, discard, top, drawn, winner,
           jumpIn] = Array.from({ length: 15 }, () => reader.byte());
    const [pending, answers] = Array.from({ length: 2 }, () => reader.two());
    const [inRound, exposed, announced, powerRed, targets, catchable] = Array.from({ length: 6 }, () => reader.four());
    const counts = Array.from({ length: SEATS }, () => reader.byte()).slice(0, players);
    const places = Array.from({ length: SEATS }, () => reader.byte()).slice(0, players);
    return { players, dealer, turn, phase: PHASES[phase], clockwise: clockwise > 0, colour: COLOURS[colour],
             offender: some(offender), hyper: COLOURS[hyper], pile, discard, top: this.#face(top),
             drawn: this.#face(drawn), winner: some(winner), jumpIn: jumpIn > 0, pending,
             inRound: seatsOf(inRound), exposed: seatsOf(exposed), announced: seatsOf(announced),
             powerRed: seatsOf(powerRed), targets: seatsOf(targets), catchable: seatsOf(catchable),
             answers: ANSWERS.filter((_, bit) => (answers >> bit) & 1), counts, places };
  }

  /* Returns the round as a seat sees it; null: as everybody does, without a hand. */
  view(seat = null) {
    const reader = this.#given(this.exports.page_view(seat ?? NONE));
    const view = this.#open(reader);
    const faces = () => reader.list().map((n) => this.#face(n));
    return { ...view, seat, hand: faces(), playable: faces(), playableFlex: faces() };
  }

  /* Returns the faces in every hand, by seat. Only for a round that is over. */
  hands() {
    const reader = this.#given(this.exports.page_view(ALL));
    this.#open(reader);
    return Array.from({ length: this.players }, () => reader.list().map((n) => this.#face(n)));
  }

  /* Returns whether a play of this face must name a target. */
  aims(seat, face, flex) {
    return this.exports.page_aims(seat, face.n, flex) > 0;
  }

  /* Returns the action that a computer player of this level chooses for the seat to act; null: no seat is. `nodes`:
   * moves to try out; 0: the level decides. */
  decide(level, seed, nodes = 0) {
    const n = this.levels.findIndex((one) => one.name === level);
    const length = this.exports.page_decide(n, BigInt.asIntN(64, BigInt(seed)), nodes);
    return length > 0 ? this.#given(length).text() : null;
  }
}

/* `source`: the address of a module, or its bytes. */
export async function loadEngine(source) {
  let bytes = source;
  if (source instanceof URL || typeof source === "string") {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`the engine cannot be loaded: ${answer.status}`);
    bytes = await answer.arrayBuffer();
  }
  const { instance } = await WebAssembly.instantiate(bytes, {});
  return new Engine(instance);
}

/* The engine plays every version of the rules up to its own. */
export const engineAddress = new URL("engine.wasm", import.meta.url);
/* A larger one, for Engine.prove(): it knows what the bot says in every language. */
export const proofAddress = new URL("proof.wasm", import.meta.url);
