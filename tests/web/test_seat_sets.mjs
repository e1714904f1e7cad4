/* A seat behind a link, in sets that ask for more than classic does: both sides of a card, a player, words that are
 * spoken. One of the two presses, the other one types all they do, on a phone and in French. They play until each
 * of these was asked and done. */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { ngircd, wiredDaemon } from "./daemon.mjs";
import { next } from "./pressing.mjs";
import { actor, fits, link, move, own, sit } from "./sitting.mjs";

const options = { skip: ngircd === undefined && "no ngircd is here" };
const MOVES_MAX = 900;

/* -- what is asked -- */

/* The selector of what one would press, and what that is: a card by its flex side, one of two sides, a player, the
 * words; the rarest first. */
const wanted = (tab) => tab.evaluate(() => {
  const order = [["flex", ".hand .choices [data-way$=' flex'], .hand .choices [data-way$=' flex uno']"], ["target", ".hand .choices [data-target]"],
                 ["words", ".hand .choices [data-do=By], .hand .choices [data-do=Par]"], ["wild", ".hand .choices [data-colour]"]];
  return order.find(([, selector]) => document.querySelector(selector) !== null) ?? null;
});

/* The card that one would play: what says its words first, then any. */
const RARE = ".hand button.playable[data-card='WS'], .hand button.playable[data-card^='W'], .hand button.playable[data-card*='|'], .hand button.playable[data-card*='7']";
const card = (tab) => tab.evaluate((rare) => {
  const found = document.querySelector(rare) ?? document.querySelector(".hand button.playable");
  return found === null ? null : `.hand button.playable[data-card="${found.dataset.card}"]`;
}, RARE);

const choosing = (tab) => tab.evaluate(() => document.querySelector(".hand .choices button") !== null);

async function chosen(tab, done) {
  const found = await wanted(tab);
  if (found !== null) done.add(found[0]);
  return found?.[1] ?? (await choosing(tab) ? ".hand .choices button" : null);
}

/* By mouse. */
const pressing = (done) => async (tab) => {
  const answer = await next(tab);
  await tab.click(await chosen(tab, done) ?? (answer.includes("playable") ? await card(tab) : answer));
};

/* -- what is typed -- */

let typedLast = "";

async function say(tab, words) {
  typedLast = words;
  await tab.click("#typed");
  await tab.evaluate(() => (document.querySelector("#typed").value = ""));
  await tab.type(words);
  await tab.press("Enter");
}

/* A card by its code; where it can be played by its flex side alone, so. */
async function spoken(tab, done) {
  const selector = await card(tab);
  const code = (await tab.attribute(selector, "data-card")).replace("^", "");
  if (!/jouable par le côté Flex/.test(await tab.attribute(selector, "aria-label"))) return code;
  done.add("flex");
  return `${code} flex`;
}

/* Everything in words: what stands on the button, as the reader's language has it. */
const typing = (done) => async (tab) => {
  const answer = await chosen(tab, done) ?? await next(tab);
  const label = (selector) => tab.evaluate((asked) => {
    const button = document.querySelector(asked);
    return button.dataset.way ?? button.lastChild.textContent; // behind the mark of a colour
  }, selector);
  if (answer.includes("playable")) await say(tab, await spoken(tab, done));
  else if (answer.includes("data-do=By")) await say(tab, (await tab.text("#question")).replace(/^.*?\u00a0: .*?\u00a0: /, ""));
  else if (answer.includes("aria-pressed")) await tab.click(answer);
  else await say(tab, await label(answer));
};

/* -- the rounds -- */

async function opens({ people: { alice, bob } }, browser, set, rules) {
  alice.say(`!uno ${set}`);
  await bob.hear(/opens a table/);
  for (const [name, value] of Object.entries(rules)) alice.say(`!set ${name} ${value}`);
  const wide = await browser.tab("light");
  await sit(wide, own(await link(alice), "en"));
  bob.say("!join");
  await wide.until(() => document.querySelectorAll("#seat .seats > li").length === 2);
  alice.say("!bots 1");
  await wide.until(() => document.querySelectorAll("#seat .seats > li").length === 3);
  const narrow = await browser.tab("light");
  await narrow.size(320, 640);
  await sit(narrow, own(await link(bob), "fr"));
  return [wide, narrow];
}

/* Round after round, until all of it was done. */
async function playUntil(players, done, all) {
  for (let moves = 0; moves < MOVES_MAX && all.some((what) => !done.has(what)); moves++) {
    const acts = await actor(players);
    await move(acts !== "over" ? acts : { tab: players[0].tab, press: (tab) => tab.click(".beside [data-do=start]") });
  }
  assert.deepEqual(all.filter((what) => !done.has(what)), [], "never asked");
}

const CASES = {
  flex: { rules: { score: "single_round", seven_zero: "on" }, all: ["flex", "target", "wild"] },
  skull: { rules: { score: "single_round" }, all: ["words", "wild"] },
};

for (const launch of Object.values(browsers)) {
  for (const [set, { rules, all }] of Object.entries(CASES)) {
    test(`${launch.name}: ${set}, pressed and typed`, options, async () => {
      const face = await wiredDaemon("alice", "bob");
      const browser = await launch();
      try {
        const [wide, narrow] = await opens(face, browser, set, rules);
        const [pressed, typed] = [new Set(), new Set()];
        const players = [{ tab: wide, press: pressing(pressed) }, { tab: narrow, press: typing(typed), seen: fits }];
        await wide.click(".beside [data-do=start]");
        await wide.until(() => document.querySelectorAll(".hand [data-card]").length > 0);
        await playUntil(players, { has: (what) => pressed.has(what) && typed.has(what) }, all);
        assert.deepEqual([...wide.errors, ...narrow.errors], []);
      } catch (error) {
        console.log(`typed: ${typedLast}`, face.wire.told.filter((text) => /"said"/.test(text)).slice(-2), face.wire.told.slice(-3).map((text) => text.slice(0, 6000)).join("\n\n"));
        throw error;
      } finally {
        await browser.close();
        await face.close();
      }
    });
  }
}
