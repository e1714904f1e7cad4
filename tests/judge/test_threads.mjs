// Tables in a thread of their own (`threads = on`), and the faults that can happen to such a thread.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, until } from './harness.mjs';
import { Table } from './players.mjs';
import { checkScores } from './scores.mjs';
import { checkSaid, checkSeen } from './secrecy.mjs';

const MAY_BEGIN = 1n << 35n;
const MAY_WRITE = 1n << 38n;
const options = { discord: { threads: 'on' } };

const threadsOf = (judge) => [...judge.world.channels.values()].filter((c) => c.parentId);
const deny = (channel, right) => (channel.botPermissions = String(BigInt(channel.botPermissions) & ~right));
const move = (table, channel) => table.players.forEach((p) => (p.where.channel = channel));

const saidIn = async (judge, channel) =>
  (await judge.get('view', { user: 'bob', channel })).filter((m) => m.author === 'bot' && m.audience === 'public');
const boardIn = (judge, channel, ms) =>
  until('the table', async () => (await saidIn(judge, channel)).some((m) => m.buttons.length > 0), ms);

// Opens a table of three in the channel. The players look for it in the thread that it opens.
async function open(judge, { threads = 1 } = {}) {
  const table = new Table(judge, ['alice', 'bob', 'carol'], { place: 'games' });
  await table.opener.command('uno', { rules: 'classic' });
  const thread = await until('a thread', () => threadsOf(judge)[threads - 1]);
  move(table, thread.id);
  await boardIn(judge, thread.id); // earlier the bot does not know which table the thread belongs to
  await table.opener.command('set', { name: 'proofs', value: 'text' }); // checkScores() tells rounds apart by their proofs
  await table.join();
  return { table, thread };
}

async function begin(judge) {
  const { table, thread } = await open(judge);
  await table.set('score', 'single_round');
  await table.start();
  return { table, thread };
}

// Allows the refusals that the test has provoked.
const pardon = (judge, wanted) =>
  (judge.pardon = (problems) => ({
    ...problems,
    refused: problems.refused.filter((r) => !wanted.test(r.error)),
    ...(judge.excused && { rate_limited: 0 }),
    invalid_requests: Math.max(0, problems.invalid_requests - 3),
  }));

describe('threads', { concurrency: 3 }, () => {
  test('a match from its opening to its result, and another', () =>
    Judge.run(options, async (judge) => {
      const { table, thread } = await begin(judge);
      await table.play();
      assert.equal(threadsOf(judge).length, 1);
      const beside = await saidIn(judge, 'games');
      assert.equal(beside.length, 1); // only the answer to the command
      assert.equal(beside[0].buttons.length, 0);
      assert.ok(beside[0].content.includes(`<#${thread.id}>`), beside[0].content);
      assert.equal(thread.name, 'alice · classic');
      await checkSeen(table.players);
      await checkSaid(judge);
      await checkScores(judge, table.opener);
      await table.alone();
      await table.opener.command('stop');
      await until('the end of the table', async () =>
        (await saidIn(judge, thread.id)).some((m) => m.content.includes('The table is closed.')));
      await until('the archive', () => thread.archived);
      const next = await open(judge, { threads: 2 });
      await next.table.start();
      await next.table.playOn(() => next.table.moves(4));
    }));

  test('none may be begun: the channel has the table', () =>
    Judge.run(options, async (judge) => {
      pardon(judge, /Missing Permissions/);
      deny(judge.world.channel('games'), MAY_BEGIN);
      const table = new Table(judge, ['alice', 'bob', 'carol']);
      await table.open();
      await table.set('score', 'single_round');
      await table.start();
      await table.play();
      await table.alone();
      await checkSaid(judge);
    }));

  test('it may not be written in any more: the channel has the table', () =>
    Judge.run(options, async (judge) => {
      pardon(judge, /Missing Permissions/);
      const { table, thread } = await begin(judge);
      await table.playOn(() => table.moves(6));
      deny(thread, MAY_WRITE);
      await table.opener.command('table');
      // The channel already has the answer to the command that opened the table, but without buttons. The table itself
      // comes with the reminder of a turn at the latest.
      await boardIn(judge, 'games', 90000);
      move(table, 'games');
      await table.play();
      await table.alone();
      await checkScores(judge, table.opener);
    }));

  test('it is deleted: the table opens another', () =>
    Judge.run(options, async (judge) => {
      pardon(judge, /Unknown (Channel|Message)/);
      const { table, thread } = await begin(judge);
      await table.playOn(() => table.moves(6));
      judge.deleteChannel(thread.id);
      move(table, 'games');
      await table.opener.command('table');
      const next = await until('another thread', () => threadsOf(judge)[0]);
      move(table, next.id);
      await table.play();
      await checkScores(judge, table.opener);
    }));

  for (const signal of [null, 'SIGKILL'])
    test(`it is archived in the middle${signal ? ', and the daemon dies' : ''}: it goes on there`, () =>
      Judge.run(options, async (judge) => {
        const { table, thread } = await begin(judge);
        await table.playOn(() => table.moves(6));
        if (signal) {
          pardon(judge, /Unknown interaction|already been acknowledged/);
          await judge.restart(signal);
        }
        thread.archived = true;
        await table.play();
        assert.equal(thread.archived, false, 'nothing woke it');
        assert.equal(threadsOf(judge).length, 1);
        await checkScores(judge, table.opener);
      }));
});
