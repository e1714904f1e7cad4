/* sitting.mjs: people at pages of seats: links out of whispers, the press that takes the seat, and a round played by
 * what one sees. */
import assert from "node:assert/strict";

import { until } from "./daemon.mjs";
import { next } from "./pressing.mjs";

/* -- links -- */

/* What somebody is whispered for a command, as the address of a page. */
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
  const own = document.querySelector("#seat .seats > li[data-own]");
  return {
    turn: root.dataset.turn, over: root.dataset.turn === "" && document.querySelector(".beside [data-do=start]") !== null,
    acts: root.dataset.turn !== "" && own?.dataset.seat === root.dataset.turn,
    hand: Array.from(document.querySelectorAll(".hand .cards [data-card]"), (card) => card.dataset.card),
    state: [root.dataset.turn, document.querySelector(".hand .choices")?.textContent,
            document.querySelectorAll(".hand [aria-pressed=true]").length, document.querySelector(".hand .answers")?.textContent,
            document.querySelector(".piles")?.textContent, document.querySelectorAll(".hand [data-card]").length].join("|"),
  };
};

export const fits = async (tab) => assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the screen");

/* One thing is pressed, and something comes of it. */
export async function move({ tab, press, seen }) {
  const before = (await tab.evaluate(shown)).state;
  await tab.front();
  await press(tab);
  await until(async () => (await tab.evaluate(shown)).state !== before, `something comes of what was pressed: ${before}`);
  await seen?.(tab);
}

/* Whoever plays faster than a page may speak, as these do where the machine is quick, is told so, and goes on. */
const goesOn = (tab) => tab.evaluate(() => {
  const button = document.querySelector("#seat [data-do=again]");
  button?.click();
  return button !== null;
});

/* Who is to act; "over": the match is. */
export const actor = (players) => until(async () => {
  for (const player of players) {
    if (await goesOn(player.tab)) continue;
    const { over, acts } = await player.tab.evaluate(shown);
    if (over) return "over";
    if (acts && await next(player.tab)) return player;
  }
  return null;
}, "somebody is to act, or it is over");

/* All who sit there play until the match is over, or so many moves are made; false: it is not over. */
export async function play(players, moves) {
  for (; moves > 0; moves--) {
    const acts = await actor(players);
    if (acts === "over") return true;
    await move(acts);
  }
  return false;
}
