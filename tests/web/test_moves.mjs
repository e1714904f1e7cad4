/* The words for moves (adapters/web/site/moves.js), without a browser. Lines begin with a capital, and names stay as
 * they are. */
import test from "node:test";
import assert from "node:assert/strict";

import { briefWords, moveWords } from "../../adapters/web/site/moves.js";

globalThis.document = { documentElement: { lang: "en" } }; // the language of the words

const played = (seat, face) => ({ kind: "played", seat, face, colour: "none", count: 0 });
const drew = (seat, count) => ({ kind: "drew", seat, count });
const turned = (face) => ({ kind: "turned", seat: null, face, count: 1 });

test("names stay as they are, and all else begins with a capital", () => {
  const table = { names: ["bob", "y", "alice", "élan"], own: null };
  for (const [events, words] of [
    [[drew(0, 1)], "bob draws 1 card"],
    [[played(2, "R2")], "alice: red 2"],
    [[played(3, "R2")], "élan: red 2"],
    [[played(1, "Y7")], "y: yellow 7"],
    [[turned("Y7")], "Yellow 7 is turned up and does not count"], // with a capital, although the name "y" begins like it
    [[{ kind: "uno", seat: 0 }], "UNO!"],
    [[{ kind: "caught", seat: 0, other: 2 }], "alice catches bob without UNO"],
    [[{ kind: "reversed", seat: null, count: 1 }], "Clockwise now"],
  ]) assert.equal(moveWords(events, table), words);
  assert.equal(moveWords([drew(0, 2)], { ...table, own: 0 }), "You draw 2 cards");
});

test("whoever loses the turn is named, with or without cards to draw", () => {
  const table = { names: ["bob", "alice"], own: null };
  const lost = (seat) => ({ kind: "lost-turn", seat });
  const mine = { ...table, own: 0 };
  assert.equal(moveWords([played(1, "Rskip"), lost(0)], table), "alice: red skip, bob loses the turn");
  assert.equal(moveWords([played(1, "R+2"), drew(0, 2), lost(0)], table), "alice: red +2, bob draws 2 and loses the turn");
  assert.equal(moveWords([played(1, "R+2"), { ...drew(0, 2), cards: ["R1", "W"] }, lost(0)], mine), "alice: red +2, you draw 2 and lose the turn (red 1, wild)");
  assert.equal(moveWords([{ kind: "accepted", seat: 0 }, drew(0, 4), lost(0)], mine), "You accept, you draw 4 and lose the turn");
  assert.equal(moveWords([played(1, "R+2"), drew(0, 2)], table), "alice: red +2, bob draws 2");
  assert.equal(moveWords([played(0, "R2")], { ...table, own: 0 }), "You: red 2");
});

test("a short line says who, which card and whom it hit", () => {
  const table = { names: ["bob", "alice", "cid"], own: null };
  const lost = (seat) => ({ kind: "lost-turn", seat });
  for (const [events, words] of [
    [[played(1, "R2")], "alice: red 2"],
    [[played(1, "Rskip"), lost(0)], "alice: red skip → bob"],
    [[played(1, "R+2"), drew(0, 2), lost(0)], "alice: red +2 → bob"],
    [[{ ...played(1, "W4"), colour: "red" }, drew(0, 4), lost(0)], "alice: red wild +4 → bob"],
    [[played(1, "Rrev"), { kind: "reversed", seat: null, count: 0 }], "alice: red reverse"],
    [[played(1, "R7"), { kind: "swapped", seat: 1, other: 0 }], "alice: red 7, alice swaps hands with bob"],
    [[drew(0, 1), { kind: "kept", seat: 0 }], "bob draws 1 card"],
    [[{ kind: "accepted", seat: 0 }, drew(0, 4), lost(0)], "bob draws 4 and loses the turn"],
    [[{ kind: "challenged", seat: 0, other: 1, count: 1 }, drew(1, 4)], "bob challenges alice, who was bluffing"],
    [[], ""],
  ]) assert.equal(briefWords(events, table), words);
  assert.equal(briefWords([played(1, "R+2"), drew(0, 2)], { ...table, own: 0 }), "alice: red +2 → You");
});
