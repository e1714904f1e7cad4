/* at_table.mjs: plays at the table of a page (adapters/web/site/board.js), by mouse, touch or keys. */
import assert from "node:assert/strict";

export const MOVES_MAX = 600; // of the test's player, in one round

/* What the player does next, the first of these that is there: answer a question, say UNO, play a card, press a
 * button. */
const ORDER = [".question button", ".choose", ".acts .uno[aria-pressed=false]", ".hand .playable",
               ...["accept", "keep", "draw", "pass", "uno"].map((name) => `.acts [data-do=${name}]:not(:disabled)`)];

export const next = (tab) => tab.evaluate((order) => order.find((selector) => document.querySelector(selector) !== null), ORDER);

/* Returns a point of the next thing to press where nothing covers it. null: the thing is gone, or others have ended the
 * round. */
const spot = (tab) => tab.evaluate((order) => {
  const found = document.querySelector(order.find((selector) => document.querySelector(selector) !== null) ?? "none");
  if (found === null || document.querySelector(".over") !== null) return null;
  const { left, top, width, height } = found.getBoundingClientRect();
  for (let down = 0.1; down < 1; down += 0.1)
    for (let along = 0.1; along < 1; along += 0.1) {
      const [x, y] = [Math.round(left + along * width), Math.round(top + down * height)]; // drivers press whole pixels
      if (found.contains(document.elementFromPoint(x, y))) return { x, y };
    }
  throw new Error(`${found.outerHTML} is covered`);
}, ORDER);

export async function byMouse(tab) {
  const at = await spot(tab);
  if (at !== null) await tab.page.mouse.click(at.x, at.y);
}

export async function byTouch(tab) {
  const at = await spot(tab);
  if (at !== null) await tab.page.touchscreen.tap(at.x, at.y);
}

const KEYS = { accept: "a", keep: "k", draw: "d", pass: "p", uno: "u" };

/* Plays by keys only: letters for buttons of the bar, digits for seats, Tab to reach the hand, arrows within it. */
export async function byKeys(tab) {
  const wanted = await next(tab);
  const answer = Object.keys(KEYS).find((name) => wanted.includes(`[data-do=${name}]`));
  if (wanted === ".choose") await tab.press("1");
  else if (wanted.includes(".uno")) await tab.press("u");
  else if (answer) await tab.press(KEYS[answer]);
  else {
    const place = wanted === ".question button" ? ".question" : ".hand";
    const way = () => tab.evaluate((one) => {
      const aim = document.querySelector(one);
      const order = document.activeElement.compareDocumentPosition(aim);
      return aim.contains(document.activeElement) ? "" : order & Node.DOCUMENT_POSITION_PRECEDING ? "back" : "forth";
    }, place);
    for (let to = await way(), steps = 0; to !== ""; to = await way(), steps++) {
      assert.ok(steps < 30, `Tab never comes to ${place}`);
      await (to === "back" ? tab.pressShift("Tab") : tab.press("Tab"));
    }
    for (let steps = 0; !(await tab.evaluate((one) => document.activeElement.matches(one), wanted)); steps++) {
      assert.ok(steps < 40, `the arrows never come to ${wanted}`);
      await tab.press("ArrowRight");
    }
    await tab.press("Enter");
  }
}

/* A text that changes after each action: move number, question, choices, pressed buttons, refusal. */
export const state = (tab) => tab.evaluate(() => [
  document.querySelector(".board").dataset.seq, document.querySelector(".question")?.textContent ?? "",
  document.querySelectorAll(".choose").length, document.querySelectorAll(".acts [aria-pressed=true]").length,
  document.querySelector(".alert").textContent].join("|"));

export const isOver = (tab) => tab.evaluate(() => document.querySelector(".over") !== null);

/* Waits until it is our turn and we can do something, or until the round is over. `own`: our seat. */
export const ours = (tab, own = 0) => tab.until((seat) => document.querySelector(".over") !== null ||
  (document.querySelector(".board")?.dataset.turn === String(seat) &&
   document.querySelector(".question button, .choose, .hand .playable, .acts button:not(:disabled)") !== null), own);

/* Makes one move. `races`: others may move at the same time, so ours may be refused as too late, or the round may end. */
export async function turn(tab, press, races = false) {
  const before = await state(tab);
  await press(tab);
  await tab.until((old) => document.querySelector(".over") !== null ||
    [document.querySelector(".board").dataset.seq, document.querySelector(".question")?.textContent ?? "",
    document.querySelectorAll(".choose").length, document.querySelectorAll(".acts [aria-pressed=true]").length,
    document.querySelector(".alert").textContent].join("|") !== old, before);
  if (!races) assert.equal(await tab.text(".alert"), "", "a move was refused");
}

/* Plays the round to its end. `seen(tab)` is called before each of our moves. */
export async function round(tab, press, seen, races) {
  for (let moves = 0; moves < MOVES_MAX; moves++) {
    await ours(tab);
    if (await isOver(tab)) return moves;
    await seen?.(tab);
    await turn(tab, press, races);
  }
  return assert.fail("a round without end");
}
