/* game.js: a table in this page: one person, and computer players who think in a worker. It knows no element of the
 * page: it calls `told` after each action, and the page shows the new state. The person has seat 0. */
import { engineAddress, fromHex, toHex } from "./engine.js";
import { scriptAddress } from "./trusted.js";

export const ME = 0;
const NODES = 4000; // moves that a computer player may try out: takes about 10 ms
const GRACE = 3; // delays that others wait while the reader may be caught

const random = (below) => Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * below);
const dice = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/* Lets a computer player think in a worker, or in the page itself if there can be no worker. */
class Thinker {
  constructor(engine) {
    this.engine = engine;
    this.asks = new Map();
    this.next = 1;
    try {
      this.worker = new Worker(scriptAddress(new URL("play_worker.js", import.meta.url)), { type: "module" });
      this.worker.onmessage = ({ data }) => this.#answered(data);
      this.worker.onerror = () => this.#alone();
      this.worker.postMessage({ engine: engineAddress.href });
    } catch {
      this.worker = null;
    }
  }

  #answered({ answer, action, failed }) {
    if (failed !== undefined) this.#alone();
    this.asks.get(answer)?.resolve(action);
    this.asks.delete(answer);
  }

  #alone() {
    this.worker?.terminate();
    this.worker = null;
    for (const { resolve, level, seed } of this.asks.values()) resolve(this.engine.decide(level, seed, NODES));
    this.asks.clear();
  }

  tell(message) {
    this.worker?.postMessage(message);
  }

  ask(level, seed) {
    if (this.worker === null) return Promise.resolve(this.engine.decide(level, seed, NODES));
    return new Promise((resolve) => {
      const ask = this.next++;
      this.asks.set(ask, { resolve, level, seed });
      this.worker.postMessage({ ask, level, seed, nodes: NODES });
    });
  }
}

/* Returns the seats that have won the round, of which partners (HR-20) share a win. */
export const winnersOf = ({ seat, other }) => [seat, other].filter((one) => one !== null && one !== undefined);

export class Game {
  /* `told(events)` is called after each action, `kept(saved)` when what restore() takes has changed. */
  constructor(engine, { told, kept = () => {} }) {
    this.engine = engine;
    this.told = told;
    this.kept = kept;
    this.thinker = new Thinker(engine);
    this.delay = 900; // milliseconds that a computer player takes; 0: it acts at once
    this.timers = [];
    this.seq = 0;
    this.points = [];
  }

  /* `rules`: {set, changes, levels: names of the computer players' levels, from seat 1 on}. `next`: "round" continues a
   * match, "match" begins one. Returns null, or why these rules cannot be dealt. */
  deal(rules, next = "match") {
    const players = rules.levels.length + 1;
    const goes = next === "round" && this.saved !== undefined;
    const dealer = goes ? (this.dealer + 1) % players : null;
    return this.#begin({ rules, dealer, seed: toHex(crypto.getRandomValues(new Uint8Array(32))), actions: [],
                         version: this.engine.version, round: goes ? this.saved.round + 1 : 1,
                         points: goes ? this.points : new Array(players).fill(0) });
  }

  /* Continues a round that `kept` was called with; false: it cannot. Does not call `told` for the earlier moves. */
  restore(saved) {
    if (saved?.version !== this.engine.version || this.#rules(saved.rules) !== null) return false;
    const { actions, ...before } = saved;
    try {
      this.#deal({ ...before, actions: [] });
    } catch {
      return false;
    }
    for (const action of actions) {
      if (this.engine.apply(action) !== null) return false;
      this.#count(this.engine.events(ME));
      this.thinker.tell({ action });
      this.saved.actions.push(action);
    }
    this.seq = actions.length;
    return true;
  }

  /* After restore(): lets the computer players go on. */
  go() {
    this.#wait();
  }

  #rules({ set, changes, levels }) {
    if (!this.engine.sets.includes(set)) return "set";
    this.levels = [null, ...levels.map((level) => this.engine.levels.find(({ name }) => name === level))];
    return this.levels.includes(undefined) ? "level" : this.engine.rules(set, changes, levels.length + 1);
  }

  #deal(saved) {
    const { rules, seed, dealer } = saved;
    this.saved = saved;
    this.points = [...saved.points];
    this.engine.deal(fromHex(seed), dealer);
    this.thinker.tell({ deal: { set: rules.set, changes: rules.changes, players: this.levels.length, seed: fromHex(seed), dealer } });
    this.dealer = this.engine.view().dealer;
    this.seq = 0;
    this.exposedAt = new Map();
  }

  #begin(saved) {
    const wrong = this.#rules(saved.rules);
    if (wrong !== null) return wrong;
    this.#deal(saved);
    this.#tell();
    return null;
  }

  /* Makes an action. Returns null, or why it is refused. */
  act(action) {
    const wrong = this.engine.apply(action);
    if (wrong !== null) return wrong;
    this.thinker.tell({ action });
    this.saved.actions.push(action);
    this.seq++;
    this.#tell();
    return null;
  }

  stop() {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  #tell() {
    const events = this.engine.events(ME);
    this.#count(events);
    this.stop();
    this.told(events);
    this.kept(this.saved);
    this.#wait();
  }

  #count(events) {
    const over = events.find(({ kind }) => kind === "round-over");
    if (over !== undefined) for (const seat of winnersOf(over)) this.points[seat] += over.points;
  }

  /* Calls a function after this many delays, unless another action comes first. */
  #after(times, act) {
    const seq = this.seq;
    this.timers.push(setTimeout(() => seq === this.seq && act(), times * this.delay));
  }

  #wait() {
    const view = this.engine.view();
    if (view.phase === "over") return;
    this.#watch(view);
    if (view.turn !== ME) this.#think(view);
  }

  async #think(view) {
    const seq = this.seq;
    const level = this.levels[view.turn].name;
    const began = performance.now();
    const action = await this.thinker.ask(level, dice());
    if (seq !== this.seq || action === null) return;
    const waits = view.exposed.includes(ME) ? GRACE : 1; // the reader has time to call UNO
    const left = Math.max(0, waits * this.delay - (performance.now() - began));
    this.timers.push(setTimeout(() => seq === this.seq && this.act(action), left));
  }

  /* Lets computer players act out of turn. Their level says how often they notice the chance. */
  #watch(view) {
    for (const seat of this.exposedAt.keys()) if (!view.exposed.includes(seat)) this.exposedAt.delete(seat);
    for (const target of view.exposed) {
      if (this.exposedAt.has(target)) continue;
      this.exposedAt.set(target, this.seq);
      this.levels.forEach((level, seat) => {
        if (level === null || seat === target || seat === this.engine.partner(target) || !view.inRound.includes(seat) || random(100) >= level.notices) return;
        this.#after(1.2 + random(100) / 60, () => this.act(`P${seat + 1} catch P${target + 1}`));
      });
    }
    this.levels.forEach((level, seat) => level !== null && seat !== view.turn && this.#jumps(level, seat));
  }

  #jumps(level, seat) {
    const { jumpIn, playable, targets, counts } = this.engine.view(seat);
    if (!jumpIn || playable.length === 0 || random(100) >= level.notices) return;
    const face = playable[0];
    const fewest = [...targets].sort((a, b) => counts[a] - counts[b])[0];
    const aims = fewest !== undefined && this.engine.aims(seat, face, false);
    const uno = counts[seat] === 2 && random(100) >= level.forgets;
    const words = [`P${seat + 1} play ${face.code}`, aims ? `target P${fewest + 1}` : "", uno ? "uno" : ""];
    this.#after(0.6 + random(100) / 100, () => this.act(words.filter(Boolean).join(" ")));
  }
}
