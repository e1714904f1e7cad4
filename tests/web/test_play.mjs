/* The table without a server, in real browsers. Rounds are played to their end by mouse, by touch, by keys only and by
 * typing, wide and at 320 px, in both languages, with house rules. The game survives a reload and the loss of the
 * network. */
import test from "node:test";
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { readFile } from "node:fs/promises";

import { byKeys, byMouse, next, ours, round, turn } from "./at_table.mjs";
import { browsers } from "./browser.mjs";
import { undrawn } from "./drawn.mjs";
import { serve } from "./serve.mjs";
import { movesSeen } from "./sitting.mjs";

const RULES = "/site/house_rules.js";

/* Opens the form with rules that are chosen already, so that one press deals. */
async function begin(tab, url, { set = "classic", language = "en", changes = {}, count = 3, match = "round" }) {
  const here = () => tab.until(() => document.querySelector("[data-do=deal], .board") !== null);
  await tab.open(`${url}/play?lang=${language}`);
  do { // again, if the old page stores its game after localStorage.clear()
    await here();
    await tab.evaluate((rules) => {
      localStorage.clear();
      localStorage.setItem("talon.play.rules", JSON.stringify(rules));
      localStorage.setItem("talon.pace", "0");
    }, { set, count, level: "normal", match, changes });
    await tab.open(`${url}/play?lang=${language}`);
    await here();
  } while (await tab.evaluate(() => document.querySelector(".board") !== null));
}

async function deal(tab) {
  await tab.click("[data-do=deal]");
  await ours(tab);
}

/* Everything one needs is on the screen, and each card can be pressed, unless a question or the result lies over it. */
async function whole(tab) {
  const look = () => tab.evaluate(() => {
    const outside = (selector) => {
      const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1 ? selector : null;
    };
    const hand = [...document.querySelectorAll(".hand button")];
    const covered = hand.filter((button) => {
      const { left, top, width } = button.getBoundingClientRect();
      for (let y = top + 4; y < innerHeight; y += 6)
        for (let x = left + 2; x < left + width; x += 6) if (button.contains(document.elementFromPoint(x, y))) return false;
      return true;
    });
    const scrolls = document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth;
    return [...["[data-pile]", "[data-last-move]", "[data-hand]", ".bar"].map(outside), scrolls ? "it scrolls" : null,
            ...(document.querySelector(".question, .over") || hand.length > 25 ? [] : covered.map((button) => `${button.dataset.card} is covered`))].filter(Boolean);
  });
  let bad = await look();
  for (let looks = 0; bad.length > 0 && looks < 50; looks++, bad = await look()) await setTimeout(20); // the layout may still change
  assert.deepEqual(bad, []);
}

/* Every preset has the same house rules as the bot's preset of that name (bot/text/preset.c), and can be dealt. */
async function presets(tab, url) {
  const source = await readFile(new URL("../../bot/text/preset.c", import.meta.url), "utf8");
  const rows = [...source.matchAll(/\{N_\("(\w+)"\),\s+N_\([^)]*\),\s+"([^"]*)"\}/g)];
  assert.equal(rows.length, 4);
  for (const [, name, pairs] of rows) {
    const wanted = Object.fromEntries([...pairs.matchAll(/(\w+) (\w+)/g)].map(([, rule, value]) => [rule, value]));
    const match = wanted.score === undefined ? "match" : "round";
    delete wanted.score;
    await begin(tab, url, { set: "flex", match: "match" });
    await tab.evaluate(() => (document.querySelector(".options").open = true));
    await tab.evaluate((preset) => document.querySelector(`input[name=preset][value=${preset}]`).click(), name);
    await tab.click("[data-do=deal]");
    await ours(tab);
    const kept = JSON.parse(await tab.evaluate(() => localStorage.getItem("talon.play.rules")));
    assert.deepEqual([kept.set, kept.match, kept.changes], ["flex", match, wanted]);
  }
}

/* The operator's presets stand behind the built-in ones. */
async function ownPresets(tab, url) {
  await begin(tab, url, { match: "match" });
  await tab.evaluate(() => (document.querySelector(".options").open = true));
  assert.deepEqual(await tab.evaluate(() => [...document.querySelectorAll("input[name=preset]")].map((one) => one.value)),
                   ["official", "quick", "party", "brutal", "friday", "short", "grows"]);
  await tab.evaluate(() => document.querySelector("input[name=preset][value=friday]").click());
  assert.match(await tab.text(".options"), /stack any, one round/);
  await tab.click("[data-do=deal]");
  await ours(tab);
  const kept = JSON.parse(await tab.evaluate(() => localStorage.getItem("talon.play.rules")));
  assert.deepEqual([kept.match, kept.changes], ["round", { stack: "any" }]);
  /* Rules without a field, and values that a field has in another form, belong to the preset, too. */
  for (const [preset, ...wanted] of [["short", "fixed 4", "200", 200], ["grows", "progressive 2,1", undefined, 500]]) {
    await begin(tab, url, { match: "match" });
    await tab.evaluate(() => (document.querySelector(".options").open = true));
    await tab.until(() => document.querySelector("[data-rule]") !== null);
    await tab.evaluate((name) => document.querySelector(`input[name=preset][value=${name}]`).click(), preset);
    assert.equal(await tab.evaluate(() => document.querySelector("input[name=preset]:checked")?.value), preset);
    await tab.click("[data-do=deal]");
    await ours(tab);
    const { rules } = JSON.parse(await tab.evaluate(() => localStorage.getItem("talon.play.game")));
    assert.deepEqual([rules.changes.uno_penalty, rules.changes.target, rules.goal], wanted);
  }
}

/* A house rule that the reader changes leaves the preset. */
async function ownRules(tab, url) {
  await begin(tab, url, { changes: { stack: "up", jump_in: "exact", seven_zero: "on", draw_until_playable: "on" } });
  const chosen = () => tab.evaluate(() => document.querySelector("input[name=preset]:checked")?.value ?? null);
  assert.equal(await chosen(), "party");
  await tab.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  await tab.until(() => document.querySelector("[data-rule=deflect]") !== null); // the words of the house rules are loaded
  await tab.choose("[data-rule=deflect]", "on");
  assert.equal(await chosen(), null);
}

async function mouse(tab, url) {
  await begin(tab, url, { count: 4 });
  await deal(tab);
  await round(tab, byMouse, whole);
  assert.match(await tab.text(".log"), /(wins? the round and|The round is|Nobody can)/);
  assert.match(await tab.text(".over h2"), /(wins? the round|is void|without points)/);
  assert.equal(await tab.evaluate(() => document.querySelectorAll(".res li").length), 5);
  await tab.click(".over [data-do=again]");
  await tab.until(() => document.querySelector(".over") === null);
  await ours(tab);
}

async function keys(tab, url) {
  await begin(tab, url, { set: "flex", language: "fr" });
  for (let steps = 0; !(await tab.evaluate(() => document.activeElement.dataset.do === "deal")); steps++) {
    assert.ok(steps < 30, "Tab never comes to the deal");
    await tab.press("Tab");
  }
  await tab.press("Enter");
  await round(tab, byKeys);
  assert.match(await tab.text(".log"), /(gagnez? la manche|manche est nulle|manche est finie)/);
  assert.equal(await tab.evaluate(() => document.activeElement.dataset.do), "again");
}

/* Typed words do the same as the buttons, in the language of the page. */
async function typed(tab, url, { language, draw, blue, last }) {
  await begin(tab, url, { set: "minion", language });
  await deal(tab);
  await tab.press("t");
  await round(tab, async () => {
    const wanted = await next(tab);
    const draws = wanted.includes("draw");
    if (!draws && !wanted.includes("playable")) {
      await tab.evaluate((selector) => document.querySelector(selector).click(), wanted);
      return;
    }
    const card = draws ? "" : await tab.attribute(".hand .playable", "data-card");
    await tab.evaluate(() => document.querySelector("#typed").focus());
    const two = (await tab.evaluate(() => document.querySelectorAll(".hand button").length)) === 2;
    const words = card.startsWith("W") ? `${card} ${blue}` : card;
    await tab.type(draws ? draw : two ? `${words} ${last}` : words);
    await tab.press("Enter");
  });
}

async function narrow(tab, url) {
  await tab.size(320, 640);
  await begin(tab, url, { set: "skull", count: 4, changes: { seven_zero: "on", stack: "any", multi_play: "same_number", jump_in: "exact" } });
  await deal(tab);
  await round(tab, byMouse, whole, true);
  await tab.size(1100, 800);
}

/* HR-20: an odd number of players is refused in words. The seat across from the reader is marked, and both partners
 * win together. */
async function teams(tab, url) {
  await begin(tab, url, { count: 2, changes: { teams: "on" } });
  await tab.click("[data-do=deal]");
  await tab.until(() => /an even number of players/.test(document.body.textContent));
  await begin(tab, url, { count: 3, changes: { teams: "on" } });
  await deal(tab);
  const marks = await tab.evaluate(() => [...document.querySelectorAll(".seats .seat")].map((seat) => seat.querySelector(".team")?.textContent ?? ""));
  assert.deepEqual(marks, ["team 2", "partner", "team 2"]);
  assert.match(await tab.text(".seats .seat:nth-child(2) .sr"), /, partner, /);
  await round(tab, byMouse, whole);
  assert.match(await tab.text(".over h2"), /^\w+ and \w+ win the round$/);
  assert.match(await tab.text(".log"), / win the round and \d+ points? each!/);
  const [won, lost] = await tab.evaluate(() => ["[data-won]", ":not([data-won])"].map((is) => [...document.querySelectorAll(`.res li${is} .sum`)].map((sum) => sum.textContent)));
  assert.equal(won.length, 2);
  assert.equal(won[0], won[1]);
  assert.deepEqual(lost, ["0", "0"]);
}

/* Nothing of the middle lies on a seat, and each name is shown whole. */
async function apart(tab) {
  const look = () => tab.evaluate(() => {
    const seats = [...document.querySelectorAll(".seats .seat")].map((seat) => [seat.dataset.seat, seat.getBoundingClientRect(), seat.querySelector(".nm")]);
    const middle = [".inforce", ".pile", ".stock", ".last"].map((part) => [part, document.querySelector(part).getBoundingClientRect()]);
    return [...middle.flatMap(([part, at]) => seats.filter(([, seat]) => seat.bottom > at.top + 1 && seat.right > at.left && seat.left < at.right).map(([name]) => `${part} on ${name}`)),
            ...seats.filter(([, , name]) => name.scrollWidth > name.clientWidth).map(([name]) => `${name} is cut`),
            ...middle.filter(([, { height }]) => height < 20).map(([part]) => `${part} has no room`)];
  });
  let bad = await look();
  for (let looks = 0; bad.length > 0 && looks < 50; looks++, bad = await look()) await setTimeout(20); // the layout may still change
  assert.deepEqual(bad, []);
}

/* Ten play at a table. Every width shows the last three moves, also after the window gets smaller (a turned phone). */
async function ten(tab, url) {
  await begin(tab, url, { count: 9 });
  await deal(tab);
  for (await ours(tab); await tab.evaluate(() => document.querySelectorAll(".log li").length < 4); await ours(tab)) await turn(tab, byMouse);
  for (const [width, height] of [[1280, 800], [390, 844], [320, 640]]) {
    await tab.size(width, height);
    await whole(tab);
    assert.equal(await movesSeen(tab), 3, `the last moves at ${width}`);
  }
  await tab.size(1100, 800);
}

/* HR-21: twenty play with two decks; wide and at 320 px all is on the screen. */
async function twenty(tab, url) {
  await begin(tab, url, { count: 19 });
  await deal(tab);
  assert.equal(await tab.evaluate(() => document.querySelectorAll(".seats .seat").length), 19);
  for (const [width, height] of [[1280, 800], [390, 844], [320, 640]]) {
    await tab.size(width, height);
    await whole(tab);
    await apart(tab);
  }
  await tab.size(1100, 800);
  await round(tab, byMouse);
  assert.equal(await tab.evaluate(() => document.querySelectorAll(".res li").length), 20);
}

/* A card that cannot be played gives a reason, and changes nothing. */
async function refuses(tab, url) {
  await begin(tab, url, {});
  await deal(tab);
  for (let tries = 0; (await tab.evaluate(() => document.querySelector(".hand button[aria-disabled]") === null)); tries++) {
    assert.ok(tries < 20, "every card can be played");
    await begin(tab, url, {});
    await deal(tab);
  }
  const before = await tab.attribute(".board", "data-seq");
  await tab.evaluate(() => document.querySelector(".hand button[aria-disabled]").click());
  assert.match(await tab.text(".alert"), /\w/);
  assert.equal(await tab.attribute(".board", "data-seq"), before);
}

const standing = (tab) => tab.evaluate(() => ({
  seq: document.querySelector(".board").dataset.seq, turn: document.querySelector(".board").dataset.turn,
  pile: document.querySelector("[data-pile]").getAttribute("aria-label"),
  hand: [...document.querySelectorAll(".hand button")].map((button) => button.dataset.card).join(),
  counts: [...document.querySelectorAll(".seat .num")].map((number) => number.textContent).join() }));

/* After a reload in the middle of a round the game goes on. */
async function reloads(tab, url) {
  await begin(tab, url, { set: "web" });
  await deal(tab);
  await ours(tab);
  const before = await standing(tab);
  await tab.open(`${url}/play?lang=en`);
  await ours(tab);
  assert.deepEqual(await standing(tab), before);
  await round(tab, byMouse);
}

/* The page has no card of a computer player, only backs and numbers. */
async function hides(tab) {
  assert.equal(await tab.evaluate(() => document.querySelectorAll("[data-seat] .backs [data-card]").length), 0);
}

/* If house_rules.js is missing, the form says so. Firefox asks for it again only after the page is opened again. */
async function lacking(tab, url, lacks) {
  lacks.add(RULES);
  await begin(tab, url, {});
  await tab.click(".options > summary");
  await tab.until(() => /try again/.test(document.querySelector("[role=alert]").textContent));
  assert.equal(await tab.attribute(".options", "open"), null);
  lacks.delete(RULES);
  tab.errors.length = 0; // the browser tells that the file was not found
  await begin(tab, url, {});
  await tab.click(".options > summary");
  await tab.until(() => document.querySelector("[data-rule]") !== null);
}

async function clean(tab, url, scheme) {
  await begin(tab, url, { set: "web", language: "fr" });
  await tab.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  await tab.until(() => document.querySelector("[data-rule]") !== null);
  assert.deepEqual(await tab.faults(), [], `${scheme}: the form`);
  await tab.click("[data-do=deal]");
  await ours(tab);
  await hides(tab);
  assert.deepEqual(await tab.faults(), [], `${scheme}: the table`);
  assert.deepEqual(await undrawn(tab), []);
  await round(tab, byMouse);
  assert.deepEqual(await tab.faults(), [], `${scheme}: the end`);
}

for (const [name, launch] of Object.entries(browsers)) {
  test(`${name}: a round is played to its end by mouse, keys and typing`, async () => {
    const lacks = new Set();
    const site = await serve(process.env.TALON_SITE, JSON.stringify({
      friday: { about: "stack any, one round", changes: { stack: "any", score: "single_round" } },
      short: { about: "target 200, UNO penalty 4", changes: { target: "200", uno_penalty: "fixed 4" } },
      grows: { about: "UNO penalty 2, then 3", changes: { uno_penalty: "progressive 2,1" } } }), lacks);
    const browser = await launch("dark");
    try {
      const tab = await browser.tab("dark");
      await lacking(tab, site.url, lacks);
      await clean(tab, site.url, "dark");
      await presets(tab, site.url);
      await ownPresets(tab, site.url);
      await ownRules(tab, site.url);
      await mouse(tab, site.url);
      await keys(tab, site.url);
      await typed(tab, site.url, { language: "en", draw: "draw", blue: "blue", last: "last card" });
      await typed(tab, site.url, { language: "fr", draw: "piger", blue: "bleu", last: "dernière carte" });
      await narrow(tab, site.url);
      await ten(tab, site.url);
      await teams(tab, site.url);
      await twenty(tab, site.url);
      await refuses(tab, site.url);
      await reloads(tab, site.url);
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
