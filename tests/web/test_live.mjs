/* `talon play --web` in real browsers. A table at the terminal is watched while it is played, and its round is
 * replayed. Then the program is killed and starts again, and the page connects again. */
import test from "node:test";
import assert from "node:assert/strict";
import { createServer } from "node:http";

import { browsers } from "./browser.mjs";
import { SHIFT_MAX, WEIGHT_MAX, fits, isLight, movesSeen, shifts } from "./sitting.mjs";
import { Terminal } from "./terminal.mjs";

const seq = (tab) => tab.attribute("#live", "data-seq").then(Number);

/* What the page shows of a table, in the words of /api/1/tables/ID. */
const shown = () => ({
  seq: Number(document.querySelector("#live").dataset.seq), turn: document.querySelector("#live").dataset.turn,
  names: Array.from(document.querySelectorAll("#live .seat"), (seat) => seat.dataset.seat),
  cards: Array.from(document.querySelectorAll("#live .seat .num"), (number) => Number(number.textContent)),
  pile: document.querySelector("#live [data-pile] .upper [data-card]")?.getAttribute("data-card"),
  told: document.querySelectorAll("#live .log li").length,
  said: document.querySelector("#live [data-last-move]").textContent === document.querySelector("#live .log li:last-child > span:last-child").textContent,
});

const known = new Set(); // all cards that everybody has seen on the pile

/* Waits until the page shows the terminal's state. It may show only cards that everybody has seen. */
async function agrees(tab, terminal) {
  await terminal.asked();
  const table = await terminal.table();
  await tab.until((wanted) => Number(document.querySelector("#live").dataset.seq) >= wanted &&
    document.querySelector("#live .log li") !== null, table.seq); // the page has the number before the script draws the table
  const page = await tab.evaluate(shown);
  assert.deepEqual(page, { seq: table.seq, turn: String(table.play.turn), names: table.seats.map(({ name }) => name),
                           cards: table.seats.map(({ cards }) => cards), pile: table.play.top, told: page.told, said: true });
  assert.ok(page.told >= Math.min(3, table.moves.length));
  for (const { kind, card } of table.moves.flatMap(({ events }) => events)) if (["played", "turned"].includes(kind)) known.add(card);
  const faces = await tab.evaluate(() => Array.from(document.querySelectorAll("#live [data-card]"), (card) => card.dataset.card));
  assert.deepEqual(faces.filter((face) => !known.has(face)), []);
  return table;
}

/* The pile, the last three moves and the bar are on the first screen. Nothing has shifted. */
async function looksRight(tab) {
  assert.ok(await shifts(tab) <= SHIFT_MAX, `it shifts by ${await shifts(tab)}`);
  for (const [width, height] of [[390, 844], [320, 640], [1280, 800]]) {
    await tab.size(width, height);
    assert.equal(await movesSeen(tab), 3, `the last moves at ${width}`);
    await fits(tab, ["[data-pile]", "[data-last-move]", ".bar", ".seat:last-child"]);
    for (const scheme of ["light", "dark"]) {
      await tab.scheme?.(scheme);
      assert.deepEqual(await tab.faults(), [], `${width} ${scheme}`);
    }
  }
  await fits(tab, [1, 2, 3].map((n) => `.log li:nth-last-child(${n})`));
  await tab.size(1100, 800);
  await tab.scheme?.("light");
}

/* Watches from the start. Nobody moves before the person, so page and terminal can be compared. */
async function watches(tab, terminal) {
  await tab.open(`${terminal.url}/`);
  const href = await tab.attribute("a[href^='/tables/']", "href");
  await tab.open(terminal.url + href);
  await tab.until(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/live.js")));
  const { seq: before } = await agrees(tab, terminal);
  for (let moves = 0; moves < 4; moves++) {
    await terminal.answer();
    await tab.until((was) => Number(document.querySelector("#live").dataset.seq) > was, before + moves);
  }
  assert.ok(await tab.evaluate(() => document.querySelectorAll("#live .log li").length > 4));
  await looksRight(tab);
  assert.ok(!await tab.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/")))); // nothing fetched
}

/* Tables, replays and Play now are small enough in both languages, even with some moves in the log. */
async function weighs(tab, terminal) {
  const { table, last_round: round } = await terminal.table();
  for (const language of ["en", "fr"]) {
    for (const [what, path, there] of [["table", `/tables/${table}`, "#live [data-pile] .upper"], ["replay", `/rounds/${round}`, ".replay"],
                                       ["play", "/play", "[data-do=deal]"]]) {
      await tab.open(`${terminal.url}${path}?lang=${language}`);
      await tab.until((selector) => document.querySelector(selector) !== null, there);
      await isLight(tab, WEIGHT_MAX[what]);
    }
  }
}

/* A round can be replayed. The terminal was not told the commitments of the shuffles, so its log proves nothing, and
 * the page says so. test_replay.mjs proves rounds. */
async function replays(tab, terminal) {
  await terminal.playUntil(/wins the round/);
  await terminal.playUntil(/wins the round/);
  const last = (await terminal.table()).last_round;
  await tab.until((wanted) => Number(document.querySelector("#live").dataset.seq) >= wanted, (await terminal.table()).seq);
  await tab.open(`${terminal.url}/rounds/${last}`);
  await tab.until(() => document.querySelector(".verdict")?.dataset.proof === "open");
  await tab.press("End");
  await tab.until(() => /wins the round/.test(document.querySelector("[data-last-move]")?.textContent));
  assert.ok(await shifts(tab) <= SHIFT_MAX, `the replay shifts by ${await shifts(tab)}`);
  await tab.evaluate((told) => { document.querySelector("#told").value = told; }, terminal.said);
  await tab.click(".proof button");
  await tab.until(() => document.querySelector(".verdict").dataset.proof === "refused");
  assert.match(await tab.text(".verdict"), /s0/);
}

/* The program is killed and starts again with the same game. The page connects again by itself. */
async function comesBack(tab, terminal) {
  const { table } = await terminal.table();
  await tab.open(`${terminal.url}/tables/${table}`);
  await agrees(tab, terminal);
  const before = await seq(tab);
  await terminal.kill();
  await tab.until(() => (document.querySelector("#live .gone")?.textContent ?? "") !== "");
  await terminal.start();
  await terminal.answer();
  await tab.until((was) => Number(document.querySelector("#live").dataset.seq) > was, before);
  await tab.until(() => document.querySelector("#live .gone")?.textContent === "");
}

/* The table is no more when the page connects again. */
async function isOver(tab, terminal) {
  await terminal.kill();
  await tab.until(() => (document.querySelector("#live .gone")?.textContent ?? "") !== "");
  const nothing = createServer((_, answer) => answer.writeHead(404).end());
  await new Promise((resolve) => nothing.listen(Number(new URL(terminal.url).port), "127.0.0.1", resolve));
  try {
    await tab.until(() => {
      window.dispatchEvent(new Event("online")); // so that it does not wait
      return document.querySelector("#live .gone").textContent.startsWith("This table is over");
    });
  } finally {
    nothing.closeAllConnections();
    nothing.close();
  }
}

for (const [name, launch] of Object.entries(browsers)) {
  test(`${name}: a table is watched while it is played, and its round replayed`, async () => {
    const terminal = await Terminal.open();
    const browser = await launch();
    try {
      const tab = await browser.tab("light");
      await watches(tab, terminal);
      await replays(tab, terminal);
      assert.deepEqual(tab.errors, []); // a violation of the page's policy would be an error
      await weighs(tab, terminal);
      await comesBack(tab, terminal);
      await isOver(tab, terminal);
    } finally {
      await browser.close();
      await terminal.close();
    }
  });
}
