// If people make Discord refuse the bot's requests, only their own server suffers. The bot leaves it alone for
// growing intervals, and then mutes it, long before other servers are affected.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, NO_LIMITS, until } from './harness.mjs';
import { Player, Table } from './players.mjs';

const PRESSES = 120;
const CHANNEL = 5; // most refusals of one channel during a test: at once, after 10 s, after 20 s, ...
const GUILD = 30 + 32; // most refusals of one server, for any number of channels, and requests already under way

const options = { users: ['alice', 'bob'], limits: NO_LIMITS };

const refused = async (judge) => (await judge.log('rest')).filter((e) => [401, 403, 404].includes(e.status));

// Allows the refusals that the test has provoked, `most` at most.
function pardon(judge, most) {
  judge.pardon = (problems) => {
    const other = problems.refused.filter((r) => !/Missing (Permissions|Access)|Cannot send messages to this user/.test(r.error));
    assert.ok(problems.refused.length <= most, `${problems.refused.length} requests in vain: ${JSON.stringify(problems.refused.slice(0, 3))}`);
    return { ...problems, refused: other, invalid_requests: 0 };
  };
}

// Adds the server of Mallory and friends, where the bot may not speak. `lies`: interactions there claim that it
// may.
async function addDen(judge, channels, { lies = false, friends = 1, closed = true } = {}) {
  const names = Array.from({ length: friends }, (_, i) => `mallory${i}`);
  for (const name of names) await judge.post('users', { name, dm_closed: closed });
  const den = judge.addGuild('den', channels, names);
  for (const channel of channels) await judge.post('permissions', { who: 'bot', channel, deny: 'SEND_MESSAGES' });
  const { world } = judge;
  const { interactionJson } = Object.getPrototypeOf(world);
  if (lies)
    world.interactionJson = function (i) {
      const json = interactionJson.call(this, i);
      return channels.includes(world.channels.get(json.channel_id).name) ? { ...json, app_permissions: '8' } : json;
    };
  return names.map((name, i) => new Player(judge, name, channels[i % channels.length]));
}

const write = (judge, player, words) =>
  judge.post('message', { ...player.where, content: `<@${judge.world.bot.id}> ${words}` });

// The innocent play, and each of their presses is answered.
async function innocent(judge) {
  const table = new Table(judge, ['alice', 'bob'], { place: 'games' });
  await table.open();
  await table.start();
  await table.playOn(() => table.moves(12));
  assert.deepEqual(table.unanswered, []);
}

// Does the act PRESSES times, by the players in turn.
async function hammer(players, act) {
  for (let i = 0; i < PRESSES; i++) await act(players[i % players.length], i).catch(() => {});
}

const deeds = {
  '/help': (judge, p) => p.command('help'),
  '/uno and /stop': (judge, p, i) => (i % 2 ? p.command('stop') : p.command('uno', { rules: 'classic' })),
  'help, in words': (judge, p) => write(judge, p, 'help'),
  'tables, in words': (judge, p, i) => write(judge, p, ['uno', 'table', 'stop', 'top'][i % 4]),
};

describe('a hostile server', { concurrency: 2 }, () => {
  for (const [name, act] of Object.entries(deeds))
    for (const lies of [false, true])
      test(`${name}, ${PRESSES} times where we may not speak${lies ? ', and are told that we may' : ''}`, () =>
        Judge.run(options, async (judge) => {
          const friends = 4; // each has closed their private messages
          const players = await addDen(judge, ['pit'], { lies, friends });
          pardon(judge, CHANNEL + friends * CHANNEL);
          await hammer(players, (p, i) => act(judge, p, i));
          await innocent(judge);
        }));

  test('forty channels, each refusing', () =>
    Judge.run(options, async (judge) => {
      const channels = Array.from({ length: 40 }, (_, i) => `pit${i}`);
      const players = await addDen(judge, channels, { lies: true, friends: 40, closed: false });
      pardon(judge, GUILD);
      await hammer(players, (p, i) => deeds['tables, in words'](judge, p, i % 40 === i ? 0 : i));
      await until('the server to be muted', () => /left alone for a while/.test(judge.said()));
      await innocent(judge);
      assert.ok((await refused(judge)).length >= 20, 'nothing was provoked');
    }));
});
