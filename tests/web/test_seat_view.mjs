/* The questions of a seat's page, for documents as the server sends them (bot/pages/seat/seat_json.h). */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { serve } from "./serve.mjs";

const NAMES = ["mia", "bob"];
const COLOURS = ["blue", "red", "green", "purple"];

/* The document of seat 0; `play` null: no round runs. */
const frame = (play, seq, { asked = "", choices = [], moves = [], beside = [] }) => ({
  type: "seat", seq, turn: play === null ? null : 0, stamp: "1", seat: 0, you: "mia", language: "en", plays: true,
  table: { table: 1, network: "test", channel: "#cards", channel_name: "#cards", set: "skull", state: play === null ? "lobby" : "round", guests: false, seq, language: "en",
           seats: NAMES.map((name, seat) => ({ seat, name, player: null, computer: null, away: false, points: 0, cards: 2, uno: false, exposed: false })),
           bond: null, play, clock: { at: 0, for: "turn", left: null, whole: null, paused: false }, last_round: null, moves, end: null, lines: [] },
  rules: "Rules: skull.", asked, choices, colours: COLOURS, hand: ["R5", "W"].map((card) => ({ card, playable: false })), actions: [], beside,
});
const round = (phase, move, top, colour, more = {}) =>
  ({ round: 1, number: 1, move, phase, turn: 0, direction: 1, top, colour, hyper: null, pile: 90, discard: 1, pending: 0, target: null, lowest: false, ...more });

const choices = COLOURS.map((colour) => ({ kind: "button", words: `colour ${colour}`, label: colour, colour }));
const dealt = { move: 0, events: [{ kind: "dealt", seat: 1, count: 7 }, { kind: "turned", card: "WS" }] };
const plus4 = { move: 1, events: [{ kind: "played", seat: 1, card: "W4", colour: "blue" }] };

const LOBBY = frame(null, 1, { beside: [{ kind: "button", words: "start", label: "Start" }] });
const DEAL = frame(round("colour", 0, "WS", null), 2, { asked: "Name the colour.", choices, moves: [dealt] });
/* Seat 0 said "play w", and is asked for the colour. Then seat 1, whose turn it is, plays a +4. */
const another = { kind: "button", words: "hand back", label: "Another card" };
const LACKS = frame(round("turn", 0, "R7", "red"), 3, { asked: "Which colour?", choices: [...choices, another], moves: [dealt] });
/* Seat 0 plays a 7, and is asked with whom to swap. */
const swap = { kind: "button", words: "target bob", label: "bob", target: 1 };
const SWAPS = frame(round("turn", 0, "R7", "red"), 3, { asked: "Swap hands with whom?", choices: [swap, another], moves: [dealt] });
const STRUCK = frame(round("challenge", 1, "W4", "blue", { pending: 4, offender: 1 }), 4, { moves: [dealt, plus4] });

const again = { move: 0, events: [{ kind: "dealt", seat: 0, count: 7 }, { kind: "turned", card: "R9" }] };
const NEXT = frame(round("turn", 0, "R9", "red", { round: 2, number: 2 }), 5, { moves: [again] });

/* Shows these documents one after the other. Returns the answers of the question that is then open, or its title. */
const asks = (tab, ...frames) => tab.evaluate((given) => {
  given.forEach((one) => window.view.show(one));
  const answers = [...document.querySelectorAll(".question button")].map((button) => button.dataset.colour ?? button.dataset.do);
  return answers.length > 0 ? answers : document.querySelector(".question h2")?.textContent ?? null;
}, frames);

test("chromium: a question of the round stays open when that of the page is closed", async () => {
  const site = await serve(process.env.TALON_SITE);
  const browser = await browsers.chromium();
  try {
    const tab = await browser.tab("light");
    await tab.open(`${site.url}/play?lang=en`);
    await tab.until(() => document.querySelector("[data-do=deal]") !== null);
    await tab.evaluate(async () => {
      const { SeatView } = await import("/site/seat_view.js");
      window.said = [];
      window.view = new SeatView(document.querySelector("#play"), { act: (words) => window.said.push(words) > 0, leave: () => {} });
    });
    assert.deepEqual(await asks(tab, LOBBY), ["start"]);
    assert.deepEqual(await asks(tab, DEAL), COLOURS); // the colour of the first wild
    await tab.click(".question [data-colour=red]");
    assert.deepEqual(await tab.evaluate(() => window.said), ["colour red"]);
    assert.deepEqual(await asks(tab, LACKS), COLOURS);
    /* Another card: the server hears it, and may ask the same again. */
    const targets = () => tab.evaluate(() => [...document.querySelectorAll("[data-target]")].length);
    const SHOWS = frame(round("turn", 0, "R7", "red"), 3, { moves: [dealt] });
    await asks(tab, SHOWS, SWAPS);
    assert.ok(await targets() > 0);
    await tab.click("[data-do=back]");
    assert.deepEqual(await tab.evaluate(() => window.said), ["colour red", "hand back"]);
    assert.equal(await targets(), 0);
    await asks(tab, SWAPS);
    assert.ok(await targets() > 0);
    assert.match(await asks(tab, STRUCK), /^Did bob hold/);
    /* A new round: the table tells no move of the last one. */
    const earlier = () => tab.evaluate(() => [...document.querySelectorAll(".earlier > span")].map((line) => line.textContent));
    assert.deepEqual((await earlier()).length, 1);
    await asks(tab, NEXT);
    assert.deepEqual(await earlier(), []);
    assert.deepEqual(tab.errors, []);
  } finally {
    await browser.close();
    site.close();
  }
});

/* Returns the cards that cannot be pressed while another one is raised, in hands of that many cards. */
const hidden = (tab, counts) => tab.evaluate((given) => {
  const pressed = (button) => {
    const { left, top, width } = button.getBoundingClientRect();
    for (let y = top + 4; y < innerHeight; y += 6)
      for (let x = left + 2; x < left + width; x += 6) if (button.contains(document.elementFromPoint(x, y))) return true;
    return false;
  };
  document.documentElement.style.setProperty("--fast", "0s"); // a raised card is there at once
  return given.flatMap((one) => {
    window.view.show(one);
    const hand = [...document.querySelectorAll(".hand button")];
    return hand.flatMap((raised, at) => {
      raised.focus({ focusVisible: true });
      return hand.filter((button) => !pressed(button)).map((button) => `${button.dataset.card} behind card ${at} of ${hand.length}`);
    });
  });
}, counts.map((count, at) => ({ ...frame(round("turn", 0, "R9", "red", { round: 1, number: 1 }), at + 1, { moves: [again] }),
                                hand: [...Array(count).keys()].map((n) => ({ card: `${"RBGP"[n % 4]}${n % 10}`, playable: n % 3 === 0 })) })));

test("chromium: on a small phone no raised card hides another one", async () => {
  const site = await serve(process.env.TALON_SITE);
  const browser = await browsers.chromium();
  try {
    const tab = await browser.tab("light");
    await tab.size(320, 640);
    await tab.open(`${site.url}/play?lang=en`);
    await tab.until(() => document.querySelector("[data-do=deal]") !== null);
    await tab.evaluate(async () => {
      const { SeatView } = await import("/site/seat_view.js");
      window.view = new SeatView(document.querySelector("#play"), { act: () => true, leave: () => {} });
    });
    assert.deepEqual(await hidden(tab, [7, 9, 10, 12, 15, 20, 25]), []);
  } finally {
    await browser.close();
    site.close();
  }
});
