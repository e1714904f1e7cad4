// The gateway breaks in every way that the double can, in the middle of play. Play goes on, by RESUME if the
// session still exists.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { ANSWER, Judge, LONG, until } from './harness.mjs';
import { Table } from './players.mjs';
import { checkScores } from './scores.mjs';
import { checkSaid } from './secrecy.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];

// While nothing reaches the bot, clicks may stay unanswered, or be too old when it gets them. No other problem is
// allowed.
const pardonSilence = (judge, more) =>
  (judge.pardon = (problems) => ({
    ...problems,
    ...more,
    unanswered: [],
    late: [],
    refused: problems.refused.filter((r) => r.error !== 'Unknown interaction'),
  }));

async function sit(judge, options) {
  const table = new Table(judge, PEOPLE, options);
  await table.open();
  await table.set('score', 'single_round');
  await table.start();
  return table;
}

const events = async (judge, event) => (await judge.log('gateway')).filter((e) => e.event === event);

// Makes each fault in turn, between moves. `resumes`: the session must survive.
function breaks(name, faults, { options = {}, resumes, silent, pardoned = {} }) {
  test(name, () =>
    Judge.run({ ...(silent && { ackMs: ANSWER }), ...options }, async (judge) => {
      if (silent) pardonSilence(judge, pardoned);
      const table = await sit(judge);
      await table.playOn(async () => {
        for (const fault of faults) {
          await table.moves(4);
          const before = (await events(judge, 'resumed')).length;
          for (const one of [fault].flat()) await judge.fault('gateway', one);
          const resumed = async () => (await events(judge, 'resumed')).length > before;
          if (resumes) await until(`a RESUME after ${JSON.stringify(fault)}`, resumed, 2 * LONG);
          await table.moves(4);
        }
      });
      if (resumes) {
        assert.equal((await judge.log('gateway')).filter((e) => e.op === 2).length, 1, 'it identified anew');
        for (const e of await events(judge, 'resumed')) assert.ok(e.onResumeUrl, 'resumed at the wrong address');
      }
      await checkScores(judge, table.opener);
      await checkSaid(judge);
    }));
}

describe('the gateway', { concurrency: 3 }, () => {
  // This one comes first, because the bot has to wait up to a minute after it.
  breaks('is closed since too much was sent', [{ action: 'close', code: 4008 }], { resumes: true, silent: true });
  breaks(
    'is dropped, closed, told to reconnect',
    [
      { action: 'drop' },
      { action: 'close', code: 4000 },
      { action: 'close', code: 1000 },
      { action: 'close', code: 1001 },
      { action: 'reconnect' },
      { action: 'invalid_session', resumable: true },
      [{ action: 'refuse', when: 'connect', status: 502 }, { action: 'drop' }],
    ],
    { resumes: true, silent: true },
  );
  breaks(
    'is closed by a code that lets the session live',
    [4001, 4002, 4003, 4005].map((code) => ({ action: 'close', code })),
    { resumes: true, silent: true },
  );
  breaks(
    'loses the session',
    [
      { action: 'close', code: 4007 },
      { action: 'close', code: 4009 },
      { action: 'invalid_session', resumable: false },
      [{ action: 'expire_session' }, { action: 'drop' }],
    ],
    { silent: true },
  );
  breaks(
    'falls silent',
    [{ action: 'stop_acks' }, { action: 'freeze' }, { action: 'request_heartbeat' }],
    { options: { heartbeatMs: 800 }, silent: true },
  );
  breaks(
    'comes in pieces',
    [{ action: 'fragment', bytes: 1 }, { action: 'fragment', bytes: 125 }, { action: 'fragment', bytes: 0 }],
    {},
  );
  breaks('says nothing at a connect', [[{ action: 'silence', when: 'connect' }, { action: 'drop' }]], { silent: true });
  // Heartbeats may be out of sequence here: the double counts by the session that it has not resumed yet.
  breaks('says nothing at a resume', [[{ action: 'silence', when: 'resume' }, { action: 'drop' }]], {
    silent: true,
    pardoned: { heartbeats_out_of_sequence: 0 },
  });
  breaks(
    'says nothing at an identify',
    [[{ action: 'silence', when: 'identify' }, { action: 'invalid_session', resumable: false }]],
    { silent: true },
  );

  // The daemon ends, because it has no other network.
  for (const [code, why] of [[4004, /token/], [4010, /shard/], [4011, /shard/], [4012, /version/], [4013, /intents/], [4014, /intents/]])
    test(`shuts it out by ${code}`, () =>
      Judge.run({}, async (judge) => {
        await judge.fault('gateway', { action: 'close', code });
        await judge.gone();
        assert.match(judge.said(), new RegExp(`error: network test has ended: .*${why.source}`));
      }));
});
