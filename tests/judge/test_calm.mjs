// How much a table disturbs others: who is pinged, when a new message comes, and that only the person who asks a
// question sees the answer.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, sleep, until } from './harness.mjs';
import { Player, Table } from './players.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];
// These fields are there only if somebody has played a wild +4.
const BLUFFS = ['Défis de blanches +4 gagnés', 'Bluffs réussis'];
const QUESTIONS = [['table'], ['order'], ['score'], ['top'], ['stats'], ['rules'], ['rules', { rules: 'web' }], ['set'], ['help'], ['pings']];

const isPost = (e) => e.method === 'POST' && /\/channels\/\d+\/messages$/.test(e.path) && e.status < 300;
const posts = (judge) => judge.log('rest').then((log) => log.filter(isPost));
const pinged = (e) => (e.body?.allowed_mentions ?? e.body?.payload_json?.allowed_mentions)?.users ?? [];

async function sit(judge, options) {
  const table = new Table(judge, PEOPLE, options);
  await table.open();
  await table.set('score', 'single_round');
  await table.start();
  return table;
}

async function ask(judge, player, [name, options]) {
  const before = (await posts(judge)).length;
  const outcome = await player.command(name, options ?? {});
  assert.equal(outcome.state, 'acknowledged', name);
  if (outcome.message) assert.equal(outcome.message.audience, `ephemeral to ${player.name}`, name);
  assert.equal((await posts(judge)).length, before, `/${name} made a message of the channel`);
}

// They play on. The table stays in the same message, and pings nobody.
async function stays(judge, table) {
  const { id } = (await table.opener.look()).board;
  const before = (await posts(judge)).length;
  await table.start();
  await table.playOn(() => table.moves(12));
  assert.deepEqual((await posts(judge)).slice(before), []);
  assert.equal((await table.opener.look()).board.id, id);
  const edits = (await judge.log('rest')).filter((e) => e.method === 'PATCH' && e.path.endsWith(id));
  assert.ok(edits.length > 3);
  for (const e of edits) assert.deepEqual(pinged(e), []);
}

describe('calm', { concurrency: 3 }, () => {
  test('questions are answered to who asked', () =>
    Judge.run({}, async (judge) => {
      const table = new Table(judge, PEOPLE.slice(0, 2));
      await table.open();
      const [alice, bob] = table.players;
      const carol = new Player(judge, 'carol', 'games');
      for (const question of QUESTIONS) await ask(judge, question.length % 2 ? bob : alice, question);
      await table.start();
      for (const question of QUESTIONS.slice(0, 6)) for (const p of [alice, carol]) await ask(judge, p, question);
    }));

  test('a ping a turn, never for who has just pressed', () =>
    Judge.run({}, async (judge) => {
      const table = await sit(judge);
      await table.playOn(() => table.moves(40));
      const log = await judge.log('rest');
      const names = new Map();
      for (const name of PEOPLE) names.set(await judge.userId(name), name);
      const calls = log.filter((e) => isPost(e) && pinged(e).length);
      assert.ok(calls.length > 1, `${calls.length} calls`); // few, because players this fast move before most pings
      for (const e of calls) assert.equal(pinged(e).length, 1);
      // If one person is pinged twice in a row, somebody else had the turn between, and pressed something before
      // they could be pinged.
      const pressed = (from, till, but) => [...judge.world.interactions.values()].some((p) =>
        names.has(p.userId) && p.userId !== but && p.created >= from && p.created <= till);
      for (let i = 1; i < calls.length; i++) {
        const [last, next] = [calls[i - 1], calls[i]];
        const who = pinged(next)[0];
        if (pinged(last)[0] === who)
          assert.ok(pressed(Date.parse(last.at), Date.parse(next.at), who), `${names.get(who)} twice: ${JSON.stringify(next.body)}`);
      }
      const edits = log.filter((e) => e.method === 'PATCH' && /\/channels\/\d+\/messages\//.test(e.path));
      for (const e of edits) assert.deepEqual(pinged(e), []);
    }));

  test('/pings off: nobody is woken, and the table stays where it is', () =>
    Judge.run({}, async (judge) => {
      const table = new Table(judge, PEOPLE);
      await table.open();
      for (const p of table.players) await p.command('pings', { state: 'off' });
      await stays(judge, table);
    }));

  test('/set board edit: the table stays where it is, and nobody is woken', () =>
    Judge.run({}, async (judge) => {
      const table = new Table(judge, PEOPLE);
      await table.open();
      await table.opener.command('set', { name: 'board', value: 'edit' });
      await stays(judge, table);
    }));

  test('leaving asks once more', () =>
    Judge.run({}, async (judge) => {
      const table = await sit(judge);
      const bob = table.players[1];
      await bob.press('Leave');
      await until('the question', async () => /Leave in mid-round/.test((await bob.look()).panel?.content ?? ''));
      await bob.click((await bob.look()).panel, 'Stay');
      await bob.press('Leave');
      await until('the question', async () => (await bob.look()).panel?.buttons.some((b) => b.label === 'Leave the table'));
      await bob.click((await bob.look()).panel, 'Leave the table');
      await table.says(/bob leaves the table/);
    }));

  // Leaderboard and profile show numbers in fields, without sentences. The next message of the table has no fields.
  test('the best and what one has reached stand in fields', () =>
    Judge.run({}, async (judge) => {
      await judge.post('users', { name: 'bob', locale: 'fr' });
      const table = new Table(judge, PEOPLE.slice(0, 2), { locales: { bob: 'fr' } });
      await table.open();
      await table.set('score', 'single_round');
      await table.start();
      await table.play();
      const [alice, bob] = table.players;
      const show = async (player, name, options = {}) => {
        let seen;
        // Players this fast may have to wait before the bot answers their questions.
        await until('an answer that is no refusal', async () => {
          const { message } = await player.command(name, options);
          seen = (await player.view()).find((m) => m.id === message.id);
          if (!seen.content.startsWith('You type faster')) return true;
          await sleep(3000);
          return false;
        });
        assert.equal(seen.audience, `ephemeral to ${player.name}`);
        assert.equal(seen.pinged, false);
        assert.equal(seen.embeds.length, 1, JSON.stringify(seen));
        assert.doesNotMatch(seen.content, /points/i);
        return seen.embeds[0];
      };
      const best = await show(alice, 'top');
      assert.equal(best.title, 'Best of all time, this channel');
      assert.equal(best.fields.length, 1);
      const lines = best.fields[0].value.split('\n');
      const columns = lines.map((line) => line.indexOf('` '));
      assert.deepEqual(lines.map((line) => line.slice(columns[0] + 2)).sort(), ['alice', 'bob']);
      assert.equal(columns[0], columns[1]);
      // No figure is there twice: all points are from today, and one set was played.
      const winner = lines[0].slice(columns[0] + 2);
      const profile = await show(bob, 'stats', { player: winner });
      assert.equal(profile.title, winner);
      assert.deepEqual(profile.fields.map((f) => [f.name, f.inline]),
        ['Rang ici', 'Manches gagnées', 'Parties gagnées', 'Points en tout', 'Cote',
          'Plus longue série (en cours)', 'Victoire la plus rapide (tours, temps)',
          'Plus grande main qui a gagné', ...BLUFFS.filter((name) => profile.fields.some((f) => f.name === name)), 'Succès']
          .map((n) => [n, true]));
      await alice.press('Rematch');
      await until('cards', async () => (await alice.view()).some((m) => /Turn: /.test(m.content)));
      const { message } = await alice.command('hand');
      assert.deepEqual((await alice.view()).find((m) => m.id === message.id).embeds, []);
    }));

  test('a private talk needs one press', () =>
    Judge.run({}, async (judge) => {
      const alice = new Player(judge, 'alice', 'dm');
      await alice.command('uno');
      await alice.press('Start');
      await until('a round', async () => (await alice.look()).boards.some((m) => /Turn: /.test(m.content)));
    }));
});
