/* Finished rounds in real browsers. One of each set is shown to its end and back, and proven; forged records are
 * refused. The records are those of tests/fair, which `talon verify --transcript` proves, too. */
import test from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { browsers } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { movesSeen } from "./sitting.mjs";

const SETS = ["classic", "hyper", "skull", "web", "flex", "minion"];
const recording = (set) => readFile(new URL(`../fair/recordings/${set}.txt`, import.meta.url), "utf8");

const seq = (tab) => tab.attribute(".replay", "data-seq").then(Number);
const shown = (tab, move) => tab.until((wanted) => document.querySelector(".replay")?.dataset.seq === String(wanted), move);
const proof = (tab, state) => tab.until((wanted) => document.querySelector(".verdict")?.dataset.proof === wanted, state);

/* Puts a text into a field, as pasting does. */
const paste = (tab, selector, text) => tab.evaluate(([where, what]) => {
  document.querySelector(where).value = what;
}, [selector, text]);

async function prove(tab, told) {
  await paste(tab, "#told", told);
  await tab.click(".proof button");
}

/* Replays a round. The recording ends with the output of talon verify: "and alice wins 61 points". */
async function replays(tab, url, set) {
  const log = await recording(set);
  const moves = Number(/^ *([0-9]+)\. .*\n +and /m.exec(log)[1]);
  const [, winner, points] = /and (\w+) wins ([0-9]+) points/.exec(log);
  await tab.open(`${url}/rounds/${set}#12`);
  await shown(tab, 12);
  await tab.press("End");
  await shown(tab, moves);
  assert.match(await tab.text("[data-last-move]"), new RegExp(`${winner} wins the round and ${points} points`));
  assert.equal(await tab.attribute(".replay", "data-turn"), "");
  await tab.press("ArrowLeft");
  await shown(tab, moves - 1);
  await tab.press("Home");
  await shown(tab, 0);
  for (let seat = 0; seat < 3; seat++) { // the hands of the deal, as talon verify printed them
    const dealt = new RegExp(`^hand P${seat + 1}: (.*)$`, "m").exec(log)[1].split(" ").sort();
    const cards = await tab.evaluate((at) => Array.from(
      document.querySelectorAll(".seat")[at].querySelectorAll(".open [data-card]"), (card) => card.dataset.card), seat);
    assert.deepEqual(cards.sort(), dealt);
  }
  await tab.choose(".ctl select", "none");
  assert.equal(await tab.evaluate(() => document.querySelectorAll(".open [data-card]").length), 0);
}

/* The whole log proves the round. Without the line that opens the table, or with other names, it does not. */
async function proves(tab, set) {
  const log = (await recording(set)).split("-- talon verify")[0];
  assert.equal(await tab.attribute(".verdict", "data-proof"), "open");
  await prove(tab, log);
  await proof(tab, "proven");
  await prove(tab, log.slice(log.indexOf("\n") + 1));
  await proof(tab, "refused");
  await prove(tab, log);
  await proof(tab, "proven");
  await prove(tab, log.replace("bob takes a seat.", "dora takes a seat."));
  await proof(tab, "refused");
}

/* Each of these records is impossible, and must be refused. */
async function refuses(tab, set) {
  const log = await recording(set);
  const secret = /s1=([0-9a-f]{64})/.exec(log)[1];
  const forged = [
    log.replaceAll(secret, (secret[0] === "0" ? "1" : "0") + secret.slice(1)),
    log.replace(/(m[0-9]+\.1\/[0-9]+=)P([0-9])\./, (_, line, seat) => `${line}P${seat % 3 + 1}.`), // another player begins
    log.replace(",round.1,", ",round.01,"), log.replace("set.", "set.x"),
  ];
  for (const text of forged) {
    assert.notEqual(text, log);
    await paste(tab, "#record", text);
    await tab.click(".chooser button");
    await tab.until(() => document.querySelector(".replay") === null);
    assert.equal(await tab.attribute(".verdict", "data-proof"), "refused");
    await paste(tab, "#record", log);
    await tab.click(".chooser button");
    await tab.until(() => document.querySelector(".replay") !== null);
    assert.equal(await tab.attribute(".verdict", "data-proof"), "open");
  }
}

/* A record of newer rules than the module has. */
async function lacksRules(tab) {
  await paste(tab, "#record", (await recording("classic")).replace(/,rules\.[0-9]+/, ",rules.9999"));
  await tab.click(".chooser button");
  await proof(tab, "none");
}

/* The table with all open hands, the last three moves and the controls fit on the first screen. */
async function seen(tab) {
  const out = await tab.evaluate(() => ["[data-pile]", "[data-last-move]", ".ctl", ...Array.from(document.querySelectorAll(".seat"), (_, n) => `.seat:nth-child(${n + 1}) .open`)]
    .filter((selector) => {
      const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
      return left < 0 || top + scrollY < 0 || right > innerWidth || bottom + scrollY > innerHeight + 1;
    }));
  assert.deepEqual(out, []);
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await tab.evaluate(() => scrollTo(0, 0));
  assert.equal(await movesSeen(tab), 3, "the last moves");
}

/* The same with ten players. No recording has so many, so the board and the open hands are made here. */
async function ten(tab, url) {
  await tab.open(`${url}/rounds/classic?lang=fr`);
  await shown(tab, 0);
  await tab.evaluate(async () => {
    const [{ Board }, { OpenHands }, { Controls }, { faceOf }] = await Promise.all(
      ["board", "replay_hands", "replay_controls", "card"].map((name) => import(`/site/${name}.js`)));
    const names = Array.from({ length: 10 }, (_, seat) => `Wilhelmina-Theodora-${seat}`);
    const seats = names.map((_, seat) => seat);
    const board = new Board({ names, where: ["#cards", "classic"] });
    const open = new OpenHands(board);
    board.felt.append(new Controls({ names, colours: Array(40).fill("red"), go() {}, run() {}, hands() {} }).element);
    document.querySelector(".replay").replaceChildren(board.element);
    const view = { phase: "turn", turn: 3, clockwise: true, colour: "red", pile: 9, top: { code: "R4" }, counts: seats.map(() => 7), inRound: seats,
      places: seats.map(() => 0), exposed: [], announced: [1], powerRed: [], targets: [], pending: 0, hyper: "none" };
    const event = (kind, seat, more) => ({ kind, seat, other: null, face: null, colour: "none", count: 0, cards: [], ...more });
    board.show(view, [[event("played", 8, { face: "W4", colour: "red" }), event("drew", 9, { count: 4 }), event("lost-turn", 9)],
                      [event("drew", 0, { count: 1 })], [event("played", 1, { face: "Rskip" }), event("lost-turn", 2)]]);
    open.show(seats.map(() => ["R1", "R2", "G3", "B4", "Y5", "W", "W4"].map(faceOf)));
  });
  for (const [width, height] of [[1280, 800], [390, 844], [320, 640]]) {
    await tab.size(width, height);
    await seen(tab);
  }
  await tab.size(1100, 800);
}

async function runs(tab, url) {
  await tab.open(`${url}/rounds/classic?lang=fr`);
  await shown(tab, 0);
  await tab.click(".more > summary");
  await tab.choose("#speed", "200");
  await tab.press("Escape");
  await tab.click(".felt"); // takes the focus out of the menu
  await tab.press(" ");
  await tab.until(() => Number(document.querySelector(".replay").dataset.seq) >= 3);
  await tab.press(" ");
  assert.match(await tab.text("[data-last-move]"), /(rouge|vert|jaune|bleu)|pige/);
  const at = await seq(tab);
  assert.equal(await tab.attribute(".link", "href"), `#${at}`);
  assert.equal(await tab.attribute("html", "lang"), "fr");
}

for (const [name, launch] of Object.entries(browsers)) {
  test(`${name}: rounds are replayed and proven, forged ones refused`, async () => {
    const site = await serve(process.env.TALON_SITE);
    const browser = await launch();
    try {
      const tab = await browser.tab("light");
      for (const set of SETS) {
        await replays(tab, site.url, set);
        await proves(tab, set);
      }
      await refuses(tab, "classic");
      await lacksRules(tab);
      await ten(tab, site.url);
      await runs(tab, site.url);
      for (const [width, height] of [[1280, 800], [390, 844], [320, 640]]) {
        await tab.size(width, height);
        assert.deepEqual(await tab.faults(), []);
        await seen(tab);
      }
      assert.deepEqual(tab.errors, []);
    } finally {
      await browser.close();
      site.close();
    }
  });
}
