/* equal.mjs MODULE PROOF RECORD SET ROUNDS [SEED]: plays rounds that the daemon's engine has recorded (record.c) with the
 * engine of the pages. After every deal and action both must have the same hash, and computer players must choose the
 * same. Some rounds are forged afterwards, and the page must find that. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import assert from "node:assert/strict";

import { loadEngine, toHex } from "../../adapters/web/site/engine.js";
import { Forged, recordOf, recordOfRound, recordText, replay, seedOf, readSetup } from "../../adapters/web/site/transcript.js";

const [module, proofModule, program, set, rounds, seed = "1"] = process.argv.slice(2);
const bytes = await readFile(module);
assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
const engine = await loadEngine(bytes);
const judge = await loadEngine(await readFile(proofModule));
const told = { rounds: 0, actions: 0, choices: 0, forged: 0 };

/* Plays a round as the page does, from the lines that a channel saw. */
function play(round) {
  const record = recordOf(recordText(round.record));
  assert.deepEqual(record, round.record);
  const { show } = replay(engine, record);
  assert.equal(engine.hash(), round.hashes.at(-1));
  show(0);
  round.hashes.forEach((hash, move) => {
    show(move);
    assert.equal(engine.hash(), hash, `after ${record.moves[move - 1]}`);
    for (const { level, dice, nodes, action } of round.choices[move] ?? []) {
      assert.equal(engine.decide(level, dice, nodes), action);
      told.choices++;
    }
  });
  show(round.record.moves.length >> 1); // back to an earlier move
  assert.equal(engine.hash(), round.hashes[round.record.moves.length >> 1]);
}

/* Reads a round from the API's document, with its proof, and without one if a player is hidden. */
function tell({ record, hashes }) {
  assert.deepEqual(recordOfRound({ proof: { lines: recordText(record) } }), record);
  assert.equal(recordOfRound({ proof: null }), null);
  const seed = toHex(seedOf(engine, record, readSetup(engine, record.setup)));
  const setup = record.setup.replaceAll("gu%C3%A9", "a%20player");
  replay(engine, recordOfRound({ proof: null, setup, seed, moves: record.moves.map((move) => `${move}\n`).join("") }));
  assert.equal(engine.hash(), hashes.at(-1));
}

const flip = (digit) => (digit === "0" ? "1" : "0");

/* Changes one thing at a time. The round then cannot be played, or has another hash at the end. */
function forge(round) {
  const { record, hashes } = round;
  const secret = flip(record.secret[0]) + record.secret.slice(1);
  assert.notEqual(judge.prove(recordText(record)).verdict, "proven"); // nothing is proven without the log of the channel
  const differs = (forged) => {
    try {
      replay(engine, forged);
    } catch (error) {
      assert(error instanceof Forged, error);
      return true;
    }
    return engine.hash() !== hashes.at(-1);
  };
  assert(differs({ ...record, secret }));
  assert(differs({ ...record, setup: `${record.setup},cut.gu%C3%A9%200.seven` }));
  assert(differs({ ...record, setup: record.setup.replace(",round.", ",round.0") }));
  assert(differs({ ...record, setup: record.setup.replace("%C3", "%c3") }));
  assert(differs({ ...record, moves: [...record.moves, "P1 draw"] }));
  if (record.moves.length > 0) assert(differs({ ...record, moves: record.moves.slice(0, -1) }));
  told.forged++;
}

const recorder = spawn(program, [set, rounds, seed], { stdio: ["ignore", "pipe", "inherit"] });
const ended = new Promise((resolve) => recorder.on("close", resolve));
let round;
for await (const line of createInterface({ input: recorder.stdout })) {
  const [kind, ...rest] = line.split(" ");
  const text = rest.join(" ");
  if (kind === "t") round = { record: { shuffle: 1, setup: text, secret: "", moves: [] }, hashes: [], choices: [] };
  else if (kind === "s") round.record.secret = text;
  else if (kind === "d") round.hashes.push(text);
  else if (kind === "a") {
    round.hashes.push(rest[0]);
    round.record.moves.push(rest.slice(1).join(" "));
  } else if (kind === "c") {
    const [level, dice, nodes, ...action] = rest;
    (round.choices[round.record.moves.length] ??= []).push(
      { level, dice, nodes: Number(nodes), action: action.join(" ") });
  } else if (kind === "o") {
    play(round);
    if (told.rounds % 20 === 0) forge(round);
    if (told.rounds % 20 === 1) tell(round);
    told.rounds++;
    told.actions += round.record.moves.length;
  }
}
assert.equal(await ended, 0, "the recorder failed");
assert.equal(told.rounds, Number(rounds));
console.log(`${set}: ${told.actions} actions in ${told.rounds} rounds, ${told.choices} choices; forged ${told.forged}`);
