/* The table for people who see it differently, and its sounds: forced colours, text at 200 %, a phone on its side,
 * paper, and each tone, as the browser's own synthesizer renders it. */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { serve } from "./serve.mjs";

/* A table of four. Seat 2 must answer a wild +4. `own`: it is the reader's turn instead. */
const table = (tab, url, own = false) => tab.open(`${url}/play?lang=en`)
  .then(() => tab.until(() => document.querySelector("[data-do=deal]") !== null))
  .then(() => tab.evaluate(async (mine) => {
    const { Board } = await import("/site/board.js");
    const { loadArt } = await import("/site/art.js");
    await loadArt("classic");
    const colours = { R: "red", G: "green", B: "blue", Y: "yellow", W: "none" };
    const hand = "R0 R5 G1 B3 Y5 W".split(" ").map((code, n) => ({ code, n, colour: colours[code[0]] }));
    const played = { kind: "played", seat: 1, other: null, face: "W4", colour: "blue", count: 0, cards: [] };
    const board = new Board({ names: ["mia", "bob", "Ada", "Zoe"], own: 0, act: () => null, where: ["#cards", "classic"] });
    board.score([0, 0, 0, 0], 500);
    board.enter(document.querySelector("#play"));
    board.show({ phase: mine ? "turn" : "challenge", turn: mine ? 0 : 2, clockwise: true, colour: "blue", pile: 63, top: { code: "W4" }, offender: 1, counts: [6, 3, 4, 5],
      inRound: [0, 1, 2, 3], places: [0, 0, 0, 0], exposed: [], announced: [], powerRed: [], targets: [], catchable: [], answers: mine ? ["draw"] : [], hand,
      playable: mine ? hand.filter(({ code }) => /^[BW]/.test(code)) : [], playableFlex: [], pending: 0, hyper: "none", jumpIn: false },
    [[{ ...played, face: "Y4", colour: "yellow" }], [{ kind: "drew", seat: 2, count: 1, cards: [] }], [played]]);
    window.board = board;
  }, own))
  // Rules for paper and low screens come with the board, and are listed when they are loaded.
  .then(() => tab.until(() => [...document.styleSheets].some(({ href }) => href?.endsWith("board_media.css"))));

const style = (tab, selector, ...names) => tab.evaluate(([where, what]) => {
  const found = getComputedStyle(document.querySelector(where));
  return what.map((name) => found.getPropertyValue(name));
}, [selector, names]);

/* Returns what is outside the screen or cut off. */
const misfits = (tab, whole) => tab.evaluate((wanted) => {
  const out = ["[data-pile]", "[data-last-move]", "[data-hand]", ".bar"].filter((selector) => {
    const { left, top, right, bottom, width } = document.querySelector(selector).getBoundingClientRect();
    return width === 0 || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  const cut = wanted.filter((selector) => [...document.querySelectorAll(selector)].some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2));
  const page = document.documentElement;
  return [...out, ...cut.map((selector) => `${selector} is cut off`), page.scrollWidth > innerWidth ? "it scrolls sideways" : null].filter(Boolean);
}, whole);

/* A +4 without an answer is shown and told at the pile and at its target. */
async function pending(tab, url) {
  await table(tab, url);
  assert.match(await tab.text(".power"), /\+4.*to draw/);
  assert.match(await tab.text(".seat[data-seat=Ada] .in"), /\+4\?/);
  assert.match(await tab.attribute("[data-pile]", "aria-label"), /4 cards to draw\./);
  assert.equal(await tab.evaluate(() => document.querySelectorAll(".meter").length), 0, "no bars without points");
  await tab.evaluate(() => window.board.score([0, 20, 0, 0], 500));
  assert.equal(await tab.evaluate(() => document.querySelectorAll(".meter").length), 4);
}

async function forced(tab, url) {
  await tab.page.emulateMedia({ forcedColors: "active" });
  await table(tab, url, true);
  assert.ok(await tab.evaluate(() => matchMedia("(forced-colors: active)").matches));
  for (const selector of [".ring", ".pile .card", ".hand .card"]) assert.deepEqual(await style(tab, selector, "forced-color-adjust"), ["none"]);
  assert.equal(await tab.text(".inforce b"), "blue"); // the colour in force, in words
  assert.notDeepEqual(await style(tab, ".hand .playable", "translate"), await style(tab, ".hand [aria-disabled]", "translate"));
  await table(tab, url);
  const [turn, width] = await style(tab, ".seat[data-turn]", "outline-style", "outline-width");
  assert.deepEqual([turn, width], ["solid", "3px"]);
  assert.deepEqual(await tab.faults(), []);
  await tab.page.emulateMedia({ forcedColors: "none" });
}

/* Text of twice the size, and a page zoomed to 200 %, which is a screen of half the size. */
async function large(tab, url) {
  for (const [width, height, text] of [[390, 844, "200%"], [1280, 800, "200%"], [640, 400, ""], [844, 390, ""]]) {
    for (const own of [true, false]) {
      await tab.size(width, height);
      await table(tab, url, own);
      await tab.evaluate((size) => (document.documentElement.style.fontSize = size), text);
      assert.deepEqual(await misfits(tab, ["[data-last-move]", "[data-last-move] span", ".acts .btn", ".tag", ".num"]), [], `${width}x${height} ${text} ${own}`);
      assert.ok(await tab.evaluate(() => document.querySelector(".ring").getBoundingClientRect().width) >= 120);
    }
  }
  await tab.size(1100, 800);
}

async function paper(tab, url) {
  await tab.page.emulateMedia({ media: "print" });
  for (const width of [700, 1000]) { // the widths of A4, upright and on its side
    await tab.size(width, 900);
    await table(tab, url);
    for (const selector of ["[data-last-move]", ".seat .nm", ".log li", ".inforce", ".stock .num"]) {
      const [colour] = await style(tab, selector, "color");
      assert.ok(Math.max(...colour.match(/\d+/g).slice(0, 3).map(Number)) < 120, `${selector} is ${colour}`);
    }
    assert.deepEqual(await style(tab, ".bar", "display"), ["none"]);
    assert.ok(await tab.evaluate(() => {
      const { clientHeight, scrollHeight } = document.querySelector(".log");
      return clientHeight > 0 && scrollHeight <= clientHeight && document.querySelectorAll(".log li").length === 3;
    }));
    assert.ok(await tab.evaluate(() => document.querySelector("[data-hand]").getBoundingClientRect().bottom <= document.querySelector(".side").getBoundingClientRect().top + 1));
  }
  await tab.page.emulateMedia({ media: "screen" });
}

/* Renders each tone with an OfflineAudioContext, and looks for these notes: [hertz, from second, to second]. */
const NOTES = {
  card: [[180, 0, 0.05]], draw: [[240, 0, 0.04], [200, 0.05, 0.1]], turn: [[523, 0, 0.09], [784, 0.09, 0.25]],
  uno: [[659, 0, 0.08], [880, 0.09, 0.17], [1109, 0.18, 0.36]], win: [[523, 0, 0.12], [659, 0.11, 0.23], [784, 0.22, 0.34], [1047, 0.33, 0.68]],
};

async function sounds(tab, url) {
  await table(tab, url);
  const silent = await tab.evaluate(() => {
    window.made = 0;
    window.AudioContext = class extends OfflineAudioContext {
      constructor() {
        super(1, 44100, 44100);
        window.made++;
        window.audio = this;
      }
      resume() {} // rendering starts it
    };
    window.board.signals.play("turn");
    return window.made;
  });
  assert.equal(silent, 0, "silent until the reader turns it on");
  await tab.click("[data-do=sound]");
  assert.equal(await tab.attribute("[data-do=sound]", "aria-pressed"), "true");
  assert.equal(await tab.evaluate(() => window.made), 1, "the switch is heard");
  for (const [name, notes] of Object.entries(NOTES)) {
    const heard = await tab.evaluate(async ([tone, wanted]) => {
      window.board.signals.audio = null;
      window.board.signals.play(tone);
      const samples = (await window.audio.startRendering()).getChannelData(0);
      const power = (hertz, from, to) => {
        let [re, im] = [0, 0];
        const [first, last] = [from, to].map((at) => Math.round(at * 44100));
        for (let n = first; n < last; n++) {
          re += samples[n] * Math.cos((2 * Math.PI * hertz * n) / 44100);
          im += samples[n] * Math.sin((2 * Math.PI * hertz * n) / 44100);
        }
        return Math.hypot(re, im) / (last - first);
      };
      let [peak, jump] = [0, 0];
      for (let n = 1; n < samples.length; n++) {
        peak = Math.max(peak, Math.abs(samples[n]));
        jump = Math.max(jump, Math.abs(samples[n] - samples[n - 1]));
      }
      const end = Math.max(...wanted.map(([, , to]) => to)) + 0.05;
      return { peak, first: Math.abs(samples[0]), rest: samples.slice(Math.round(end * 44100)).some((sample) => Math.abs(sample) > 0.001),
               notes: wanted.map(([hertz, from, to]) => ({ hertz, own: power(hertz, from, to), off: power(hertz * 1.26, from, to) })) };
    }, [name, notes]);
    assert.ok(heard.peak > 0.02 && heard.peak < 0.3, `${name}: peak ${heard.peak}`);
    assert.ok(heard.first < 0.005, `${name} begins with a click`);
    assert.ok(!heard.rest, `${name} does not end`);
    for (const { hertz, own, off } of heard.notes) assert.ok(own > 0.004 && own > 1.5 * off, `${name}: ${hertz} Hz ${own}, beside it ${off}`);
  }
  await tab.click("[data-do=sound]");
  assert.equal(await tab.evaluate(() => {
    window.audio = null;
    window.board.signals.play("win");
    return window.audio;
  }), null, "silent again");
}

const CASES = { "a +4 is seen at the pile and at its target": pending, "forced colours keep letters and frames": forced, "large text and low screens cut nothing off": large,
                "a table can be printed": paper, "each tone has its notes, and no click": sounds };

for (const [name, check] of Object.entries(CASES))
  test(`chromium: ${name}`, async () => {
    const site = await serve(process.env.TALON_SITE);
    const browser = await browsers.chromium();
    try {
      const tab = await browser.tab("dark");
      await check(tab, site.url);
      assert.deepEqual(tab.errors, []);
    } finally {
      await browser.close();
      site.close();
    }
  });
