/* home.js: the first page shows a table that plays by itself, in place of the fan of cards. The engine is fetched after
 * the page has loaded, but not if the reader wants no motion or saves data. The table stops while nobody sees it. */
const PACE = 1500; // milliseconds between two moves
const PAUSE = 5000; // milliseconds after a round
const SET = "classic";
const NAMES = ["Ada", "Blaise", "Grace", "Emmy"];

const still = matchMedia("(prefers-reduced-motion: reduce)");
const art = document.querySelector("#art");

class Demo {
  constructor({ element, fill, card, Ring }, engine) {
    Object.assign(this, { fill, card, engine, sees: false });
    this.pile = element("div", { class: "pile" });
    this.seats = NAMES.map(() => element("div", { class: "seat" }));
    this.ring = new Ring();
    this.element = element("div", { class: "demo" }, this.pile, ...this.seats, this.ring.element);
    new IntersectionObserver(([{ isIntersecting }]) => this.#look(isIntersecting)).observe(art);
    document.addEventListener("visibilitychange", () => this.#wait(PACE));
    still.addEventListener("change", () => this.#wait(PACE));
  }

  begin() {
    if (this.engine.rules(SET, {}, NAMES.length) !== null) return;
    this.engine.deal(crypto.getRandomValues(new Uint8Array(32)));
    this.#show();
    this.#wait(PACE);
  }

  #look(sees) {
    this.sees = sees;
    this.#wait(PACE);
  }

  /* Makes the next move later, unless nobody sees the table. */
  #wait(time) {
    clearTimeout(this.timer);
    if (this.sees && !document.hidden && !still.matches) this.timer = setTimeout(() => this.#move(), time);
  }

  #move() {
    const [level] = this.engine.levels;
    const action = this.engine.decide(level.name, crypto.getRandomValues(new BigUint64Array(1))[0]);
    if (action === null || this.engine.apply(action) !== null) {
      this.begin();
      return;
    }
    this.#show();
    this.#wait(this.engine.view().phase === "over" ? PAUSE : PACE);
  }

  #show() {
    const { top, colour, clockwise, turn, phase, counts } = this.engine.view();
    this.fill(this.pile, this.card(top, { hidden: true, colour }));
    this.ring.show(colour, clockwise);
    this.seats.forEach((seat, n) => {
      seat.textContent = `${NAMES[n]} ${counts[n]}`;
      seat.toggleAttribute("data-turn", phase !== "over" && n === turn);
    });
  }
}

async function begin() {
  const [dom, { card }, { engineAddress, loadEngine }, { loadWords }, { loadArt }, { Ring }] = await Promise.all([
    import("./dom.js"), import("./card.js"), import("./engine.js"), import("./words.js"), import("./art.js"), import("./ring.js")]);
  const [engine] = await Promise.all([loadEngine(engineAddress), loadWords(), loadArt(SET)]);
  const demo = new Demo({ ...dom, card, Ring }, engine);
  demo.begin();
  dom.fill(art, demo.element);
}

/* Begins when the browser has nothing else to do. */
function later() {
  const idle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 1));
  idle(() => begin().catch(() => {})); // after an error the fan stays
}

if (!still.matches && !navigator.connection?.saveData) {
  if (document.readyState === "complete") later();
  else addEventListener("load", later);
}
