/* A seat behind a link, in real browsers: somebody sits down in the middle of a round and plays the match to its
 * end, by mouse and wide in English, by keyboard alone and at 320 px in French; the line is cut and falls silent,
 * the daemon is killed: the page comes back, and nothing is lost. What it was sent holds nobody else's hand. */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { ngircd, until, wiredDaemon } from "./daemon.mjs";

const options = { skip: ngircd === undefined && "no ngircd is here" };
const MOVES_MAX = 600;

/* -- links -- */

/* What somebody is whispered for a command, as the address of a page. */
async function link(person, command = "!web") {
  const links = () => [...person.heard.matchAll(/(http:\/\/\S+\/seat\S*#[ti]=[^\s\x02\x03\x0f]+)/g)].map(([found]) => found);
  const before = links().length;
  person.whisper(command);
  return until(() => links().slice(before)[0], `a link for ${command}`);
}

const own = (path, language) => path.replace("/seat", `/seat?lang=${language}`);

const presses = (tab) => tab.click("[data-do=sit]");

async function sit(tab, address, press = presses) {
  await tab.open("about:blank");
  await tab.open(address);
  await tab.until(() => document.querySelector("[data-do=sit]") !== null);
  await press(tab);
  await tab.until(() => document.querySelector("#seat").dataset.seq > "");
  assert.equal(await tab.evaluate(() => location.hash), "");
}

/* -- playing -- */

const shown = () => {
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

/* What somebody who looks would press next, as a selector: what is asked, UNO, a card, an answer. */
const next = (tab) => tab.evaluate(() => {
  const order = [".hand .choices button", ".hand .answers [aria-pressed=false]", ".hand button.playable",
                 ...["accept", "keep", "draw", "uno"].map((name) => `.hand .answers [data-do=${name}]`)];
  return order.find((selector) => document.querySelector(selector) !== null);
});

const byMouse = async (tab) => tab.click(await next(tab));

/* The button that one would press has the focus, or is reached by Tab, forward or back; then Enter. */
async function byKeys(tab) {
  const wanted = await next(tab);
  const way = () => tab.evaluate((selector) => {
    const button = document.querySelector(selector);
    const order = document.activeElement.compareDocumentPosition(button);
    return button === document.activeElement ? "" : order & Node.DOCUMENT_POSITION_PRECEDING ? "back" : "forth";
  }, wanted);
  for (let to = await way(); to !== ""; to = await way()) {
    if (to === "back") await tab.pressShift("Tab");
    else await tab.press("Tab");
  }
  await tab.press("Enter");
}

const fits = async (tab) => assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the screen");

/* One thing is pressed, and something comes of it. */
async function move({ tab, press, seen }) {
  const before = (await tab.evaluate(shown)).state;
  await tab.front();
  await press(tab);
  await until(async () => (await tab.evaluate(shown)).state !== before, `something comes of what was pressed: ${before}`);
  await seen?.(tab);
}

/* All who sit there play until the match is over, or so many moves are made; false: it is not over. */
async function play(players, moves) {
  for (; moves > 0; moves--) {
    const acts = await until(async () => {
      for (const player of players) {
        const { over, acts } = await player.tab.evaluate(shown);
        if (over) return "over";
        if (acts && await next(player.tab)) return player;
      }
      return null;
    }, "somebody is to act, or it is over");
    if (acts === "over") return true;
    await move(acts);
  }
  return false;
}

/* -- secrets -- */

const CODE = /"((?:[RGBYPO](?:[0-9]|\+2|skip|rev)(?:\|[RGBYPO])?\^?)|W[A-Z0-9]*)"/g;

/* A seat's frame names cards of that seat's hand, and the one on top; nothing else but what is told to all. */
function searched(frames) {
  const names = new Set();
  for (const text of frames) {
    const frame = JSON.parse(text);
    if (frame.type !== "seat") continue;
    const { hand, table, seat, you } = frame;
    names.add(you);
    assert.equal(hand.length, frame.plays ? table.seats[seat].cards : 0);
    const { lines, ...open } = table;
    const rest = JSON.stringify({ ...frame, hand: [], choices: [], asked: "", table: open });
    assert.deepEqual([...rest.matchAll(CODE)].map(([, code]) => code), table.play === null ? [] : [table.play.top]);
    for (const held of hand) assert.deepEqual(Object.keys(held).filter((key) => !["card", "playable", "ways"].includes(key)), []);
  }
  return names;
}

/* -- the cases -- */

/* A guest comes by an invitation, is told of by name, and leaves again. */
async function visits({ people: { alice } }, browser, host) {
  const tab = await browser.tab("light");
  await tab.size(320, 640);
  await tab.open(own(await link(alice, "!invite"), "fr"));
  await tab.until(() => document.querySelector("[data-do=sit]") !== null);
  await tab.click("#name");
  await tab.type("Zoé");
  await tab.press("Enter");
  await tab.until(() => document.querySelector("#seat").dataset.seq > "");
  await host.until(() => document.querySelector(".seats").textContent.includes("Zoé"));
  await tab.click("[data-do=leave]");
  await tab.until(() => document.querySelector("#seat [data-why]") !== null);
  await host.until(() => !document.querySelector(".seats").textContent.includes("Zoé"));
  await tab.close();
}

/* alice opens a table in the channel, where bob sits down; what she does from then on she does on her page. */
async function opens({ people: { alice, bob } }, browser) {
  alice.say("!uno classic");
  await bob.hear(/opens a table/);
  const tab = await browser.tab("light");
  await sit(tab, own(await link(alice), "en"));
  bob.say("!join");
  await tab.until(() => document.querySelectorAll("#seat .seats > li").length === 2);
  return tab;
}

async function deals(tab) {
  await tab.click("[data-do=settings]");
  await tab.until(() => document.querySelector(".panel details") !== null);
  await tab.evaluate(() => document.querySelectorAll(".panel details").forEach((menu) => (menu.open = true)));
  await clean(tab);
  await tab.click("[data-words='settings bots 1']");
  await tab.until(() => document.querySelector("[data-words^='settings bots 1'][aria-pressed=true]") !== null);
  await tab.click("[data-do=close]");
  await tab.click("[data-do=start]");
  await tab.until(() => document.querySelectorAll(".hand [data-card]").length > 0);
}

/* In the middle of the round. */
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
  await refused(own(old, "en"), /!web/); // a newer one was asked for
  await sit(tab, own(now, "en"));
  await tab.open("about:blank");
  await tab.open(own(now, "en")); // this browser has the seat already
  await tab.until(() => document.querySelector("[data-do=sit]") !== null);
  await tab.click("[data-do=sit]");
  await tab.until(() => document.querySelector("#seat").dataset.seq > "");
  await tab.click("[data-do=out]");
  await tab.until(() => document.querySelector("[data-why=none]") !== null);
  await refused(own(now, "fr"), /!page|!web/);
  await tab.close();
}

const same = (one, other) => assert.deepEqual(one.hand, other.hand);
const lostWords = (tab) => tab.text("#seat .gone");

/* The page is put away, and seen again a minute later. */
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

/* The line is cut; the daemon is killed; the line falls silent while the pages are put away. Each time the same
 * hands are there again, and it goes on. */
async function comesBack({ wire, kill, start }, tabs) {
  const all = (what) => Promise.all(tabs.map(what));
  const before = await all((tab) => tab.evaluate(shown));
  /* What is done brings a document to each page, which shows what it showed. */
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
      const narrow = await browser.tab("light"); // is in front: keys go to it
      await narrow.size(320, 640);
      await sit(narrow, own(await link(face.people.bob), "fr"), () => narrow.press("Enter")); // the button has the focus
      const players = [{ tab: wide, press: byMouse }, { tab: narrow, press: byKeys, seen: fits }];
      await play(players, 6);
      await clean(wide);
      await clean(narrow);
      await comesBack(face, [wide, narrow]);
      assert.ok(await play(players, MOVES_MAX), "a match without end");
      assert.match(await wide.text(".log"), /wins the round/);
      assert.match(await narrow.text(".log"), /gagne la manche/);
      assert.deepEqual([...searched(face.wire.told)].sort(), ["Zoé (guest)", "alice", "bob"].sort());
      // a lost connection is an error of the console, nothing else is
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
