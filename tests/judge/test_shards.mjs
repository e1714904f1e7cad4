// Several shards in one process: each guild is heard by its own, and what one shard suffers does not
// concern the tables of the others.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { ANSWER, Judge } from './harness.mjs';
import { Table } from './players.mjs';
import { checkSaid } from './secrecy.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];
const SHARDS = 3;
const shardOf = (guild) => Number((BigInt(guild.id) >> 22n) % BigInt(SHARDS));

// A guild of each shard, by the order of shards; the double gives ids by the clock.
function guildsOfAll(judge) {
  const guilds = new Map([...judge.world.guilds.values()].map((g) => [shardOf(g), g]));
  for (let i = 0; guilds.size < SHARDS; i++) {
    const guild = judge.addGuild(`guild ${i}`, [`room${i}`], PEOPLE);
    if (!guilds.has(shardOf(guild))) guilds.set(shardOf(guild), guild);
  }
  return Array.from({ length: SHARDS }, (_, shard) => guilds.get(shard));
}

describe('shards', () => {
  test('a table on each of three, one of which is cut off now and then', () =>
    Judge.run({ shards: SHARDS, ackMs: ANSWER }, async (judge) => {
      judge.pardon = (problems) => ({ ...problems, unanswered: [], late: [] });
      const places = guildsOfAll(judge).map(
        (guild) => [...judge.world.channels.values()].findLast((c) => c.guildId === guild.id).name);
      const tables = await Promise.all(
        places.map(async (place) => {
          const table = new Table(judge, PEOPLE, { place });
          await table.open();
          await table.start();
          return table;
        }));
      const all = (n) => Promise.all(tables.map((t) => t.moves(n)));
      const cut = all(4)
        .then(() => judge.fault('gateway', { action: 'drop' }))
        .then(() => all(6));
      await Promise.all(tables.map((table) => table.playOn(() => cut)));
      const identified = (await judge.log('gateway')).filter((e) => e.op === 2);
      assert.deepEqual(identified.map((e) => e.d.shard).sort(), Array.from({ length: SHARDS }, (_, i) => [i, SHARDS]));
      await checkSaid(judge);
    }));
});
