/* sitting.mjs: people at the pages of seats. They get links by whispers, take the seat by a press, and play by what the
 * page shows. */
import assert from "node:assert/strict";
import { get } from "node:http";

import { until } from "./daemon.mjs";
import { next } from "./at_table.mjs";

/* -- links -- */

/* Whispers a command to the bot. Returns the address of a page in the answer. */
export async function link(person, command = "!web") {
  const links = () => [...person.heard.matchAll(/(http:\/\/\S+\/seat\S*#[ti]=[^\s\x02\x03\x0f]+)/g)].map(([found]) => found);
  const before = links().length;
  person.whisper(command);
  return until(() => links().slice(before)[0], `a link for ${command}`);
}

export const own = (path, language) => path.replace("/seat", `/seat?lang=${language}`);

const presses = (tab) => tab.click("[data-do=sit]");

export async function sit(tab, address, press = presses) {
  await tab.open("about:blank");
  await tab.open(address);
  await tab.until(() => document.querySelector("[data-do=sit]") !== null);
  await press(tab);
  await tab.until(() => document.querySelector("#seat").dataset.seq > "");
  assert.equal(await tab.evaluate(() => location.hash), "");
}

/* -- playing -- */

export const shown = () => {
  const root = document.querySelector("#seat");
  return {
    turn: root.dataset.turn, over: root.dataset.turn === "" && document.querySelector(".over [data-do=start], .question [data-do=start]") !== null,
    acts: root.dataset.turn !== "" && root.dataset.own === root.dataset.turn && root.dataset.waits === undefined,
    hand: Array.from(document.querySelectorAll("[data-hand] [data-card]"), (card) => card.dataset.card),
    state: [root.dataset.turn, document.querySelector(".question")?.textContent, document.querySelectorAll(".choose").length,
            document.querySelectorAll(".acts [aria-pressed=true]").length, document.querySelector(".acts")?.textContent,
            document.querySelector("[data-pile]")?.getAttribute("aria-label"), document.querySelectorAll("[data-hand] [data-card]").length,
            document.querySelector(".over") !== null].join("|"),
  };
};

/* Checks that everything one needs is on the screen. `parts`: selectors. */
export const fits = async (tab, parts = ["[data-pile]", "[data-last-move]", "[data-hand]", ".bar"]) =>
  assert.deepEqual(await tab.evaluate((wanted) => {
    const out = wanted.filter((selector) => {
      const found = document.querySelector(selector);
      if (found === null || found.checkVisibility() === false) return false;
      const { left, top, right, bottom } = found.getBoundingClientRect();
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    });
    const page = document.documentElement;
    return [...out, page.scrollWidth > innerWidth ? "wider than the screen" : null, page.scrollHeight > innerHeight ? "longer than the screen" : null].filter(Boolean);
  }, parts), []);

/* Returns how many of the last three moves the first screen shows: above the last move, or in the log beside the table. */
export const movesSeen = (tab) => tab.evaluate(() => {
  const seen = (line) => {
    const { left, top, right, bottom } = line.getBoundingClientRect();
    return bottom - top >= 12 && line.textContent !== "" && line.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  const all = (selector) => Array.from(document.querySelectorAll(selector)).filter(seen).length;
  return Math.max(all(".earlier > span, [data-last-move]"), all(".log li:nth-last-child(-n + 3)"));
});

/* -- weight -- */

/* Compressed bytes of a page at most, without the engine. Play now also has the form of the house rules, a replay the
 * proof. */
export const WEIGHT_MAX = { table: 60 * 1024, play: 74 * 1024, replay: 76 * 1024 };

const NEWS = /\.wasm$|play_worker|talon-sw|webmanifest|\.png$|board_media/; // not needed to show the page

/* Returns the compressed bytes of what is at an address. They are stored, because the server limits requests. */
const measured = new Map();
export const bytesOf = async (url) => {
  if (!measured.has(url)) measured.set(url, await new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": "gzip" } }, (answer) => {
      let size = 0;
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
      answer.on("data", (bytes) => (size += bytes.length)).on("end", () => resolve(size));
    }).on("error", reject);
  }));
  return measured.get(url);
};

/* Checks the size of the page and of all that it has loaded so far, in its language. */
export async function isLight(tab, most = WEIGHT_MAX.table) {
  const names = await tab.evaluate(() => [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
  const urls = [...new Set(names.map((name) => name.replace(/#.*/, "")))].filter((name) => name.startsWith("http") && !NEWS.test(name));
  const sizes = await Promise.all(urls.map(async (url) => [new URL(url).pathname, await bytesOf(url)]));
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  const language = await tab.attribute("html", "lang");
  console.log(`  ${sizes[0][0]} ${language}: ${all} bytes compressed, of ${sizes.length} files`);
  assert.equal(sizes.some(([name]) => name.includes("/words-")), language !== "en");
  assert.ok(all <= most, JSON.stringify(sizes));
}

/* -- steadiness -- */

export const SHIFT_MAX = 0.02;

/* Returns how much the page has shifted by itself since it was opened. 0 if the browser does not tell. */
export const shifts = (tab) => tab.evaluate(() => new Promise((resolve) => {
  let sum = 0;
  if (!PerformanceObserver.supportedEntryTypes.includes("layout-shift")) resolve(0);
  new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => (sum += hadRecentInput ? 0 : value)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 100);
}));

/* Presses something in the menu of a table. */
export async function fromMenu(tab, selector) {
  await tab.click(".more > summary");
  await tab.click(`.menu ${selector}`);
}

/* Presses one thing, and waits until the page changes. */
export async function move({ tab, press, seen }) {
  const before = (await tab.evaluate(shown)).state;
  await tab.front();
  await press(tab);
  await until(async () => (await tab.evaluate(shown)).state !== before, `something comes of what was pressed: ${before}`).catch(async (error) => {
    throw new Error(`${error.message}; it says: ${await tab.text(".alert")}; errors: ${tab.errors}; focus: ${await tab.evaluate(() => document.activeElement.outerHTML.slice(0, 200))}`);
  });
  await seen?.(tab);
}

/* Presses "Go on" if the page says that too much was said at once: on a fast machine these players are too fast. */
const goesOn = (tab) => tab.evaluate(() => {
  const button = document.querySelector("#seat [data-do=again]");
  button?.click();
  return button !== null;
});

/* Waits for a player who can act, and returns them; "over": the match is over. */
export const actor = (players) => until(async () => {
  for (const player of players) {
    if (await goesOn(player.tab)) continue;
    const { over, acts } = await player.tab.evaluate(shown);
    if (over) return "over";
    if (acts && await next(player.tab)) return player;
  }
  return null;
}, "somebody is to act, or it is over");

/* Lets these players play for so many moves, or until the match is over. Returns whether it is. */
export async function play(players, moves) {
  for (; moves > 0; moves--) {
    const acts = await actor(players);
    if (acts === "over") return true;
    await move(acts);
  }
  return false;
}
