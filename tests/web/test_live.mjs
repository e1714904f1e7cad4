/* talon play --web in real browsers: a table at the terminal is watched while it is played, its round replayed
 * afterwards; the program is killed, and the page comes back with it. */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { Terminal } from "./terminal.mjs";

const seq = (tab) => tab.attribute("#live", "data-seq").then(Number);

/* What the page shows of a table, as /api/1/tables/ID has it. */
const shown = () => ({
  seq: Number(document.querySelector("#live").dataset.seq), turn: document.querySelector("#live").dataset.turn,
  names: Array.from(document.querySelectorAll("#live .seats .name"), (name) => name.textContent),
  cards: Array.from(document.querySelectorAll("#live .seats > li"), (seat) => parseInt(seat.querySelector(".count").textContent, 10)),
  faces: Array.from(document.querySelectorAll("#live .card:not(.back)"), (card) => card.dataset.card),
  last: document.querySelector("#live [role=log]").lastElementChild?.textContent ?? "",
});

/* The page has come to what the terminal has come to; and no card is on it but the one on top. */
async function agrees(tab, terminal) {
  await terminal.asked();
  const table = await terminal.table();
  await tab.until((wanted) => Number(document.querySelector("#live").dataset.seq) >= wanted, table.seq);
  const page = await tab.evaluate(shown);
  assert.deepEqual(page, { seq: table.seq, turn: String(table.play.turn), names: table.seats.map(({ name }) => name),
                           cards: table.seats.map(({ cards }) => cards), faces: [table.play.top], last: table.lines.at(-1) });
  return table;
}

/* Before the first move of the person nobody moves: the page can be compared. */
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
  assert.ok(await tab.evaluate(() => document.querySelectorAll("#live [role=log] p").length > 4));
  assert.ok(!await tab.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/")))); // told, not asked
}

/* A round can be replayed. The terminal is not told what bound the shuffles: what it was told proves nothing, and the
 * page says so (test_replay.mjs proves those that can be). */
async function replays(tab, terminal) {
  await terminal.playUntil(/wins the round/);
  await terminal.playUntil(/wins the round/);
  const last = (await terminal.table()).last_round;
  await tab.until((wanted) => Number(document.querySelector("#live").dataset.seq) >= wanted, (await terminal.table()).seq);
  await tab.open(`${terminal.url}/rounds/${last}`);
  await tab.until(() => document.querySelector(".verdict")?.dataset.proof === "open");
  await tab.press("End");
  await tab.until(() => /wins the round/.test(document.querySelector(".said")?.textContent));
  await tab.evaluate((told) => { document.querySelector("#told").value = told; }, terminal.said);
  await tab.click(".proof button");
  await tab.until(() => document.querySelector(".verdict").dataset.proof === "refused");
  assert.match(await tab.text(".verdict"), /s0/);
}

/* The program is killed and comes back with the same game: so does the page, by itself. */
async function comesBack(tab, terminal) {
  const { table } = await terminal.table();
  await tab.open(`${terminal.url}/tables/${table}`);
  await agrees(tab, terminal);
  const before = await seq(tab);
  await terminal.kill();
  await tab.until(() => document.querySelector("#live .gone").textContent !== "");
  await terminal.start();
  await terminal.answer();
  await tab.until((was) => Number(document.querySelector("#live").dataset.seq) > was, before);
  await tab.until(() => document.querySelector("#live .gone").textContent === "");
}

for (const [name, launch] of Object.entries(browsers)) {
  test(`${name}: a table is watched while it is played, and its round replayed`, async () => {
    const terminal = await Terminal.open();
    const browser = await launch();
    try {
      const tab = await browser.tab("light");
      await watches(tab, terminal);
      await replays(tab, terminal);
      assert.deepEqual(tab.errors, []); // a violation of the pages' policy is one
      await comesBack(tab, terminal);
    } finally {
      await browser.close();
      await terminal.close();
    }
  });
}
