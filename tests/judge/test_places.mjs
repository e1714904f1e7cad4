// Many tables, two languages, private talks, and places and messages that go away.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { freePort } from '../real/port.mjs';
import { Judge, LONG, until } from './harness.mjs';
import { Player, Table, WORDS, plain } from './players.mjs';
import { checkSaid, checkSeen, told } from './secrecy.mjs';

async function sit(judge, names, options) {
  const table = new Table(judge, names, options);
  await table.open();
  await table.start();
  return table;
}

describe('places', { concurrency: 3 }, () => {
  test('ten tables in two guilds at once', () => {
    const users = Array.from({ length: 20 }, (_, i) => `user${i}`);
    return Judge.run({ users }, async (judge) => {
      const other = judge.addGuild('other guild', [], users);
      for (let i = 0; i < 10; i++) judge.addChannel(`room${i}`, i % 2 ? other : undefined);
      const tables = await Promise.all(
        users.slice(0, 10).map((name, i) => sit(judge, [name, users[10 + i]], { place: `room${i}` })));
      await Promise.all(tables.map((t) => t.playOn(() => t.moves(8))));
      await checkSeen(tables.flatMap((t) => t.players));
      await checkSaid(judge);
    });
  });

  test('English and French at one table', () =>
    Judge.run({}, async (judge) => {
      await judge.post('users', { name: 'bob', locale: 'fr' });
      const table = await sit(judge, ['alice', 'bob', 'carol'], { locales: { bob: 'fr' } });
      await table.play();
      const log = await judge.log('rest');
      const called = (words) =>
        log.filter((e) => words.turn.test((e.body?.data ?? e.body)?.content ?? '')).map((e) => e.audience);
      assert.deepEqual([...new Set(called(WORDS.fr))], ['ephemeral to bob']);
      assert.deepEqual([...new Set(called(WORDS.en))].sort(), ['ephemeral to alice', 'ephemeral to carol']);
      await checkSaid(judge);
    }));

  test('pages call a channel by its name', async () => {
    const port = await freePort();
    return Judge.run({ others: { web: { listen: `127.0.0.1:${port}` } } }, async (judge) => {
      const table = await sit(judge, ['alice', 'bob']);
      await table.play();
      const ask = (path) => fetch(`http://127.0.0.1:${port}${path}`);
      const [channel] = await until('the channel is on a page', async () => {
        const { channels } = await (await ask('/api/1/channels')).json();
        return channels.length > 0 && channels;
      });
      assert.match(channel.channel, /^\d+$/);
      assert.equal(channel.channel_name, '#games');
      const page = await (await ask(`/channels/test/${channel.channel}`)).text();
      assert.match(page, /<h1>#games<\/h1>/);
      const board = await (await ask(`/boards/test/${channel.channel}?window=day`)).text();
      assert.match(board, /<h1>[^<]*#games<\/h1>/);
      assert.equal((await ask('/boards/test/123?window=day')).status, 404);
      await checkSaid(judge);
    });
  });

  test('a private talk against computers', () =>
    Judge.run({}, async (judge) => {
      const alice = new Player(judge, 'alice', 'dm');
      await alice.command('uno');
      const text = async () => (await alice.view()).map((m) => plain(m.content)).join('\n');
      await alice.press('Start');
      await told(judge, /first card/);
      const over = async () => (await alice.look()).boards.some((m) => m.buttons.some((b) => b.label === 'Rematch'));
      let finished = false;
      const watch = until('the end', over, 5 * LONG).finally(() => (finished = true));
      await Promise.all([watch, alice.run(() => finished)]);
      assert.match(await text(), /wins the (round|match)/);
    }));

  test('hands that are dismissed, and tokens that grow old', () =>
    Judge.run({}, async (judge) => {
      // Only the double's clock jumps. The daemon does not notice, so it tries each old token once.
      judge.pardon = (problems) => ({
        ...problems,
        refused: problems.refused.filter((r) => !/Invalid Webhook Token|Unknown interaction/.test(r.error)),
        unanswered: [], // requests that were under way when the clock jumped
        late: [],
        invalid_requests: Math.max(0, problems.invalid_requests - 3),
      });
      const table = await sit(judge, ['alice', 'bob', 'carol']);
      await table.playOn(async () => {
        await table.moves(4);
        for (const { name } of table.players) await judge.post('client', { user: name });
        await table.moves(4);
        await judge.post('clock', { advance_ms: 16 * 60_000 });
        await table.moves(6);
      });
      await checkSeen(table.players);
    }));

  test('a channel that is deleted', () =>
    Judge.run({}, async (judge) => {
      judge.pardon = (problems) => ({
        ...problems,
        refused: problems.refused.filter((r) => !/Unknown (Channel|Message)/.test(r.error)),
      });
      const table = await sit(judge, ['alice', 'bob', 'carol']);
      await table.playOn(() => table.moves(4));
      judge.deleteChannel('games');
      const next = await sit(judge, ['alice', 'bob', 'carol'], { place: 'general' });
      await next.play();
    }));

  test('the bot is removed from one guild', () =>
    Judge.run({}, async (judge) => {
      judge.pardon = (problems) => ({ ...problems, refused: [], invalid_requests: Math.max(0, problems.invalid_requests - 3) });
      const other = judge.addGuild('other guild', ['far'], ['alice', 'bob', 'carol'].map((n) => n));
      const table = await sit(judge, ['alice', 'bob'], { place: 'far' });
      await table.playOn(() => table.moves(4));
      judge.removeBot(other);
      const next = await sit(judge, ['alice', 'bob', 'carol'], { place: 'general' });
      await next.play();
    }));

  test('who installed it for themselves is offered nothing where it is not', () =>
    Judge.run({}, async (judge) => {
      for (const name of ['alice', 'bob']) await judge.post('users', { name, installed: true });
      await judge.post('groups', { name: 'friends', users: ['alice', 'bob'] });
      await judge.post('guilds', { name: 'elsewhere', channels: ['lobby'], users: ['alice'], bot: false });
      for (const channel of ['friends', 'lobby'])
        await assert.rejects(judge.post('command', { user: 'alice', channel, name: 'uno' }), /is not offered/);
      const table = await sit(judge, ['alice', 'bob']);
      await table.playOn(() => table.moves(2));
    }));

  test('a table in a talk that was closed comes back', () =>
    Judge.run({}, async (judge) => {
      judge.pardon = (problems) => ({
        ...problems,
        refused: problems.refused.filter((r) => !/Cannot send messages to this user/.test(r.error)),
        invalid_requests: 0,
      });
      const alice = new Player(judge, 'alice', 'dm');
      await judge.post('users', { name: 'alice', dm_closed: true });
      await alice.command('uno');
      await until('the refusal', async () => (await judge.problems()).refused.length > 0);
      await judge.post('users', { name: 'alice', dm_closed: false });
      await alice.command('table');
      await until('the table', async () => (await alice.look()).boards.length > 0);
    }));

  test('closed direct messages are said', () =>
    Judge.run({}, async (judge) => {
      judge.pardon = (problems) => ({
        ...problems,
        refused: problems.refused.filter((r) => !/Cannot send messages to this user/.test(r.error)),
        invalid_requests: 0,
      });
      await judge.post('users', { name: 'alice', dm_closed: true });
      const table = new Table(judge, ['alice', 'bob', 'carol']);
      await table.open();
      await table.opener.command('whisper', { way: 'pm' });
      await table.start();
      await table.playOn(() => until('the refusal', async () => (await judge.problems()).refused.length > 0));
      await table.playOn(() => table.moves(4));
    }));
});
