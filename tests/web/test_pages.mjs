/* The daemon's pages in real browsers. Server and script make the same markup, a table can be watched while people
 * play, and for a stranger no page has a fault that axe finds or is wider than a phone. */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { daemon, ngircd, until } from "./daemon.mjs";
import { undrawn } from "./drawn.mjs";
import { bytesOf } from "./sitting.mjs";

const SETS = ["classic", "hyper", "skull", "web", "flex", "minion"];
const ANSWERS = { turn: "!draw", drawn: "!pass", challenge: "!accept" };
const options = { skip: ngircd === undefined && "no ngircd is here" };

/* Returns the cards of a page for which card.js makes other markup than the server. */
async function unlike(tab) {
  return tab.evaluate(async () => {
    const script = document.querySelector("link[rel=stylesheet]").href.replace(/[^/]*$/, "");
    const [{ card }, { loadWords }] = await Promise.all([import(`${script}card.js`), import(`${script}words.js`)]);
    await loadWords();
    const cards = [...document.querySelectorAll(".card")];
    if (cards.length < 50) return [`${cards.length} cards`];
    return cards.map((made) => [made.outerHTML, card(made.dataset.card).outerHTML])
      .filter(([made, ours]) => made !== ours).map((both) => both.join("\n"));
  });
}

/* The keys of colours in French, where vert and violet begin with the same letter. */
const frenchKeys = (tab) => tab.evaluate(async () => {
  const script = document.querySelector("link[rel=stylesheet]").href.replace(/[^/]*$/, "");
  const [{ colourKeys }, { loadWords }] = await Promise.all([import(`${script}card.js`), import(`${script}words.js`)]);
  await loadWords();
  return [["blue", "red", "green", "purple"], ["blue", "green", "red", "yellow"]].map((set) => [...colourKeys(set).values()].join(""));
});

/* Opens a table that can be watched. Resolves to its number. */
async function open({ people: { alice, bob }, get }) {
  alice.say("!uno classic");
  await bob.hear(/opens a table/);
  alice.say("!set channel web watch");
  bob.say("!join");
  const { table } = await until(async () => (await get("/api/1/tables")).tables.find(({ people }) => people === 2),
                                "both sit at a table that is shown");
  return table;
}

async function deal({ people, get }, table) {
  people.alice.say("!start");
  await until(async () => (await get(`/api/1/tables/${table}`)).play, "a round is played");
}

/* Makes a move for the player to act: draws, passes or accepts. */
async function act({ people, get }, table) {
  const { seats, play } = await get(`/api/1/tables/${table}`);
  people[seats[play.turn].name].say(ANSWERS[play.phase]);
  return until(async () => (await get(`/api/1/tables/${table}`)).play?.move !== play.move, "a move was made");
}

const pages = ["/", "/boards", "/boards?set=rating", "/boards/test", "/boards/test/%23cards", "/boards?q=a", "/channels",
               "/channels/test/%23cards", "/players/1", "/players/77", "/rules", "/rules/flex", "/how", "/play"];

async function looks(tab, url) {
  await tab.open(url);
  assert.deepEqual(await tab.faults(), [], url);
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${url} is too wide`);
}

for (const begin of Object.values(browsers)) {
  test(`${begin.name}: cards are the same by server and by script`, options, async () => {
    const face = await daemon();
    const browser = await begin();
    try {
      const tab = await browser.tab();
      for (const set of SETS)
        for (const language of ["en", "fr"]) {
          await tab.open(`${face.url}/rules/${set}?lang=${language}`);
          assert.deepEqual(await unlike(tab), [], `${set} ${language}`);
          assert.deepEqual(await undrawn(tab), [], `${set} ${language}`);
        }
      await tab.open(`${face.url}/rules/skull?lang=fr`);
      assert.deepEqual(await frenchKeys(tab), ["brei", "bvrj"]);
      assert.deepEqual(tab.errors, []);
    } finally {
      await browser.close();
      await face.close();
    }
  });

  test(`${begin.name}: a table is watched while people play`, options, async () => {
    const face = await daemon("alice", "bob");
    const browser = await begin();
    try {
      const table = await open(face);
      const tab = await browser.tab();
      await tab.open(`${face.url}/tables/${table}`);
      await tab.until(() => /waits for (players|the deal)/.test(document.querySelector("#live").textContent));
      await deal(face, table);
      await tab.until(() => document.querySelector("#live").dataset.turn !== "");
      const seq = Number(await tab.attribute("#live", "data-seq"));
      for (let move = 0; move < 6; move++) await act(face, table);
      const now = await face.get(`/api/1/tables/${table}`);
      assert.ok(now.seq > seq);
      await tab.until((wanted) => Number(document.querySelector("#live").dataset.seq) >= wanted, now.seq);
      assert.equal(await tab.attribute("#live", "data-turn"), String(now.play.turn));
      for (const { name, cards } of now.seats) assert.equal(await tab.text(`#live .seat[data-seat="${name}"] .num`), String(cards));
      assert.match(await tab.text("#live .log"), /draws/);
      assert.match(now.bond, /^s0=[\w-]{22}$/);
      face.people.alice.say("!set channel web boards");
      await tab.until(() => document.querySelector("#live .gone").textContent !== "");
      assert.deepEqual(tab.errors, []);
    } finally {
      await browser.close();
      await face.close();
    }
  });
}

/* A stranger sits down from the page of a table, without a link from a player. */
async function sitsDown(browser, { url }, table, language, name) {
  const tab = await browser.tab();
  await tab.open(`${url}/tables/${table}?lang=${language}`);
  assert.equal(await tab.attribute("[data-way=join]", "href"), "ircs://irc.test/%23cards");
  await tab.until(() => document.querySelector("[data-do=guest]") !== null); // a button in the bar of the table
  await tab.click("[data-do=guest]");
  await tab.until(() => document.querySelector("#name") !== null);
  await tab.evaluate(() => (document.querySelector("#name").value = ""));
  await tab.click("#name");
  await tab.type("alice");
  await tab.press("Enter");
  await tab.until(() => document.querySelector("[role=alert]")?.textContent !== ""); // the name is taken
  await tab.evaluate(() => (document.querySelector("#name").value = ""));
  await tab.click("#name");
  await tab.type(name);
  await tab.press("Enter");
  await tab.until(() => document.querySelector("#seat").dataset.seq > "");
  assert.deepEqual(tab.errors.filter((error) => !/409/.test(error)), []); // 409: the name was taken
}

for (const begin of Object.values(browsers))
  test(`${begin.name}: strangers sit down from the page of a table`, options, async () => {
    const face = await daemon("alice", "bob");
    const browser = await begin();
    try {
      const table = await open(face);
      face.people.alice.say("!set channel guests on");
      await until(async () => (await face.get(`/api/1/tables/${table}`)).guests, "guests may sit down");
      await sitsDown(browser, face, table, "en", "Zoe");
      await sitsDown(browser, face, table, "fr", "Max");
      const { seats } = await face.get(`/api/1/tables/${table}`);
      assert.deepEqual(seats.map(({ name }) => name), ["alice", "bob", "Zoe (guest)", "Max (guest)"]);
      face.people.alice.say("!set channel guests links");
      await until(async () => !(await face.get(`/api/1/tables/${table}`)).guests, "no guests sit down");
      const tab = await browser.tab();
      await tab.open(`${face.url}/tables/${table}`);
      assert.equal(await tab.evaluate(() => document.querySelector("[data-way=guest]")), null);
      await face.reload("ircs://irc.test", "https://web.test/?c={channel}");
      await until(async () => (await (await fetch(`${face.url}/channels/test/%23cards`)).text()).includes('href="https://web.test/?c=%23cards"'),
                  "the new address is linked");
    } finally {
      await browser.close();
      await face.close();
    }
  });

/* Returns the compressed bytes that the first paint waits for. */
async function weight(url) {
  const page = await fetch(url);
  const sheets = [...(await page.text()).matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => new URL(href, url).href);
  const parts = [url, ...sheets, ...sheets.map((sheet) => sheet.replace(/[^/]*$/, "home.js"))];
  const sizes = await Promise.all([...new Set(parts)].map(bytesOf));
  return sizes.reduce((sum, size) => sum + size);
}

test("the first page is small, nothing in it moves, and its table plays by itself", options, async () => {
  const face = await daemon("alice", "bob");
  const browser = await browsers.chromium();
  try {
    const table = await open(face);
    await deal(face, table);
    const bytes = await weight(`${face.url}/?lang=fr`);
    assert.ok(bytes <= 20 * 1024, `${bytes} bytes`);
    if (process.env.TALON_SIZES) console.log("home", bytes);
    const still = await browser.tab(); // this reader wants no motion
    await still.open(face.url);
    assert.match(await still.text(".tables"), /#cards/);
    const tab = await browser.tab("light", "no-preference");
    await tab.open(face.url);
    await tab.evaluate(() => {
      window.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shift += value)))
        .observe({ type: "layout-shift", buffered: true });
    });
    await tab.until(() => document.querySelector(".demo .seat[data-turn]") !== null);
    assert.ok(await tab.evaluate(() => document.querySelector(".demo .card use").getBBox().width > 0)); // the card is drawn
    const turn = await tab.text(".demo .seat[data-turn]");
    await tab.until((before) => document.querySelector(".demo .seat[data-turn]").textContent !== before, turn);
    const shift = await tab.evaluate(() => window.shift);
    assert.ok(shift <= 0.02, `layout shift ${shift}`);
    assert.equal(await still.evaluate(() => document.querySelector(".demo")), null);
    assert.deepEqual([...tab.errors, ...still.errors], []);
  } finally {
    await browser.close();
    await face.close();
  }
});

for (const scheme of ["light", "dark"])
  test(`all pages, ${scheme}, wide and at 320 px`, options, async () => {
    const face = await daemon("alice", "bob");
    const browser = await browsers.chromium();
    try {
      const table = await open(face);
      await deal(face, table);
      const tab = await browser.tab(scheme);
      for (const [width, language] of [[320, "fr"], [1200, "en"]]) { // French has longer words
        await tab.size(width, 800);
        for (const page of [...pages, `/tables/${table}`])
          await looks(tab, `${face.url}${page}${page.includes("?") ? "&" : "?"}lang=${language}`);
      }
    } finally {
      await browser.close();
      await face.close();
    }
  });

test("paper is white and its words are dark, whatever the screen is", options, async () => {
  const face = await daemon();
  const browser = await browsers.chromium();
  try {
    const tab = await browser.tab("dark");
    await tab.print("dark");
    for (const page of ["/", "/boards", "/rules/flex"]) { // the first page has a felt background
      await tab.open(`${face.url}${page}`);
      const [ground, words, heading] = await tab.evaluate(() => {
        const light = (colour) => Math.max(...colour.match(/[\d.]+/g).slice(0, 3).map(Number));
        const root = getComputedStyle(document.documentElement);
        const body = getComputedStyle(document.body);
        const seen = [body, root].map((style) => style.backgroundColor).find((colour) => !/, 0\)$|transparent/.test(colour));
        return [seen === undefined ? 255 : light(seen), light(body.color),
                light(getComputedStyle(document.querySelector("h1")).color)];
      });
      assert.ok(ground > 230 && words < 80 && heading < 80, `${page}: words of ${words}, ${heading} on ${ground}`);
    }
  } finally {
    await browser.close();
    await face.close();
  }
});
