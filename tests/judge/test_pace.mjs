// Ten fast people at one table: each of them as often as once a second. Discord's limits carry it, and
// every click is answered at once.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, sleep, until } from './harness.mjs';
import { Table } from './players.mjs';
import { checkSaid } from './secrecy.mjs';

const SECONDS = 30;

test('ten people, ten moves a second', () => {
  const users = Array.from({ length: 10 }, (_, i) => `user${i}`);
  return Judge.run({ users, ackMs: 3000 }, async (judge) => {
    const table = new Table(judge, users);
    await table.open('classic');
    await table.set('hand_size', '15');
    await table.start();
    await Promise.all(table.players.map((p) => p.press('My hand')));
    for (const p of table.players) p.acks.length = 0;
    const began = table.moved;
    await table.playOn(() => sleep(SECONDS * 1000), 50);
    const rate = (table.moved - began) / SECONDS;
    const acks = table.acks.sort((a, b) => a - b);
    const [half, most] = [acks[acks.length >> 1], acks.at(-1)];
    console.log(`${rate.toFixed(1)} moves a second; answers after ${half} ms, ${most} ms at most, of ${acks.length}`);
    assert.deepEqual(table.unanswered, []);
    assert.ok(most < 3000);
    await until('one table alone', async () => (await table.opener.look()).boards.length === 1);
    await checkSaid(judge);
  });
});
