// The daemon dies in the middle of play and starts again. It resumes its session, and buttons of older messages
// still work.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, LONG, until } from './harness.mjs';
import { Table } from './players.mjs';
import { checkScores } from './scores.mjs';

// A new daemon does not know whether a message was deleted already, so it may delete it again.
const pardon = (judge) =>
  (judge.pardon = (problems) => ({
    ...problems,
    unanswered: [],
    warnings: problems.warnings.filter((w) => w.warnings.some((text) => text !== 'same nonce: no new message')),
    ...(judge.excused && { rate_limited: 0, invalid_requests: 0 }),
    refused: problems.refused.filter(
      (r) =>
        !/Unknown interaction|already been acknowledged/.test(r.error) &&
        !(r.error === 'Unknown Message' && r.route === 'DELETE /channels/{channel_id}/messages/{message_id}')),
  }));

async function sit(judge) {
  pardon(judge);
  const table = new Table(judge, ['alice', 'bob', 'carol']);
  await table.open();
  await table.set('score', 'single_round');
  await table.start();
  return table;
}

describe('the daemon', { concurrency: 2 }, () => {
  for (const signal of ['SIGKILL', 'SIGTERM'])
    test(`ends by ${signal} in the middle of a round`, () =>
      Judge.run({}, async (judge) => {
        const table = await sit(judge);
        for (let i = 0; i < 3; i++) {
          await table.playOn(() => table.moves(5));
          await judge.restart(signal);
        }
        await table.playOn(() => table.moves(5));
        const log = await judge.log('gateway');
        assert.equal(log.filter((e) => e.op === 2).length, 1, 'it identified anew');
        assert.equal(log.filter((e) => e.event === 'resumed').length, 3);
        // A daemon that ends in order closes the connection, with a code that keeps the session alive.
        const goodbyes = log.filter((e) => e.event === 'closed').map((e) => e.code);
        assert.equal(goodbyes.length, 3);
        for (const code of goodbyes) assert.equal(code === 1006, signal === 'SIGKILL', `closed by ${code}`);
        await table.alone();
        await checkScores(judge, table.opener);
      }));

  for (const signal of ['SIGKILL', 'SIGTERM'])
    test(`ends by ${signal} before it knows whether its table stands`, () =>
      Judge.run({}, async (judge) => {
        const table = await sit(judge);
        await table.playOn(() => table.moves(5));
        await table.alone();
        const unanswered = { route: 'POST /channels/{channel_id}/messages', drop: true, after: true, times: 1e6 };
        await judge.fault('http', unanswered);
        await table.playOn(() => until('a second table', async () => (await table.opener.look()).boards.length > 1));
        await judge.stop(signal);
        judge.heal();
        await judge.start();
        await table.playOn(() => table.moves(5));
        await table.alone();
      }));

  for (const signal of ['SIGKILL', 'SIGTERM'])
    test(`ends by ${signal} before a table that was opened is shown`, () =>
      Judge.run({}, async (judge) => {
        pardon(judge);
        const table = new Table(judge, ['alice', 'bob']);
        await judge.fault('http', { route: 'POST /channels/{channel_id}/messages', drop: true, times: 1e6 });
        const opened = await table.opener.command('uno', { rules: 'classic' });
        assert.equal(opened.state, 'acknowledged');
        await judge.stop(signal);
        assert.equal((await table.opener.look()).boards.length, 0);
        judge.heal();
        await judge.start();
        await table.join();
        await table.start();
        await table.playOn(() => table.moves(3));
        await table.alone();
      }));

  // Judge.close() checks that the daemon ends by itself with status 0.
  test('ends by SIGTERM though nothing answers', () =>
    Judge.run({}, async (judge) => {
      const table = await sit(judge);
      await table.playOn(() => table.moves(5));
      await judge.fault('gateway', { action: 'freeze' });
      await judge.fault('http', { times: 100, delay_ms: 2 * LONG });
      await table.opener.command('table', {}, { wait: 0 });
    }));

  test('old buttons work after it, and what was clicked meanwhile is done once', () =>
    Judge.run({}, async (judge) => {
      const table = await sit(judge);
      await Promise.all(table.players.map((p) => p.press('My hand')));
      const mover = await until('whose turn it is', async () => {
        for (const p of table.players) {
          const { hand } = await p.look();
          if (hand && p.words.turn.test(hand.content)) return { p, hand };
        }
      });
      await judge.stop('SIGKILL');
      const draw = mover.hand.buttons.find((b) => b.label === 'Draw');
      const clicks = [1, 2].map(() =>
        judge.post('click', { user: mover.p.name, message: mover.hand.id, button: draw.custom_id, wait: 0 }));
      await Promise.all(clicks);
      await judge.start();
      const board = await table.says(new RegExp(`${mover.p.name} draws 1 card`));
      assert.equal(board.content.match(/ draws 1 card/g).length, 1, 'drawn twice');
      await table.opener.press('My hand');
      await table.playOn(() => table.moves(5));
    }));
});
