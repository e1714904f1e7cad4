/* The pages still look as when somebody approved them (tests/web/golden/; tests/web/run --golden makes new pictures),
 * in light mode, on a phone and on a desktop. Each run plays the same game, and replaces what a clock says. */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { check, differs, machine, pin, updates } from "./golden.mjs";
import { played } from "./golden_data.mjs";
import { Terminal } from "./terminal.mjs";

const SIZES = { phone: [360, 700], desk: [960, 640] };

/* Replaces what differs in each run: dates, times, ratings (a new season changes them), and the name of the user. */
function still(me) {
  const stills = [[/\d{4}-\d\d-\d\d/g, "2026-11-23"], [/\b\d{1,2}:\d\d\b/g, "12:34"],
    [new RegExp(`\\b${me}\\b`, "g"), "alice"]];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = stills.reduce((all, [pattern, word]) => all.replace(pattern, word), node.data);
    if (text !== node.data) node.data = text;
  }
  for (const time of document.querySelectorAll("time")) time.textContent = "2026-11-23 12:34";
}

/* Waits for the server's first message to the page. The page is drawn again then, so still() must come later. */
const spokenTo = (tab) => tab.page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));

async function shoot(tab, me, ready, fullPage = false) {
  if (ready !== undefined) await tab.until(ready);
  await tab.evaluate(() => Promise.all([document.fonts.ready, ...Array.from(document.images, (image) => image.decode())]).then(() => scrollTo(0, 0)));
  await tab.evaluate(still, me);
  return tab.page.screenshot({ fullPage, caret: "hide", animations: "disabled" });
}

/* The page of a seat: before one sits down, when it is one's turn, and in the lobby. */
async function* seats(tab, terminal) {
  const link = () => /http:\S+\/seat#\S+/.exec(terminal.said.slice(terminal.read))?.[0];
  terminal.read = terminal.said.length;
  terminal.type("web");
  await terminal.until(link);
  await tab.open("about:blank");
  await tab.open(link());
  await tab.until(() => document.querySelector("[data-do=sit]") !== null);
  yield "link";
  await tab.click("[data-do=sit]");
  await tab.until(() => document.querySelectorAll(".hand .playable, .hand .answers button").length > 0);
  yield "match";
  for (const words of [/say stop again/, /ends the match/]) {
    terminal.type("stop");
    await terminal.until(() => words.test(terminal.said));
  }
  await tab.until(() => document.querySelector(".beside [data-do=start]") !== null);
  yield "lobby";
}

test("pages look as they did", async (t) => {
  const browser = await browsers.chromium();
  const here = machine(browser.version());
  const why = await differs(here);
  if (why !== undefined) {
    await browser.close();
    t.skip(why);
    return;
  }
  const terminal = await Terminal.open(played());
  try {
    for (let rounds = 0; rounds < 2; rounds++) await terminal.playUntil(/wins the round/);
    await terminal.asked();
    const { table, last_round: last, network, channel } = await terminal.table();
    const place = `${encodeURIComponent(network)}/${encodeURIComponent(channel)}`;
    const pages = {
      home: ["/"], board: [`/boards/${place}`], player: ["/players/1"], channels: ["/channels"], channel: [`/channels/${place}`],
      rules: ["/rules"], set: ["/rules/flex?lang=fr"], how: ["/how"], none: ["/nowhere?lang=fr"], embedded: ["/embed/boards"],
      table: [`/tables/${table}`],
      round: [`/rounds/${last}#23`, () => document.querySelector(".verdict") !== null],
      play: ["/play", () => document.querySelector("#play form, #play button") !== null],
    };
    const blank = await browser.tab("light");
    const tab = await browser.tab("light");
    const faults = [];
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      await tab.size(width, height);
      for (const [name, [path, ready]] of Object.entries(pages)) {
        const spoken = name === "table" ? spokenTo(tab) : undefined;
        await tab.open(terminal.url + path);
        await spoken;
        const shot = await shoot(tab, Terminal.me, ready);
        faults.push(await check(`${name}-${size}`, shot, blank));
      }
    }
    for await (const name of seats(tab, terminal)) {
      for (const [size, [width, height]] of Object.entries(SIZES)) {
        await tab.size(width, height);
        faults.push(await check(`seat-${name}-${size}`, await shoot(tab, Terminal.me, undefined, true), blank));
      }
    }
    if (updates) await pin(here);
    assert.deepEqual(faults.filter(Boolean), []);
    assert.deepEqual(tab.errors.filter((error) => !/404/.test(error)), []);
  } finally {
    await browser.close();
    await terminal.close();
  }
});
