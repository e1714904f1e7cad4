// Ten fast people at one table, each with one move a second. That stays within Discord's limits, and every click is
// answered at once.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge } from './harness.mjs';
import { Table } from './players.mjs';
import { checkSaid } from './secrecy.mjs';

const MOVES = 300; // half a minute at ten moves a second; a busy machine takes longer
const AT_ONCE = 300; // ms

test('ten people, ten moves a second', () => {
  const users = Array.from({ length: 10 }, (_, i) => `user${i}`);
  return Judge.run({ users }, async (judge) => {
    const table = new Table(judge, users);
    await table.open('classic');
    await table.set('hand_size', '15');
    await table.start();
    await Promise.all(table.players.map((p) => p.press('My hand')));
    const before = judge.answers().length;
    const began = Date.now();
    await table.playOn(() => table.moves(MOVES), 50);
    const rate = (MOVES * 1000) / (Date.now() - began);
    const answers = judge.answers().slice(before).map(({ ms }) => ms).sort((a, b) => a - b);
    const half = answers[answers.length >> 1];
    console.log(`${rate.toFixed(1)} moves a second; answers after ${half} ms, ${answers.at(-1)} ms at most, of ${answers.length}`);
    assert.deepEqual(table.unanswered, []);
    assert.ok(half < AT_ONCE, `half of the answers take ${half} ms and more`);
    await table.alone();
    await checkSaid(judge);
  });
});
