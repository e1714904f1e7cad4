/* A seat behind a link, in real browsers. Two people play a match to its end: by mouse and wide in English, by keys
 * only and at 320 px in French. The connection is cut or falls silent and the daemon is killed; each time the page
 * comes back, and nothing is lost. No page is sent another player's hand. */
import test from "node:test";
import assert from "node:assert/strict";

import { byKeys, byMouse } from "./at_table.mjs";
import { browsers } from "./browser.mjs";
import { ngircd, until, wiredDaemon } from "./daemon.mjs";
import { fits, fromMenu, isLight, link, movesSeen, own, play, shown, sit } from "./sitting.mjs";

const options = { skip: ngircd === undefined && "no ngircd is here" };
const MOVES_MAX = 600;

/* -- secrets -- */

const CODE = /"((?:[RGBYPO](?:[0-9]|\+2|skip|rev)(?:\|[RGBYPO])?\^?)|W[A-Z0-9]*)"/g;

/* Checks that a seat's documents name only the cards of its own hand, the top card, and in the last moves the cards
 * that everybody saw or that it drew itself. */
function searched(frames) {
  const names = new Set();
  for (const text of frames) {
    const frame = JSON.parse(text);
    if (frame.type !== "seat") continue;
    const { hand, table, seat, you } = frame;
    names.add(you);
    assert.equal(hand.length, frame.plays ? table.seats[seat].cards : 0);
    const { lines, moves, end, ...open } = table;
    for (const { kind, seat: whose, other, cards } of moves.flatMap(({ events }) => events))
      assert.ok(cards === undefined || (kind === "drew" ? whose === seat : kind === "shown" && [undefined, seat].includes(other)), kind);
    assert.ok(end === null || table.play === null); // the end of a round shows all hands
    const rest = JSON.stringify({ ...frame, hand: [], choices: [], asked: "", table: open });
    assert.deepEqual([...rest.matchAll(CODE)].map(([, code]) => code), table.play === null ? [] : [table.play.top]);
    for (const held of hand) assert.deepEqual(Object.keys(held).filter((key) => !["card", "playable", "ways"].includes(key)), []);
  }
  return names;
}

/* -- the cases -- */

/* A guest comes by an invitation, is told to the others by name, and leaves again. */
async function visits({ people: { alice } }, browser, host) {
  const tab = await browser.tab("light");
  await tab.size(320, 640);
  const invitation = own(await link(alice, "!invite"), "fr");
  const opens = async (address) => {
    await tab.open("about:blank");
    await tab.open(address);
    await tab.until(() => document.querySelector("[data-do=sit]") !== null);
  };
  await opens(invitation);
  await tab.click("#name");
  await tab.type("alice");
  await tab.press("Enter");
  await tab.until(() => document.querySelector("[role=alert]").textContent.startsWith("Choisissez un autre nom"));
  await tab.evaluate(() => (document.querySelector("#name").value = ""));
  await tab.click("#name");
  await tab.type("Zoé");
  await tab.press("Enter");
  await tab.until(() => document.querySelector("#seat").dataset.seq > "");
  await host.until(() => document.querySelector(".seats").textContent.includes("Zoé"));
  await opens(invitation); // the seat is still theirs, whatever the name
  await tab.click("#name");
  await tab.type("2");
  await tab.press("Enter");
  await tab.until(() => document.querySelector("#seat").dataset.seq > "");
  await opens(own(await link(alice), "fr")); // another seat does not replace it
  await tab.click("[data-do=sit]");
  await tab.until(() => document.querySelector("[role=alert] [data-do=back]") !== null);
  await tab.click("[data-do=back]");
  await tab.until(() => document.querySelector("#seat").dataset.seq > "");
  assert.equal(await host.evaluate(() => Array.from(document.querySelectorAll(".seats > li")).filter((seat) => seat.textContent.includes("Zoé")).length), 1);
  assert.ok(await tab.evaluate(() => document.querySelector("[data-do=out]").hidden)); // a guest would leave the table by it
  await fromMenu(tab, "[data-do=leave]");
  await tab.until(() => document.querySelector("#seat [data-why]") !== null);
  await host.until(() => !document.querySelector(".seats").textContent.includes("Zoé"));
  await tab.close();
}

/* alice opens a table in the channel, and bob sits down there. From then on alice plays on her page. */
async function opens({ people: { alice, bob } }, browser) {
  alice.say("!uno classic");
  await bob.hear(/opens a table/);
  const tab = await browser.tab("light");
  await sit(tab, own(await link(alice), "en"));
  assert.equal(await tab.evaluate(() => document.activeElement.dataset.do), "settings"); // she cannot start without a second player
  bob.say("!join");
  await tab.until(() => document.querySelectorAll("#seat .seats > li").length === 1);
  return tab;
}

async function deals(tab) {
  await tab.click(".question [data-do=settings]");
  await tab.until(() => document.querySelector(".panel details") !== null);
  await tab.evaluate(() => document.querySelectorAll(".panel details").forEach((menu) => (menu.open = true)));
  await clean(tab);
  await tab.click("[data-words='settings bots 1']");
  await tab.until(() => document.querySelector("[data-words^='settings bots 1'][aria-pressed=true]") !== null);
  await tab.click(".panel [data-do=close]");
  assert.equal(await tab.evaluate(() => document.activeElement.dataset.do), "start");
  await tab.click(".question [data-do=start]");
  await tab.until(() => document.querySelectorAll("[data-hand] [data-card]").length > 0);
}

/* In the middle of the round a link works once, and only the newest one. */
async function linksAreGoodOnce({ people: { bob } }, browser) {
  const tab = await browser.tab("light");
  const [old, now] = [await link(bob), await link(bob)];
  const refused = async (address, words) => {
    await tab.open("about:blank");
    await tab.open(address);
    await tab.until(() => document.querySelector("[data-do=sit]") !== null);
    await tab.click("[data-do=sit]");
    await tab.until(() => document.querySelector(".help code") !== null && document.querySelector("[role=alert]").textContent !== "");
    assert.match(await tab.text("#seat"), words);
  };
  await refused(own(old, "en"), /!web/); // bob has asked for a newer one
  await sit(tab, own(now, "en"));
  await tab.open("about:blank");
  await tab.open(own(now, "en")); // this browser already has the seat
  await tab.until(() => document.querySelector("[data-do=sit]") !== null);
  await tab.click("[data-do=sit]");
  await tab.until(() => document.querySelector("#seat").dataset.seq > "");
  assert.ok(!await tab.evaluate(() => document.querySelector("[data-do=out]").hidden));
  await fromMenu(tab, "[data-do=out]");
  await tab.until(() => document.querySelector("[data-why=none]") !== null);
  await refused(own(now, "fr"), /!page|!web/);
  await tab.close();
}

const same = (one, other) => assert.deepEqual(one.hand, other.hand);
const lostWords = (tab) => tab.text("#seat .gone");

/* Hides the page. window.seen() shows it again, as if a minute had passed. */
const putAway = () => {
  const put = (is) => {
    Object.defineProperty(document, "hidden", { value: is, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const then = Date.now();
  put(true);
  window.seen = () => {
    const now = Date.now;
    Date.now = () => then + 60000;
    put(false);
    Date.now = now;
  };
};

/* The connection is cut, then the daemon is killed, then the connection falls silent while the pages are hidden. Each
 * time the pages come back with the same hands. */
async function comesBack({ wire, kill, start }, tabs) {
  const all = (what) => Promise.all(tabs.map(what));
  const before = await all((tab) => tab.evaluate(shown));
  /* Does something that brings each page a new document. The pages must then show the same hands as before. */
  const brings = async (what, why) => {
    const heard = wire.told.length;
    await what();
    await until(() => new Set(wire.told.slice(heard).map((text) => JSON.parse(text).you)).size >= tabs.length, why);
    await until(async () => (await all(lostWords)).join("") === "", `${why}, without a word`);
    (await all((tab) => tab.evaluate(shown))).forEach((now, n) => same(now, before[n]));
  };
  await brings(() => wire.cut(), "the pages are back after a cut");
  await kill();
  await until(async () => await lostWords(tabs[0]) !== "", "a page says that the connection is lost");
  await brings(async () => {
    await start();
    await all((tab) => tab.evaluate(() => dispatchEvent(new Event("online"))));
  }, "the pages are back after the daemon was killed");
  await all((tab) => tab.evaluate(putAway));
  wire.hush();
  await brings(() => all((tab) => tab.evaluate(() => window.seen())), "the pages are back from sleep");
}

const ANSWER = ["draw", "keep", "accept"].map((name) => `.acts [data-do=${name}]`).join();

/* Lets them play until one of them has an answer to press. Returns the tab of that player. */
async function answering(players) {
  for (;;) {
    for (const { tab } of players)
      if (await tab.evaluate((selector) => document.querySelector(selector) !== null, ANSWER)) return tab;
    assert.ok(!await play(players, 1), "nobody had to draw, keep or accept in a whole match");
  }
}

/* A press right after the page wakes up, while it connects again, is done. */
async function isHeardAtOnce(players) {
  const tab = await answering(players);
  const before = (await tab.evaluate(shown)).state;
  await tab.evaluate(putAway);
  await tab.evaluate((selector) => {
    window.seen();
    document.querySelector(selector).click();
  }, ANSWER);
  await until(async () => (await tab.evaluate(shown)).state !== before, "what was pressed at once is done");
}

/* A press that goes into a dead connection is sent again. A phone that changes its network leaves such a connection. */
async function isHeardAfterAll({ wire }, players) {
  const tab = await answering(players);
  const before = (await tab.evaluate(shown)).state;
  wire.hush();
  await tab.evaluate((selector) => document.querySelector(selector).click(), ANSWER);
  wire.cut();
  await until(async () => (await tab.evaluate(shown)).state !== before, "what was pressed into a dead line is done");
}

/* A press that the server heard is not sent again, even if its answer was lost. */
async function isHeardOnce({ wire }, players) {
  const tab = await answering(players);
  const { state, turn } = await tab.evaluate(shown);
  const heard = wire.told.length;
  wire.deafen();
  await tab.evaluate((selector) => document.querySelector(selector).click(), ANSWER);
  await until(() => wire.told.slice(heard).some((text) => JSON.parse(text).seat === Number(turn)), "what was pressed is heard");
  wire.cut();
  await until(async () => (await tab.evaluate(shown)).state !== state, "the page shows what came of it");
  await until(async () => wire.told.slice(heard).filter((text) => JSON.parse(text).seat === Number(turn)).length > 1, "the page is back");
  assert.deepEqual(wire.told.slice(heard).filter((text) => JSON.parse(text).type === "said"), []);
}

/* A card lies on the pile as soon as it is pressed. If it is refused, it goes back into the hand. */
async function showsAtOnce(tabs) {
  const waits = () => document.querySelector("#seat").dataset.turn !== document.querySelector("#seat").dataset.own && document.querySelector("[data-hand] button") !== null;
  for (const tab of tabs) {
    if (!await tab.evaluate(waits)) continue;
    const before = await tab.evaluate(shown);
    assert.ok(await tab.evaluate(() => { // no frame comes before the end of this function
      document.querySelector("[data-hand] button").click();
      return document.querySelector("[data-hand] [data-sent]") !== null && document.querySelector(".flying") !== null;
    }), "a frame may come without the press");
    await tab.until(() => document.querySelector("[data-hand] [data-sent], .flying") === null && document.querySelector(".alert").textContent !== "");
    same(await tab.evaluate(shown), before);
    return;
  }
  assert.fail("it is nobody's turn to wait");
}

/* The pile, the last three moves, the hand and the bar are on the first screen. */
async function fitsAll(tab, [width, height]) {
  for (const size of [[1280, 800], [390, 844], [320, 640]]) {
    await tab.front();
    await tab.size(...size);
    await fits(tab);
    assert.equal(await movesSeen(tab), 3, `the last moves at ${size}`);
  }
  await tab.size(width, height);
}

async function clean(tab) {
  await tab.front();
  for (const scheme of ["light", "dark"]) {
    if (tab.scheme !== undefined) await tab.scheme(scheme);
    assert.deepEqual(await tab.faults(), [], scheme);
  }
}

for (const launch of Object.values(browsers)) {
  test(`${launch.name}: a match is played to its end by a link`, options, async () => {
    const face = await wiredDaemon("alice", "bob");
    const browser = await launch();
    try {
      const wide = await opens(face, browser);
      await visits(face, browser, wide);
      await deals(wide);
      await linksAreGoodOnce(face, browser);
      const narrow = await browser.tab("light"); // in front, so that it gets the keys
      await narrow.size(320, 640);
      await sit(narrow, own(await link(face.people.bob), "fr"), () => narrow.press("Enter")); // the button has the focus
      const players = [{ tab: wide, press: byMouse }, { tab: narrow, press: byKeys, seen: fits }];
      await play(players, 6);
      await clean(wide);
      await clean(narrow);
      await isLight(wide);
      await isLight(narrow);
      await fitsAll(wide, [1100, 800]);
      await showsAtOnce([wide, narrow]);
      await comesBack(face, [wide, narrow]);
      await isHeardAtOnce(players);
      await isHeardAfterAll(face, players);
      await isHeardOnce(face, players);
      assert.ok(await play(players, MOVES_MAX), "a match without end");
      assert.match(await wide.text(".log"), /wins? the round/);
      assert.match(await narrow.text(".log"), /gagnez? la manche/);
      assert.deepEqual([...searched(face.wire.told)].sort(), ["Zoé (invité)", "alice", "bob"].sort());
      // only lost connections may be console errors
      assert.deepEqual([...wide.errors, ...narrow.errors].filter((words) => !/WebSocket|ws:|ERR_|Failed to load|NS_ERROR|401|410/.test(words)), []);
    } catch (error) {
      console.log(face.wire.told.slice(-6).map((text) => text.slice(0, 4000)).join("\n\n"));
      throw error;
    } finally {
      await browser.close();
      await face.close();
    }
  });
}
