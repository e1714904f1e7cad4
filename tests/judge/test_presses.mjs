// Discord accepts no answers for a while. Everybody who pressed meanwhile is answered late, or told afterwards.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, until } from './harness.mjs';
import { Table } from './players.mjs';

const ANSWER = 'POST /interactions/{interaction_id}/{interaction_token}/callback';
const PEOPLE = ['alice', 'bob', 'carol'];
const LOST = /the answer to what you did got lost/;

const pardon = (judge, planned) =>
  (judge.pardon = (problems) => ({
    ...problems,
    refused: problems.refused.filter((r) => !/planned fault|Unknown interaction/.test(r.error)),
    unanswered: [],
    late: [],
    ...(problems.rate_limited <= planned && { rate_limited: 0, invalid_requests: 0 }),
  }));

async function sit(judge) {
  const table = new Table(judge, PEOPLE);
  await table.open();
  await table.set('score', 'single_round');
  await table.start();
  return table;
}

const told = async (player) => (await player.view()).filter((m) => m.audience === 'public' && LOST.test(m.content));

describe('presses', { concurrency: 2 }, () => {
  test('a limit for all and five errors', () =>
    Judge.run({}, async (judge) => {
      pardon(judge, 1);
      const table = await sit(judge);
      await judge.fault('http', { route: ANSWER, retry_after: 5, global: true });
      await judge.fault('http', { route: ANSWER, status: 503, times: 5 });
      const presses = await Promise.all(
        table.players.flatMap((p) => [1, 2, 3, 4, 5].map(async () => ({ p, outcome: await p.press('My hand') }))),
      );
      assert.equal(presses.length, 15);
      assert.ok(judge.spent);
      for (const { p, outcome } of presses)
        if (outcome.state !== 'acknowledged')
          await until(`${p.name} to be told`, async () => (await told(p)).some((m) => m.content.includes(p.name)));
    }));

  test('none is taken: the channel is told whose', () =>
    Judge.run({}, async (judge) => {
      pardon(judge, 0);
      const table = await sit(judge);
      const [alice, bob, carol] = table.players;
      await judge.fault('http', { route: ANSWER, status: 503, times: 1000 });
      const outcomes = await Promise.all([bob, carol].map((p) => p.command('rules')));
      for (const { state } of outcomes) assert.equal(state, 'failed');
      judge.heal();
      for (const p of [bob, carol])
        await until(`${p.name} to be told`, async () => (await told(alice)).some((m) => m.content.includes(p.name)));
      await bob.press('My hand');
      await until('the hand', async () => (await bob.look()).hand);
    }));
});
