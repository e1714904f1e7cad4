// Several shards in one process. Each guild is heard by its own shard, and a fault of one shard does not disturb
// the tables of the others.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { ANSWER, Judge } from './harness.mjs';
import { Table } from './players.mjs';
import { checkSaid } from './secrecy.mjs';
import { placesOfAll } from './shards.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];
const SHARDS = 3;

describe('shards', () => {
  test('a table on each of three, one of which is cut off now and then', () =>
    Judge.run({ shards: SHARDS, ackMs: ANSWER }, async (judge) => {
      judge.pardon = (problems) => ({ ...problems, unanswered: [], late: [] });
      const places = placesOfAll(judge, SHARDS, PEOPLE);
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
