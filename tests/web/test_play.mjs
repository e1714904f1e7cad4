/* The table without a server, in real browsers: rounds played to their end by mouse and by keyboard alone, wide and at
 * 320 px, in both languages, by every set. */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { byKeys, byMouse, next } from "./pressing.mjs";
import { serve } from "./serve.mjs";

const MOVES_MAX = 400; // of ours, in one round

const over = () => document.querySelector(".end") !== null && !document.querySelector(".end").hidden;

/* Until it is our turn, and something of ours can be pressed; or the round is over. */
const ours = (tab) => tab.until(() => {
  const end = document.querySelector(".end");
  const play = document.querySelector(".play");
  return (end !== null && !end.hidden) || (play.dataset.turn === "0" &&
    document.querySelector(".hand .choices button, .hand .playable, .hand .answers [data-do]") !== null);
});

/* Something changed: a move was made, or something is asked, or pressed in. */
const state = () => [document.querySelector(".play").dataset.seq, document.querySelector(".choices").textContent,
                     document.querySelectorAll("[aria-pressed=true]").length, document.querySelector(".hand .said").textContent].join("|");

async function begin(tab, url, { set, language = "en", rules = {} }) {
  await tab.open(`${url}/play?lang=${language}`);
  await tab.until(() => document.querySelector("[data-do=deal]") !== null);
  await tab.choose("#set", set);
  await tab.evaluate((changes) => {
    for (const [name, value] of Object.entries(changes)) document.querySelector(`#rule-${name}`).value = value;
  }, rules);
}

async function hurry(tab) {
  await tab.until(() => document.querySelector(".play") !== null);
  await tab.choose("#pace", "0");
}

async function turn(tab, press, seen) {
  const before = await tab.evaluate(state);
  await press(tab);
  await tab.until((old) => {
    const now = [document.querySelector(".play").dataset.seq, document.querySelector(".choices").textContent,
                 document.querySelectorAll("[aria-pressed=true]").length, document.querySelector(".hand .said").textContent].join("|");
    return now !== old;
  }, before);
  assert.equal(await tab.text(".hand .said"), "");
  await seen?.(tab);
}

/* Plays what is dealt to its end. */
async function round(tab, press, seen) {
  for (let moves = 0; moves < MOVES_MAX; moves++) {
    await ours(tab);
    if (await tab.evaluate(over)) return moves;
    await turn(tab, press, seen);
  }
  assert.fail("a round without end");
}

async function mouse(tab, url) {
  await begin(tab, url, { set: "classic" });
  await tab.click("[data-do=deal]");
  await hurry(tab);
  await ours(tab); // computer players have moved, or all is there that they need
  await tab.offline?.(true);
  await round(tab, byMouse);
  assert.match(await tab.text(".log"), /(wins the round and|The round is|Nobody can)/);
  const names = await tab.evaluate(() => [...document.querySelectorAll(".end th")].map((cell) => cell.textContent));
  const words = await tab.text(".end h2");
  assert.ok(names.some((name) => words.startsWith(`${name} wins the round and `)) || /void|without points/.test(words), words);
  await tab.click("[data-do=again]");
  await tab.until(() => document.querySelector(".end")?.hidden);
  await ours(tab);
  await tab.offline?.(false);
}

async function keys(tab, url) {
  await begin(tab, url, { set: "flex", language: "fr" });
  await tab.evaluate(() => document.querySelector("#name").focus());
  for (let steps = 0; steps < 40; steps++) {
    await tab.press("Tab");
    if (await tab.evaluate(() => document.activeElement.dataset.do === "deal")) break;
  }
  await tab.press("Enter");
  await hurry(tab);
  await tab.evaluate(() => document.querySelector(".hand").focus());
  await round(tab, byKeys);
  assert.match(await tab.text(".log"), /(gagne la manche|manche est nulle|manche est finie)/);
  assert.equal(await tab.evaluate(() => document.activeElement.dataset.do), "again");
}

/* What is typed is what the buttons do, in the words of the page's language. */
async function typed(tab, url, { language, draw, blue }) {
  await begin(tab, url, { set: "minion", language });
  await tab.click("[data-do=deal]");
  await hurry(tab);
  await round(tab, async () => {
    const wanted = await next(tab);
    const draws = wanted.includes("draw");
    if (!draws && !wanted.includes("playable")) {
      await tab.click(wanted);
      return;
    }
    const card = draws ? "" : await tab.attribute(".hand button.playable", "data-card");
    await tab.click("#typed");
    await tab.type(draws ? draw : card.startsWith("W") ? `${card} ${blue}` : card);
    await tab.press("Enter");
  });
}

async function narrow(tab, url) {
  await tab.size(320, 640);
  await begin(tab, url, { set: "skull", rules: { seven_zero: "on", stack: "any", multi_play: "same_number", jump_in: "exact" } });
  await tab.click("[data-do=deal]");
  await hurry(tab);
  await round(tab, byMouse, async () =>
    assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= 320), "it is wider than the screen"));
  await tab.size(1100, 800);
}

/* The question stands above its answers, on a wide screen, too; and what takes the focus moves the page nowhere. */
async function steady(tab, url) {
  await tab.size(1280, 800);
  await begin(tab, url, { set: "classic" });
  await tab.click("[data-do=deal]");
  await hurry(tab);
  let asked = 0;
  const at = async () => {
    const is = await tab.evaluate(() => {
      const question = document.querySelector("#question")?.getBoundingClientRect();
      const answer = document.querySelector(".choices button")?.getBoundingClientRect();
      return { asked: question && answer ? question.bottom <= answer.top : null, scrolled: window.scrollY };
    });
    assert.notEqual(is.asked, false, "an answer stands beside the question");
    asked += is.asked === true ? 1 : 0;
    if (asked === 0) assert.equal(is.scrolled, 0, "the page was scrolled");
  };
  for (let rounds = 0; asked === 0; rounds++) {
    assert.ok(rounds < 10, "no wild was played");
    await round(tab, async () => {
      await at();
      const wild = await tab.evaluate(() => document.querySelector(".choices button") === null &&
        document.querySelector(".hand .playable[data-card^=W]") !== null);
      const wanted = wild ? ".hand .playable[data-card^=W]" : await next(tab);
      await tab.evaluate((selector) => document.querySelector(selector).click(), wanted);
      if (wild) await at();
    });
    if (asked === 0) await tab.click("[data-do=again]");
    await tab.evaluate(() => window.scrollTo(0, 0));
  }
}

/* No stranger's card is on the page: hands of computer players are numbers. */
async function hides(tab) {
  const cards = await tab.evaluate(() => document.querySelectorAll("[data-seat] .card").length);
  assert.equal(cards, 0);
}

async function clean(tab, url, scheme) {
  await begin(tab, url, { set: "web", language: "fr" });
  await tab.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  assert.deepEqual(await tab.faults(), [], `${scheme}: the form`);
  await tab.click("[data-do=deal]");
  await ours(tab);
  await hides(tab);
  assert.deepEqual(await tab.faults(), [], `${scheme}: the table`);
}

for (const [name, launch] of Object.entries(browsers)) {
  test(`${name}: a round is played to its end by mouse, keys and typing`, async () => {
    const site = await serve(process.env.TALON_SITE);
    const browser = await launch("dark");
    try {
      const tab = await browser.tab("dark");
      await clean(tab, site.url, "dark");
      await mouse(tab, site.url);
      await keys(tab, site.url);
      await typed(tab, site.url, { language: "en", draw: "draw", blue: "blue" });
      await typed(tab, site.url, { language: "fr", draw: "piger", blue: "bleu" });
      await narrow(tab, site.url);
      await steady(tab, site.url);
      if (tab.scheme !== undefined) {
        await tab.scheme("light");
        await clean(tab, site.url, "light");
      }
      assert.deepEqual(tab.errors, []);
    } finally {
      await browser.close();
      site.close();
    }
  });
}
