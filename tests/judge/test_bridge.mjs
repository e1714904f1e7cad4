// A bridged table (!bridge) in a channel of Discord and in one of IRC. People of both play a match at it.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge } from './harness.mjs';
import { Ircd, Person, ngircd } from './irc.mjs';
import { Table, rows } from './players.mjs';

const CHANNEL = '#cards';

async function build(judge, table, bob) {
  const [alice] = table.players;
  const given = await alice.command('bridge');
  const [, code] = given.message.content.match(/code of this table is \W*(\w{8})/);
  bob.say(`!bridge ${code}`);
  await bob.hears(/is here now too/);
  bob.say('!join');
  await table.says(/At the table: .*bob/);
}

test('people of Discord and of IRC play a match at one table', { skip: !ngircd && 'no ngircd here', timeout: 600_000 }, async () => {
  const ircd = await Ircd.start();
  const bob = new Person(ircd, 'bob', CHANNEL);
  const others = {
    'irc irc': { host: '127.0.0.1', port: ircd.port, tls: 'off', nick: 'Talon', channels: CHANNEL },
  };
  try {
    await Judge.run({ others, daemon: false }, async (judge) => {
      await bob.entered(); // before the daemon: he becomes the channel's operator
      await judge.start();
      const table = new Table(judge, ['alice']);
      await table.open();
      await table.set('score', 'single_round');
      await build(judge, table, bob);
      const hands = new Set();
      const [alice] = table.players;
      const look = alice.look.bind(alice);
      alice.look = async () => {
        const seen = await look();
        if (seen.hand) hands.add(rows(seen.hand.content).replace(/\s+/g, ' '));
        return seen;
      };
      bob.plays = true;
      await table.start();
      await table.play();
      assert.ok(bob.moves > 2, `${bob.moves} moves of bob`);
      assert.ok(alice.plays > 0, 'alice played nothing');
      // Nobody on IRC has seen alice's hand, and only bob has seen his.
      const said = [...bob.heard, ...bob.whispers].map((text) => text.replace(/\s+/g, ' '));
      for (const hand of hands)
        if (hand.split('[').length > 3) assert.ok(!said.some((text) => text.includes(hand)), `bob saw ${hand}`);
      assert.ok(!bob.heard.some((text) => /Your hand/.test(text)), 'a hand was said aloud');
    });
  } finally {
    bob.close();
    ircd.close();
  }
});
