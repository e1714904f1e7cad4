// Takes each permission away, from the bot and from everyone, before a table and in mid-round, in channels and in
// threads. Players are told what is missing, and the bot does not repeat requests that must fail. When the
// permission is back, the table goes on where it was.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, judgePart, LONG, sleep, until } from './harness.mjs';
import { Table } from './players.mjs';
import { checkSaid, checkSeen } from './secrecy.mjs';

const { P } = await judgePart('lib/permissions.mjs');

// The permissions without which the bot cannot speak in a channel, by the names of Discord's client.
const SILENCE = { VIEW_CHANNEL: 'View Channel', SEND_MESSAGES: 'Send Messages' };
const OTHERS = ['ATTACH_FILES', 'EMBED_LINKS', 'READ_MESSAGE_HISTORY', 'MANAGE_MESSAGES', 'ADD_REACTIONS',
  'USE_EXTERNAL_EMOJIS', 'MENTION_EVERYONE', 'CREATE_PUBLIC_THREADS', 'SEND_MESSAGES_IN_THREADS'];
const REFUSALS = 6; // most refusals in one test, however often people press

const deny = (judge, permission, who) => judge.post('permissions', { who, channel: 'games', deny: permission });
const give = (judge, permission, who) => judge.post('permissions', { who, channel: 'games', neutral: permission });

// Allows refusals that the test has provoked, if they are few.
function pardon(judge) {
  judge.pardon = (problems) => {
    const other = problems.refused.filter((r) => !/Missing (Permissions|Access)|Thread is archived|Unknown (Message|Channel)/.test(r.error));
    assert.ok(problems.refused.length <= REFUSALS, `${problems.refused.length} requests in vain: ${JSON.stringify(problems.refused)}`);
    // A new daemon does not know how much of the limits the one before has used.
    return { ...problems, refused: other, invalid_requests: 0, ...(judge.excused && { rate_limited: 0 }) };
  };
}

const options = (threads, more) => ({ discord: { images: 'on', threads: threads ? 'on' : 'off' }, ...more });
const threadsOf = (judge) => [...judge.world.channels.values()].filter((c) => c.parentId && !c.archived);

// Lets the players look where the table is: in its thread, or else in the channel.
async function follow(judge, table) {
  const { board } = await table.opener.look().catch(() => ({}));
  const places = [...threadsOf(judge).map((c) => c.id), 'games'];
  for (const channel of board ? [] : places) {
    const seen = await judge.get('view', { user: table.opener.name, channel }).catch(() => []);
    if (seen.some((m) => m.author === 'bot' && m.audience === 'public' && m.buttons.length))
      for (const p of table.players) p.where.channel = channel;
  }
}

async function begin(judge, threads) {
  const table = new Table(judge, ['alice', 'bob', 'carol'], { place: 'games' });
  await table.opener.command('uno', { rules: 'classic' });
  if (threads) {
    const thread = await until('a thread', () => threadsOf(judge)[0]);
    for (const p of table.players) p.where.channel = thread.id;
  }
  await table.join();
  await table.start();
  return table;
}

// Plays so many moves, wherever the table moves to.
async function goOn(judge, table, moves) {
  let done = false;
  const following = (async () => {
    while (!done) {
      await follow(judge, table);
      await sleep(100);
    }
  })();
  await table.playOn(() => table.moves(moves)).finally(() => (done = true));
  await following;
}

const told = (judge, words) =>
  until(`somebody to be told of ${words}`, async () =>
    [...judge.world.messages.values()].some((m) => m.only && m.content.includes(words)));

async function takenInTheMiddle(judge, permission, who, threads) {
  pardon(judge);
  const table = await begin(judge, threads);
  await goOn(judge, table, 4);
  const silent = SILENCE[permission] && !(threads && permission === 'SEND_MESSAGES');
  await deny(judge, permission, who);
  if (!silent) await goOn(judge, table, 6);
  else if (who === 'bot') {
    let heard = false;
    const press = async () => {
      while (!heard) {
        for (const p of table.players) await p.step().catch(() => {});
        await sleep(50);
      }
    };
    await Promise.all([press(), told(judge, SILENCE[permission]).finally(() => (heard = true))]);
    for (let i = 0; i < 10; i++) for (const p of table.players) await p.step().catch(() => {});
  }
  await give(judge, permission, who);
  await goOn(judge, table, 8);
  await checkSeen(table.players);
  await checkSaid(judge);
  await table.opener.look();
}

async function lackingBefore(judge, permission, who, threads) {
  pardon(judge);
  await deny(judge, permission, who);
  const silent = SILENCE[permission] && !(threads && permission === 'SEND_MESSAGES');
  const seen = !(permission === 'VIEW_CHANNEL' && who === 'everyone');
  if (silent && seen) {
    const { opener } = new Table(judge, ['alice']);
    const outcome = await opener.command('uno', { rules: 'classic' });
    assert.match(outcome.message.content, new RegExp(`cannot speak in this channel.*${SILENCE[permission]}`));
    assert.equal(outcome.message.audience, 'ephemeral to alice');
    assert.equal((await judge.log('rest')).filter((e) => e.status === 403).length, 0, 'Discord was asked in vain');
  }
  if (silent) await give(judge, permission, who);
  const bare = threads && ['CREATE_PUBLIC_THREADS', 'SEND_MESSAGES_IN_THREADS'].includes(permission);
  const table = await begin(judge, threads && !bare);
  await goOn(judge, table, 6);
  if (permission === 'ATTACH_FILES') {
    const { board } = await table.opener.look();
    assert.deepEqual(board.files, []);
    await told(judge, 'pictures (Attach Files)');
  }
  if (bare) await told(judge, permission === 'CREATE_PUBLIC_THREADS' ? 'Create Public Threads' : 'Send Messages in Threads');
  await checkSaid(judge);
}

const rows = [
  ...Object.keys(SILENCE).flatMap((p) => [[p, 'bot', false], [p, 'everyone', false], [p, 'bot', true]]),
  ...OTHERS.map((p) => [p, 'bot', false]),
  ['ATTACH_FILES', 'everyone', true],
  ['CREATE_PUBLIC_THREADS', 'bot', true],
  ['SEND_MESSAGES_IN_THREADS', 'bot', true],
].filter(([p]) => p in P);

for (const [name, play] of [['lacking before a table', lackingBefore], ['taken away in mid-round', takenInTheMiddle]])
  describe(name, { concurrency: 4 }, () => {
    for (const [permission, who, threads] of rows)
      test(`${permission} of ${who}${threads ? ', with threads' : ''}`, () =>
        Judge.run(options(threads), (judge) => play(judge, permission, who, threads)));
  });

describe('what closes under a table', { concurrency: 3 }, () => {
  for (const [name, state] of [['locked', { locked: true, archived: true }], ['archived', { archived: true }]])
    test(`its thread is ${name}`, () =>
      Judge.run(options(true), async (judge) => {
        pardon(judge);
        const table = await begin(judge, true);
        await goOn(judge, table, 4);
        await judge.post('thread', { channel: threadsOf(judge)[0].id, ...state });
        for (const p of table.players) p.where.channel = state.locked ? 'games' : p.where.channel;
        await table.opener.command('hand').catch(() => {});
        if (state.locked) { // much sooner than the turn's time limit
          await table.opener.command('table');
          await until('the board in the channel', async () => (await table.opener.look()).board, LONG / 3);
        }
        await goOn(judge, table, 8);
        await checkSeen(table.players);
      }));

  test('it is seen nowhere for a while: the daemon restarts meanwhile', () =>
    Judge.run(options(false), async (judge) => {
      pardon(judge);
      const table = await begin(judge, false);
      await goOn(judge, table, 4);
      await deny(judge, 'VIEW_CHANNEL', 'bot');
      await judge.restart('SIGKILL');
      await sleep(500);
      await give(judge, 'VIEW_CHANNEL', 'bot');
      await goOn(judge, table, 8);
      await checkSeen(table.players);
    }));

  test('a board that a moderator deletes stands again', () =>
    Judge.run(options(false), async (judge) => {
      const table = await begin(judge, false);
      const alone = async () => {
        const { boards } = await table.opener.look();
        return boards.length === 1 && boards[0].content.includes('Turn: ') && boards[0];
      };
      const board = await until("the round's board, with that of before gone", alone);
      await judge.post('delete', { message: board.id });
      const next = await until('the board again', alone);
      assert.notEqual(next.id, board.id);
      assert.equal(next.content, board.content);
      const posted = (await judge.log('rest')).findLast((e) => /^POST \/channels\/[^/]+\/messages/.test(e.route ?? '') && e.status < 300);
      assert.deepEqual(posted.body.allowed_mentions.users, [], 'it pings again');
      await table.playOn(() => table.moves(4));
    }));
});
