/* A seat behind a link, in sets that ask for more than classic does: a side of the card, a player, words to say. One
 * player presses. The other types everything, on a phone and in French. They play until each of these was asked and
 * done. */
import test from "node:test";
import assert from "node:assert/strict";

import { next } from "./at_table.mjs";
import { browsers } from "./browser.mjs";
import { ngircd, wiredDaemon } from "./daemon.mjs";
import { actor, fits, link, move, own, play, sit } from "./sitting.mjs";

const options = { skip: ngircd === undefined && "no ngircd is here" };
const MOVES_MAX = 900;
const START = ".over [data-do=start], .question [data-do=start]";

/* -- what is asked -- */

/* Returns the rarest thing that can be chosen now, and its selector: a flex side, a player, the words, a colour. */
const wanted = (tab) => tab.evaluate(() => {
  const order = [["flex", ".question [data-side=flex]"], ["target", ".choose"],
                 ["words", ".question [data-do=By], .question [data-do=Par]"], ["wild", ".question button[data-colour]"]];
  return order.find(([, selector]) => document.querySelector(selector) !== null) ?? null;
});

/* The card to play, those that lead to rare questions first. */
const RARE = [".hand .playable[data-card='WS']", ".hand .playable[data-card^='W']", ".hand .playable[data-card*='|']", ".hand .playable[data-card*='7']"];
const card = (tab) => tab.evaluate((rare) => {
  const found = rare.map((selector) => document.querySelector(selector)).find(Boolean) ?? document.querySelector(".hand .playable");
  return found === null ? null : `.hand .playable[data-card="${found.dataset.card}"]`;
}, RARE);

const choosing = (tab) => tab.evaluate(() => document.querySelector(".question button") !== null);

async function chosen(tab, done) {
  const found = await wanted(tab);
  if (found !== null) done.add(found[0]);
  return found?.[1] ?? (await choosing(tab) ? ".question button" : null);
}

/* Plays by presses. */
const pressing = (done) => async (tab) => {
  const answer = await next(tab);
  if (!answer) return; // others were faster
  const pressed = await chosen(tab, done) ?? (answer.includes("playable") ? await card(tab) : answer);
  await tab.evaluate((selector) => document.querySelector(selector).click(), pressed);
};

/* -- what is typed -- */

let typedLast = "";

async function say(tab, words) {
  typedLast = words;
  if (await tab.evaluate(() => document.querySelector(".type").hidden)) await tab.click("[data-do=type]");
  await tab.click("#typed");
  await tab.evaluate(() => (document.querySelector("#typed").value = ""));
  await tab.type(words);
  await tab.press("Enter");
}

/* Returns the words for a card: its code, and "flex" if only its flex side can be played. */
async function spoken(tab, done) {
  const selector = await card(tab);
  const code = (await tab.attribute(selector, "data-card")).replace("^", "");
  if (!/jouable par le côté Flex/.test(await tab.attribute(selector, "aria-label"))) return code;
  done.add("flex");
  return `${code} flex`;
}

/* Plays by typing the words of the buttons, in the reader's language. */
const typing = (done) => async (tab) => {
  const answer = await chosen(tab, done) ?? await next(tab);
  const label = (selector) => tab.evaluate((asked) => {
    const button = document.querySelector(asked);
    return button.dataset.colour ?? (button.dataset.target === undefined ? button.querySelector(".row")?.firstChild.textContent ?? button.textContent : button.getAttribute("aria-label"));
  }, selector);
  if (answer.includes("playable")) await say(tab, await spoken(tab, done));
  else if (answer.includes("data-do=By")) await say(tab, (await tab.text("#question")).replace(/^.*?\u00a0: .*?\u00a0: /, ""));
  else if (answer.includes("aria-pressed")) await tab.evaluate((selector) => document.querySelector(selector).click(), answer);
  else await say(tab, await label(answer));
};

/* -- the rounds -- */

async function opens({ people: { alice, bob } }, browser, set, rules, bots) {
  alice.say(`!uno ${set}`);
  await bob.hear(/opens a table/);
  for (const [name, value] of Object.entries(rules)) alice.say(`!set ${name} ${value}`);
  const wide = await browser.tab("light");
  await sit(wide, own(await link(alice), "en"));
  bob.say("!join");
  await wide.until(() => document.querySelectorAll("#seat .seats > li").length === 1);
  alice.say(`!bots ${bots}`);
  await wide.until((others) => document.querySelectorAll("#seat .seats > li").length === others, 1 + bots);
  const narrow = await browser.tab("light");
  await narrow.size(320, 640);
  await sit(narrow, own(await link(bob), "fr"));
  return [wide, narrow];
}

/* Deals again, possibly after the round has ended on another page first. */
async function again(tab) {
  await tab.until((start) => document.querySelector(start) !== null, START);
  await tab.evaluate((start) => document.querySelector(start).click(), START);
}

/* Plays round after round until all of these were done. */
async function playUntil(players, done, all) {
  for (let moves = 0; moves < MOVES_MAX && all.some((what) => !done.has(what)); moves++) {
    const acts = await actor(players);
    await move(acts !== "over" ? acts : { tab: players[0].tab, press: again });
  }
  assert.deepEqual(all.filter((what) => !done.has(what)), [], "never asked");
}

/* HR-20: each page marks the partner, both partners win at the end, and the replay shows the teams, too. */
async function together(players, { browser, url }) {
  const [wide, narrow] = players.map(({ tab }) => tab);
  const marks = (tab) => tab.evaluate(() => [...document.querySelectorAll(".seats .seat .team")].map(({ textContent }) => textContent));
  assert.deepEqual(await marks(wide), ["team 2", "partner", "team 2"]);
  assert.deepEqual(await marks(narrow), ["équipe 1", "partenaire", "équipe 1"]);
  assert.ok(await play(players, MOVES_MAX), "the round never ends");
  for (const [tab, words] of [[wide, / and .* win the (round|match)/], [narrow, / et .* gagnent la /]]) {
    await tab.until(() => document.querySelector(".over .res") !== null);
    assert.match(await tab.text(".over h2"), words);
    assert.equal(await tab.evaluate(() => document.querySelectorAll(".over .res li[data-won]").length), 2);
  }
  const replay = await browser.tab("light");
  await replay.open(new URL(await wide.attribute(".over a[href*='/rounds/']", "href"), url).href);
  await replay.until(() => document.querySelectorAll(".seats .seat .team").length === 4);
  assert.deepEqual(await marks(replay), ["team 1", "team 2", "team 1", "team 2"]);
  assert.deepEqual(replay.errors, []);
}

const CASES = {
  flex: { rules: { score: "single_round", seven_zero: "on" }, all: ["flex", "target", "wild"] },
  skull: { rules: { score: "single_round" }, all: ["words", "wild"] },
  teams: { set: "classic", rules: { score: "single_round", teams: "on" }, bots: 2, all: [], ends: together },
};

for (const launch of Object.values(browsers)) {
  for (const [name, { set = name, rules, bots = 1, all, ends }] of Object.entries(CASES)) {
    test(`${launch.name}: ${name}, pressed and typed`, options, async () => {
      const face = await wiredDaemon("alice", "bob");
      const browser = await launch();
      try {
        const [wide, narrow] = await opens(face, browser, set, rules, bots);
        const [pressed, typed] = [new Set(), new Set()];
        const players = [{ tab: wide, press: pressing(pressed) }, { tab: narrow, press: typing(typed), seen: fits }];
        await wide.click(".question [data-do=start]");
        await wide.until(() => document.querySelectorAll("[data-hand] [data-card]").length > 0);
        await playUntil(players, { has: (what) => pressed.has(what) && typed.has(what) }, all);
        await ends?.(players, { browser, url: face.url });
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
