/* game.js: a table in this page: one person, and computer players who think in a worker. Knows no
 * element: whoever shows it is told by `told` after each action. The person has seat 0. */
import { engineAddress } from "./engine.js";

export const ME = 0;
const NODES = 4000; // moves that a computer player may try out: some ten milliseconds
const GRACE = 3; // times `delay` in which somebody may be caught

const random = (below) => Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * below);
const dice = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/* The pages' policy takes addresses of scripts from a policy of its own alone. */
function scriptAddress(url) {
  const types = globalThis.trustedTypes;
  if (types === undefined) return url;
  scriptAddress.policy ??= types.createPolicy("talon", { createScriptURL: (address) => address });
  return scriptAddress.policy.createScriptURL(url);
}

/* Thinks in a worker, and where there can be none in the page itself. */
class Thinker {
  constructor(engine) {
    this.engine = engine;
    this.asks = new Map();
    this.next = 1;
    try {
      this.worker = new Worker(scriptAddress(new URL("play_worker.js", import.meta.url).href), { type: "module" });
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

export class Game {
  /* `levels`: of the computer players, seat by seat from 1; `told(events)`: after each action. */
  constructor(engine, told) {
    this.engine = engine;
    this.told = told;
    this.thinker = new Thinker(engine);
    this.delay = 900; // milliseconds that a computer player takes; 0: none
    this.timers = [];
    this.seq = 0;
    this.points = [];
  }

  /* null, or why these rules cannot be dealt. A match goes on where `next` says so. */
  deal({ set, changes, levels }, next) {
    const players = levels.length + 1;
    const wrong = this.engine.rules(set, changes, players);
    if (wrong !== null) return wrong;
    this.levels = [null, ...levels];
    this.points = next ? this.points : new Array(players).fill(0);
    this.dealer = next ? (this.dealer + 1) % players : null;
    const seed = crypto.getRandomValues(new Uint8Array(32));
    this.engine.deal(seed, this.dealer);
    this.thinker.tell({ deal: { set, changes, players, seed, dealer: this.dealer } });
    this.dealer = this.engine.view().dealer;
    this.seq = 0;
    this.exposedAt = new Map();
    this.#tell();
    return null;
  }

  /* null, or why the action is refused. */
  act(action) {
    const wrong = this.engine.apply(action);
    if (wrong !== null) return wrong;
    this.thinker.tell({ action });
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
    const over = events.find(({ kind }) => kind === "round-over");
    if (over !== undefined && over.seat !== null) this.points[over.seat] += over.points;
    this.stop();
    this.told(events);
    this.#wait();
  }

  /* Does something later, unless somebody else does something before. */
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
    const waits = view.exposed.includes(ME) ? GRACE : 1; // there is time to say it
    const left = Math.max(0, waits * this.delay - (performance.now() - began));
    this.timers.push(setTimeout(() => seq === this.seq && this.act(action), left));
  }

  /* What computer players do out of turn, each as often as its level notices. */
  #watch(view) {
    for (const seat of this.exposedAt.keys()) if (!view.exposed.includes(seat)) this.exposedAt.delete(seat);
    for (const target of view.exposed) {
      if (this.exposedAt.has(target)) continue;
      this.exposedAt.set(target, this.seq);
      this.levels.forEach((level, seat) => {
        if (level === null || seat === target || !view.inRound.includes(seat) || random(100) >= level.notices) return;
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
