// A whole match and the rematch in each set of rules. Three people press what they see.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, until } from './harness.mjs';
import { Table, plain } from './players.mjs';
import { checkSaid, checkSeen } from './secrecy.mjs';

// For each set: the cards that its players prefer, and the ways of acting that must occur.
const SETS = {
  classic: { likes: /\[W/, ways: ['colour'] },
  hyper: { likes: /\[W/, ways: ['colour'] },
  skull: { likes: /skull/, ways: ['colour'] },
  web: { likes: /web/, ways: ['colour'] },
  flex: { likes: /flex side|W/, ways: ['colour'] },
  minion: { likes: /minion/, ways: ['colour'] },
};

describe('a match and its rematch', { concurrency: 3 }, () => {
  for (const [set, { likes, ways }] of Object.entries(SETS))
    test(set, () =>
    Judge.run({}, async (judge) => {
      const table = new Table(judge, ['alice', 'bob', 'carol'], { likes });
      await table.open(set);
      await table.set('score', 'single_round');
      await table.start();
      await table.play({ meanwhile: () => watch(table) });
      const board = await table.says(/wins the match!/);
      assert.match(plain(board.content), new RegExp(`Rules: \\*\\*${set}\\*\\*`));
      await table.start('Rematch');
      await table.play();
      const used = () => ways.every((way) => table.players.some((p) => p.seen.has(way)));
      await table.playOn(() => table.until(`all of ${ways}`, used));
      await checkSaid(judge);
      assert.deepEqual(table.unanswered, []);
    }));
});

// HR-20: the board says who plays with whom, and names both partners at the end.
test('a match in teams', () =>
  Judge.run({ users: ['alice', 'bob', 'carol', 'dora'] }, async (judge) => {
    const table = new Table(judge, ['alice', 'bob', 'carol', 'dora'], {});
    await table.open('classic');
    await table.set('score', 'points_500');
    await table.set('target', '100');
    await table.set('teams', 'on');
    await table.says(/Teams: (\*\*)?alice(\*\*)? and (\*\*)?carol(\*\*)?; (\*\*)?bob(\*\*)? and (\*\*)?dora/);
    await table.start();
    await table.says(/Turn: .*Teams: (\*\*)?alice(\*\*)? and (\*\*)?carol/s);
    await table.play({ meanwhile: () => watch(table) });
    const board = await table.says(/wins the match!/);
    const said = plain(board.content).replace(/\*\*/g, '');
    assert.match(said, /<@\d+> and (alice|bob|carol|dora) win round \d+ and \d+ points? each\./);
    assert.match(said, /(alice wins the match! carol|bob wins the match! dora) wins the match!/);
    await checkSaid(judge);
    assert.deepEqual(table.unanswered, []);
  }));

// Checks now and then that nobody sees another's hand.
async function watch(table) {
  for (let i = 1; i <= 8; i++) {
    await until('plays', () => table.players.some((p) => p.plays >= i), 10_000).catch(() => {});
    await checkSeen(table.players);
  }
}
