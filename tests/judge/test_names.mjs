// Ten and twenty players (HR-21) with the longest names that Discord allows: the table stays within its limits, and nobody is
// left out.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, NO_LIMITS, until, words } from './harness.mjs';
import { Table, plain } from './players.mjs';

const NAME_MAX = 32, TEXT_MAX = 4000, COMPONENTS_MAX = 40;

// Every second name is of marks that Markdown needs escaped: they take twice the room.
const nick = (n) => `${n}${(n % 2 ? 'W' : '_').repeat(NAME_MAX - String(n).length)}`;

const walk = (list) => (list ?? []).flatMap((c) => [c, ...walk(c.components)]);

const play = (count, looks) => {
  const users = Array.from({ length: count }, (_, n) => `user${n}`);
  return Judge.run({ users, limits: NO_LIMITS, discord: { emoji: 'on' } }, async (judge) => {
    for (const [n, user] of users.entries()) await judge.post('names', { user, nick: nick(n) });
    const table = new Table(judge, users);
    table.join = async () => {
      for (const [n, player] of table.players.entries()) {
        if (n === 9 && count > 10) await table.set('two_decks', 'on');
        if (n > 0) await player.press('Join', 'join');
        await table.says(new RegExp(`At the table: .*${nick(n)}`));
      }
    };
    await table.open();
    await until('all emoji', () => /the emoji of cards are there added=/.test(judge.said()), 120_000);
    await table.set('score', 'points_500');
    await table.set('hand_size', '3');
    await table.start();
    // The totals make the table longer, so this plays into the second round.
    let second = 0;
    await table.playOn(() => table.until('enough looks at the second round', async () => {
      const { board } = await table.opener.look();
      const text = plain(board?.content ?? '');
      if (!/Turn: [^]*Totals: /.test(text)) return false;
      for (const name of users.map((_, n) => nick(n))) assert.ok(text.includes(name), `${name} is left out: ${text}`);
      return ++second >= looks;
    }));
    const most = { text: 0, components: 0 };
    for (const { body } of await judge.log('rest')) {
      const message = body?.data ?? body;
      most.text = Math.max(most.text, words(message).length);
      most.components = Math.max(most.components, walk((message?.payload_json ?? message)?.components).length);
    }
    console.log(`${most.text} units of text, ${most.components} components`);
    assert.ok(most.text > 1000 && most.text <= TEXT_MAX, `${most.text} units of text`);
    assert.ok(most.components > 5 && most.components <= COMPONENTS_MAX, `${most.components} components`);
  });
};

test('ten players with the longest names', () => play(10, 30));
test('twenty players with the longest names', () => play(20, 5));
