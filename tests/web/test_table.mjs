/* The board by itself (adapters/web/site/board.js). It fits on every screen with ten players and 25 cards, nothing
 * shifts, a press shows soon, cards move only for readers who want that, and it works by touch and without a network.
 * The rounds are those of Play now. */
import test from "node:test";
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

import { byMouse, byTouch, ours, round } from "./at_table.mjs";
import { browsers } from "./browser.mjs";
import { serve } from "./serve.mjs";

const SCREENS = [[390, 844], [320, 640], [768, 1024], [1280, 800], [1600, 900], [844, 390], [640, 400]];
const PAGE_MAX = 60 * 1024; // most compressed bytes of a table's page, without the engine
const SHIFT_MAX = 0.02;
const PRESS_MS = 500; // milliseconds after a press in which the browser counts shifts as caused by it
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|NetworkError when attempting to fetch/; // an error that a page without network may have

const start = async (tab, url, { language = "en", count = 3, set = "classic", pace = 0 } = {}) => {
  await tab.open(`${url}/play?lang=${language}`);
  await tab.until(() => document.querySelector("[data-do=deal], .board") !== null);
  await tab.evaluate(([rules, delay]) => {
    localStorage.clear();
    localStorage.setItem("talon.play.rules", JSON.stringify(rules));
    localStorage.setItem("talon.pace", String(delay));
    localStorage.setItem("talon.told", "skip rev +2 W W4");
  }, [{ set, count, level: "easy", match: "round", changes: {} }, pace]);
  await tab.open(`${url}/play?lang=${language}`);
  await tab.until(() => document.querySelector("[data-do=deal]") !== null);
};

/* Shows a table of ten with 25 cards in hand. There is no game: the board gets the same as from any page. */
const crowd = (tab) => tab.evaluate(async () => {
  const { Board } = await import("/site/board.js");
  const { loadArt } = await import("/site/art.js");
  await loadArt("classic");
  const names = ["Alexandrina_the_Great_9", "Boris_the_Great", "نور الهدى بنت الحسن", "Wilhelmina-Theodora-Quincy-IV", "小明", "Ada", "Blaise_Pascal_the_Second", "chloe",
    "Grace-Brewster-Hopper-1906", "Emmy_Noether_of_Erlangen"];
  const colours = { R: "red", G: "green", B: "blue", Y: "yellow", W: "none" };
  const hand = "R0 R2 R3 R7 R+2 Rskip G1 G4 G6 G6 G9 Grev B2 B3 B4 B7 B+2 B8 Y1 Y2 Y5 Y8 Y9 W W4".split(" ")
    .map((code, n) => ({ code, n, colour: colours[code[0]] }));
  const seats = names.map((_, seat) => seat);
  const view = { phase: "turn", turn: 0, clockwise: true, colour: "yellow", pile: 63, top: { code: "Y+2" }, counts: seats.map((seat) => seat === 0 ? 25 : seat),
    inRound: seats, places: seats.map(() => 0), exposed: [], announced: [1], powerRed: [], targets: [], catchable: [], answers: ["draw"], hand,
    playable: hand.filter(({ code }) => /^[YW]|\+2/.test(code)), playableFlex: [], pending: 0, hyper: "none", jumpIn: false };
  const board = new Board({ names, own: 0, act: (action) => void (window.done = action), where: ["#cards", "classic"] });
  board.people(seats.map((seat) => ({ kind: seat > 4 ? "computer" : "guest", away: seat === 2 })));
  board.score(seats.map((seat) => 20 * seat), 500);
  board.enter(document.querySelector("#play"));
  const played = (seat, face, colour) => ({ kind: "played", seat, other: null, face, colour, count: 0, cards: [] });
  const drew = (seat, count) => ({ kind: "drew", seat, other: null, face: null, colour: "none", count, cards: [] });
  const lost = (seat) => ({ kind: "lost-turn", seat, other: null, face: null, colour: "none", count: 0, cards: [] });
  board.show(view, [[drew(5, 1)], [played(6, "W4", "red"), drew(8, 4), lost(8)], [played(9, "Rskip", "red"), lost(3)],
                    [played(8, "Y+2", "yellow"), drew(9, 2)]]);
  board.clock({ left: 42000, of: 60000 });
  window.board = board;
});

/* Returns what is outside the first screen, too small, or out of reach. */
const misfits = (tab) => tab.evaluate(() => {
  const rect = (selector) => document.querySelector(selector).getBoundingClientRect();
  const wrong = [];
  for (const selector of ["[data-pile]", "[data-last-move]", "[data-hand]", ".bar", ".seats", ".stock"]) {
    const { left, top, right, bottom } = rect(selector);
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) wrong.push(`${selector} is outside`);
  }
  const said = document.querySelector("[data-last-move] span");
  if (innerHeight > 500 && said.clientHeight > said.parentElement.clientHeight + 1) wrong.push(`the letters of "${said.textContent}" are cut`);
  if (innerWidth < 430 && said.scrollHeight > said.clientHeight + 1) wrong.push(`the end of "${said.textContent}" is hidden`);
  for (const name of said.querySelectorAll("bdi")) if (name.title !== name.textContent) wrong.push(`${name.title} is not the whole name`);
  if (said.querySelectorAll("bdi").length !== 2) wrong.push("long names are not marked");
  /* Narrow screens have no log beside the table: they show the two moves before the last one, whole. */
  const lines = innerWidth < 900 && innerHeight > 500 ? [...document.querySelectorAll(".earlier > span"), said] : null;
  if (lines !== null && lines.length !== 3) wrong.push(`${lines.length} moves are told`);
  for (const line of lines ?? []) {
    const { left, top, width: wide, height } = line.getBoundingClientRect();
    if (height < 12 || line.scrollWidth > line.clientWidth + 1) wrong.push(`"${line.textContent}" is cut`);
    for (const down of [0.15, 0.5, 0.85])
      if (!line.parentElement.contains(document.elementFromPoint(left + wide / 2, top + height * down))) wrong.push(`"${line.textContent}" is covered`);
  }
  const { width } = rect(".ring");
  if (width < 120) wrong.push(`the ring is only ${width} wide`);
  if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight) wrong.push("it scrolls");
  for (const button of document.querySelectorAll(".hand button")) {
    const { left, top, right } = button.getBoundingClientRect();
    let free = 0;
    for (let y = top + 1; y < innerHeight; y += 4) for (let x = left + 1; x < right; x += 4) free += button.contains(document.elementFromPoint(x, y)) ? 1 : 0;
    if (free < 27) wrong.push(`${button.dataset.card} has ${free * 16} square pixels to press`);
  }
  for (const button of document.querySelectorAll(".bar button, .bar-top button, .bar-top a, .bar-top summary")) {
    const { width: wide, height } = button.getBoundingClientRect();
    if (wide > 0 && (wide < 40 || height < 40)) wrong.push(`${button.outerHTML.slice(0, 60)} is ${wide}x${height}`);
  }
  return wrong;
});

async function fits(tab, url) {
  for (const language of ["en", "fr"]) {
    for (const [width, height] of SCREENS) {
      await tab.size(width, height);
      await start(tab, url, { language });
      await crowd(tab);
      await tab.until(() => [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link.sheet !== null || !matchMedia(link.media).matches));
      assert.deepEqual(await misfits(tab), [], `${width}x${height} ${language}`);
      if (width !== 320) continue;
      assert.deepEqual(await tab.faults(), [], "ten players on the smallest screen");
    }
  }
  /* Keys can reach and play every card. */
  await tab.evaluate(() => document.querySelector(".hand [tabindex='0']").focus());
  await tab.press("Home");
  const seen = new Set();
  for (let n = 0; n < 25; n++) {
    seen.add(await tab.evaluate(() => [...document.querySelectorAll(".hand button")].indexOf(document.activeElement)));
    await tab.press("ArrowRight");
  }
  assert.equal(seen.size, 25);
  await tab.press("End");
  await tab.press("Enter");
  assert.deepEqual(await tab.evaluate(() => window.done), { do: "play", card: "W4", flex: false });
  await tab.size(1100, 800);
}

/* Nothing on the page shifts by itself from the deal to the end of the round. The browser does not count shifts
 * within half a second of a press, so the computer players take longer than that. This is slow, so both screens play
 * at once. */
async function steady(tab, url, [width, height]) {
  await tab.size(width, height);
  await start(tab, url, { pace: PRESS_MS + 50 });
  await tab.evaluate(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.shift += one.hadRecentInput ? 0 : one.value)))
      .observe({ type: "layout-shift", buffered: true });
  });
  await tab.click("[data-do=deal]");
  await round(tab, byMouse);
  const shift = await tab.evaluate(() => window.shift);
  console.log(`  layout shift at ${width}x${height}: ${shift.toFixed(4)}`);
  assert.ok(shift <= SHIFT_MAX, `it shifts by ${shift}`);
}

/* The first frame after each press shows that it was pressed. Prints how long that takes. */
async function soon(tab, url) {
  await start(tab, url);
  await tab.evaluate(() => {
    window.times = [];
    window.unseen = [];
    addEventListener("click", (event) => {
      const button = event.target.closest(".hand button, .acts button, .question button");
      if (button === null) return;
      const at = event.timeStamp;
      const changes = new MutationObserver(() => (window.changed = true));
      window.changed = false;
      changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      requestAnimationFrame(() => {
        if (!window.changed && changes.takeRecords().length === 0) window.unseen.push(button.outerHTML);
        changes.disconnect();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.times.push(performance.now() - at);
        port2.postMessage(null);
      });
    }, { capture: true });
  });
  await tab.click("[data-do=deal]");
  await round(tab, byMouse);
  const [times, unseen] = await tab.evaluate(() => [window.times.sort((a, b) => a - b), window.unseen]);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(part * times.length))];
  console.log(`  press to picture: ${times.length} presses, median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`);
  assert.ok(times.length > 0);
  assert.deepEqual(unseen, [], "a frame came without the press");
}

async function touch(tab, url) {
  await tab.size(390, 844);
  await start(tab, url, { set: "hyper", count: 4 });
  await tab.click("[data-do=deal]");
  await round(tab, byTouch);
  await tab.size(1100, 800);
}

/* After the first visit the page needs no network, neither to play a round nor to be opened. */
async function alone(tab, { url, away }) {
  const leave = (is) => tab.offline?.(is) ?? away(is); // Firefox's driver cannot take the network away
  await start(tab, url);
  await tab.until(async () => {
    const kept = await caches.open("talon-play");
    const has = async (name) => (await kept.match(new URL(name, location.href))) !== undefined;
    return (await has("/site/engine.wasm")) && (await has("/site/play_worker.js")) && (await has("/site/art-web-en.svg")) && has(location.href);
  });
  await leave(true);
  await tab.open(`${url}/play?lang=en`);
  await tab.until(() => document.querySelector("[data-do=deal]") !== null);
  await tab.click("[data-do=deal]");
  await round(tab, byMouse);
  await leave(false);
  await tab.until(() => fetch(document.querySelector("link[rel=manifest]").href).then(() => true, () => false)); // the worker hears of it later
  assert.match(await tab.attribute("link[rel=manifest]", "href"), /talon(-files)?\.webmanifest$/);
  const manifest = await tab.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  for (const { src, sizes } of manifest.icons) {
    const size = await tab.evaluate(async (name) => {
      const picture = new Image();
      picture.src = name;
      await picture.decode();
      return `${picture.width}x${picture.height}`;
    }, `/${src}`);
    assert.equal(size, sizes);
  }
}

/* Cards fly only for readers who accept motion. */
async function still(tab, url, calm) {
  await tab.page.emulateMedia({ reducedMotion: calm ? "reduce" : "no-preference" });
  await start(tab, url);
  await tab.evaluate(() => {
    window.flown = 0;
    new MutationObserver((list) => list.forEach(({ addedNodes }) => addedNodes.forEach((node) => (window.flown += node.className === "flying" ? 1 : 0))))
      .observe(document.body, { childList: true, subtree: true });
  });
  await tab.click("[data-do=deal]");
  await ours(tab);
  const flown = await tab.evaluate(() => window.flown);
  assert.equal(flown > 0, !calm, `${flown} cards flew`);
  await tab.page.emulateMedia({ reducedMotion: "reduce" });
}

/* Checks the compressed bytes of all that a table's page loads, without the engine and its worker. */
async function small(tab, url) {
  await start(tab, url);
  await tab.click("[data-do=deal]");
  await ours(tab);
  const files = await tab.evaluate(async () => {
    const names = [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]
      .filter((name) => !/\.wasm|play_worker|talon-sw|webmanifest|\.png|board_media|art-(?!classic)/.test(name));
    return Promise.all([...new Set(names)].map(async (name) => [name, await (await fetch(name)).text()]));
  });
  const sizes = files.map(([name, text]) => [new URL(name).pathname, gzipSync(text, { level: 9 }).length]);
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(`  the page of a table: ${all} bytes compressed, of ${sizes.length} files`);
  assert.ok(all <= PAGE_MAX, JSON.stringify(sizes));
}

const run = async (launch, each) => {
  const site = await serve(process.env.TALON_SITE);
  const browser = await launch("dark");
  try {
    const tab = await browser.tab("dark");
    await each(tab, site.url, site);
    assert.deepEqual(tab.errors.filter((error) => !NO_NETWORK.test(error)), []);
  } finally {
    await browser.close();
    site.close();
  }
};

for (const [name, launch] of Object.entries(browsers))
  test(`${name}: ten players and 25 cards fit on every screen`, () => run(launch, fits));

test("chromium: nothing shifts in a round", { concurrency: true }, (t) => Promise.all([[390, 844], [1280, 800]].map((screen) =>
  t.test(`at ${screen.join("x")}`, () => run(browsers.chromium, (tab, url) => steady(tab, url, screen))))));

test("chromium: a press shows at once, and the page is small", () => run(browsers.chromium, async (tab, url) => {
  await small(tab, url);
  await soon(tab, url);
}));

test("chromium: a round by touch, and motion only where it is welcome", () => run(browsers.chromium, async (tab, url) => {
  await still(tab, url, true);
  await still(tab, url, false);
  await touch(tab, url); // the driver of Firefox makes no click of a tap
}));

for (const [name, launch] of Object.entries(browsers))
  test(`${name}: a round without a network`, () => run(launch, (tab, _, site) => alone(tab, site)));
