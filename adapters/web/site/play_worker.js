/* play_worker.js: computer players think in this worker, so that the page does not stop meanwhile. It plays the same
 * round as the page, from the same seed and actions. A computer player sees only what its seat may see.
 *
 * It takes {engine: address}, {deal: {set, changes, players, seed, dealer}}, {action}, {ask, level, seed, nodes}. It
 * posts {answer, action} for each ask, and {failed} after an error, which stops it. */
import { loadEngine } from "./engine.js";

let engine = null;

const does = {
  async engine({ engine: address }) {
    engine = await loadEngine(address);
  },
  deal({ deal: { set, changes, players, seed, dealer } }) {
    engine.rules(set, changes, players);
    engine.deal(seed, dealer);
  },
  action({ action }) {
    engine.apply(action);
  },
  ask({ ask, level, seed, nodes }) {
    postMessage({ answer: ask, action: engine.decide(level, seed, nodes) });
  },
};

let last = Promise.resolve();
addEventListener("message", ({ data }) => {
  last = last.then(() => does[Object.keys(data)[0]](data));
  last.catch((error) => postMessage({ failed: String(error) }));
});
