// HTTP breaks in every way that the double can, in the middle of play. Play goes on, and nothing is said twice.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, until } from './harness.mjs';
import { Table } from './players.mjs';
import { checkScores } from './scores.mjs';
import { checkSaid } from './secrecy.mjs';

const ANSWER = 'POST /interactions/{interaction_id}/{interaction_token}/callback';
const BOARD = 'POST /channels/{channel_id}/messages';
const EDIT = 'PATCH /channels/{channel_id}/messages/{message_id}';
const REMOVAL = 'DELETE /channels/{channel_id}/messages/{message_id}';
const TALK = 'POST /users/@me/channels';
const HAND = 'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original';

const WAYS = [
  { status: 500 },
  { status: 502 },
  { status: 500, after: true },
  { drop: true },
  { drop: true, after: true },
  { delay_ms: 1500 },
  { retry_after: 0.3 },
  { retry_after: 0.3, global: true },
  { cloudflare: true, retry_after: 1 },
];

const PLANNED = WAYS.filter((way) => way.retry_after).length; // how many of them are 429s

// Problems that such faults cause themselves: their own statuses, and a second request if the answer to the first
// was lost after the double had carried it out.
const pardon = (judge) =>
  (judge.pardon = (problems) => ({
    ...problems,
    refused: problems.refused.filter(
      (r) =>
        !/planned fault|already been acknowledged|Unknown interaction/.test(r.error) &&
        !(r.route === REMOVAL && r.error === 'Unknown Message')),
    warnings: problems.warnings.filter((w) => w.warnings.some((text) => text !== 'same nonce: no new message')),
    unanswered: [],
    // A planned 429 does not tell the true time of its bucket, so a true 429 may follow it.
    ...(problems.rate_limited <= PLANNED && { rate_limited: 0, invalid_requests: 0 }),
  }));

function breaks(name, route, { options = {}, prepare } = {}) {
  test(name, () =>
    Judge.run(options, async (judge) => {
      pardon(judge);
      const table = new Table(judge, ['alice', 'bob', 'carol']);
      await table.open();
      await table.set('score', 'single_round');
      await prepare?.(table);
      await table.start();
      await table.playOn(async () => {
        for (const way of WAYS) {
          await judge.fault('http', { route, ...way });
          await table.until(`${JSON.stringify(way)} to happen`, () => judge.spent);
          await table.moves(4);
        }
      });
      await table.alone();
      await checkScores(judge, table.opener);
      await checkSaid(judge);
    }));
}

describe('HTTP', { concurrency: 3 }, () => {
  breaks('answers to clicks', ANSWER);
  breaks('the table', BOARD);
  breaks('the table, edited in place', EDIT, { options: { discord: { board: 'edit' } } });
  breaks('tables that are to go', REMOVAL);
  breaks('hands', HAND);

  // In a private talk the hand is a message that the bot edits, like the table. The bot asks for the talk itself
  // only once.
  const inTalks = (table) => Promise.all(table.players.map((p) => p.command('whisper', { way: 'pm' })));
  breaks('hands in private talks', BOARD, { prepare: inTalks });
  test('finding private talks', () =>
    Judge.run({}, async (judge) => {
      pardon(judge);
      const table = new Table(judge, ['alice', 'bob', 'carol']);
      await table.open();
      for (const way of WAYS) await judge.fault('http', { route: TALK, ...way });
      await inTalks(table);
      await table.start();
      await until('all talks', () => judge.spent);
      for (const p of table.players.slice(1)) // the one who pressed Start sees their hand as the answer
        await until(`the hand of ${p.name}`, async () =>
          (await judge.get('view', { user: p.name, dm: true })).some((m) => m.content.includes('[')));
      await table.playOn(() => table.moves(4));
    }));

  test('all that is asked at the start', () =>
    Judge.run({ daemon: false }, async (judge) => {
      pardon(judge);
      for (const route of ['GET /gateway/bot', 'GET /applications/{application_id}/commands', 'PUT /applications/{application_id}/commands'])
        for (const way of [{ status: 500 }, { drop: true }, { drop: true, after: true }, { cloudflare: true, retry_after: 1 }])
          await judge.fault('http', { route, ...way });
      await judge.start();
      const table = new Table(judge, ['alice', 'bob', 'carol']);
      await table.open();
      await table.start();
      await table.playOn(() => table.moves(4));
    }));
});
