// HTTP breaks in every way that the double knows, in the middle of play: play goes on, and each thing
// is said once.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, until } from './harness.mjs';
import { Table } from './players.mjs';
import { checkSaid } from './secrecy.mjs';

const ANSWER = 'POST /interactions/{interaction_id}/{interaction_token}/callback';
const BOARD = 'POST /channels/{channel_id}/messages';
const HAND = 'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original';

const WAYS = [
  { status: 500 },
  { status: 502 },
  { drop: true },
  { drop: true, after: true },
  { delay_ms: 1500 },
  { retry_after: 0.3 },
  { retry_after: 0.3, global: true },
  { cloudflare: true, retry_after: 1 },
];

// What such faults provoke themselves: their own statuses, and a second answer where the first one had
// arrived though its own answer was lost.
const pardon = (judge) =>
  (judge.pardon = (problems) => ({
    ...problems,
    refused: problems.refused.filter((r) => !/planned fault|already been acknowledged|Unknown interaction/.test(r.error)),
    unanswered: [],
  }));

function breaks(name, route) {
  test(name, () =>
    Judge.run({}, async (judge) => {
      pardon(judge);
      const table = new Table(judge, ['alice', 'bob', 'carol']);
      await table.open();
      await table.set('score', 'single_round');
      await table.start();
      await table.playOn(async () => {
        for (const way of WAYS) {
          await judge.fault('http', { route, ...way });
          await table.moves(4);
        }
      });
      await until('one table alone', async () => (await table.opener.look()).boards.length === 1);
      await checkSaid(judge);
    }));
}

describe('HTTP', { concurrency: 3 }, () => {
  breaks('answers to clicks', ANSWER);
  breaks('the table', BOARD);
  breaks('hands', HAND);

  test('no right to write, and the right again', () =>
    Judge.run({}, async (judge) => {
      judge.pardon = (problems) => ({
        ...problems,
        refused: problems.refused.filter((r) => r.error !== 'Missing Access' && r.error !== 'Missing Permissions'),
        invalid_requests: 0,
        unanswered: [],
      });
      const table = new Table(judge, ['alice', 'bob', 'carol']);
      await table.open();
      await table.set('score', 'single_round');
      await table.start();
      await table.playOn(async () => {
        await table.moves(4);
        await judge.post('channels', { name: 'games', bot_permissions: 0 });
        await until('the refusal', async () => (await judge.problems()).refused.length > 0);
        await judge.post('channels', { name: 'games', bot_permissions: '2248473465835073' });
        await table.opener.command('table');
        await table.moves(6);
      });
      assert.ok((await judge.problems()).refused.length < 5, 'it does not insist');
    }));
});
