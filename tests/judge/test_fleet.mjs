// Several daemons on one database: the shards of one that dies are resumed by the others, and its tables go on.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { until } from './harness.mjs';
import { Fleet, postgres } from './fleet.mjs';
import { Table } from './players.mjs';
import { placesOfAll } from './shards.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];
const skip = postgres ? false : 'there is no PostgreSQL here';

const SHARDS = 6;

// Which parts a process holds, as another one sees it.
const partsOf = async (process, asked) =>
  (await asked.leases()).filter((l) => l.process === process.name).map((l) => Number(l.network.split('/')[1]));

describe('a fleet', { skip }, () => {
  for (const signal of ['SIGKILL', 'SIGTERM'])
    test(`a bot in one piece moves to another daemon by ${signal}`, () =>
      Fleet.run({}, async (fleet) => {
        const { judge } = fleet;
        const [north, south] = fleet.processes;
        await fleet.start(north);
        const table = new Table(judge, PEOPLE);
        await table.open();
        await table.start();
        await table.playOn(() => table.moves(5));
        await fleet.start(south);
        await until('the other', async () => (await south.leases()).length === 1);
        const mark = judge.now;
        north.stop(signal);
        const ms = await fleet.answer(table.opener);
        if (process.env.JUDGE_SHOW) await fleet.show(mark);
        await table.playOn(() => table.moves(5));
        await table.alone(2);
        console.error(`${signal}: the first answer after ${ms} ms`);
        assert.equal((await fleet.gateway((e) => e.op === 2)).length, 1, 'it identified anew');
        assert.equal((await fleet.gateway((e) => e.event === 'resumed')).length, 1);
      }));

  test('three daemons share six shards; those of one that is killed go on with the others', () =>
    Fleet.run({ processes: ['north', 'south', 'west'], shards: SHARDS, discord: { shards: SHARDS } }, async (fleet) => {
      const { judge } = fleet;
      const [north, south, west] = fleet.processes;
      await fleet.start();
      const all = async (ps) => (await Promise.all(ps.map((p) => partsOf(p, south)))).map((parts) => parts.length);
      await until('all shards', async () => (await all(fleet.processes)).reduce((a, b) => a + b) === SHARDS);
      assert.deepEqual((await all(fleet.processes)).sort(), [2, 2, 2], 'they are not shared out');
      const ready = () => fleet.processes.reduce((n, p) => n + (p.said().match(/a shard is ready/g)?.length ?? 0), 0);
      await until('all sessions', () => ready() === SHARDS);
      const identified = await fleet.gateway((e) => e.op === 2);
      assert.deepEqual(identified.map((e) => e.d.shard[0]).sort(), [0, 1, 2, 3, 4, 5], 'they take turns');
      const tables = placesOfAll(judge, SHARDS, PEOPLE).map((place) => new Table(judge, PEOPLE, { place }));
      for (const table of tables) {
        await table.open();
        await table.start();
      }
      const move = (tables, n) => Promise.all(tables.map((t) => t.playOn(() => t.moves(n))));
      await move(tables, 3);
      const lost = await partsOf(north, south);
      const mark = judge.now;
      north.stop('SIGKILL');
      const times = await Promise.all(lost.map((part) => fleet.answer(tables[part].opener)));
      console.error(`killed: the first answers of its ${lost.length} shards after ${times.join(', ')} ms`);
      if (process.env.JUDGE_SHOW) await fleet.show(mark);
      await move(tables, 3);
      for (const table of tables) await table.alone(2);
      assert.deepEqual(await all([south, west]), [3, 3]);
      assert.equal((await fleet.gateway((e) => e.op === 2)).length, identified.length, 'they identified anew');
      const resumed = await fleet.gateway((e) => e.event === 'resumed');
      assert.equal(resumed.length, lost.length);
    }));

  test('shards = auto: as many as Discord recommends are shared out among all', () =>
    Fleet.run({ shards: 2 }, async (fleet) => {
      const { judge } = fleet;
      const [north, south] = fleet.processes;
      await fleet.start();
      await until('a shard each', async () =>
        (await Promise.all([north, south].map((p) => partsOf(p, north)))).every((parts) => parts.length === 1));
      const places = placesOfAll(judge, 2, PEOPLE);
      await until('both sessions', async () => (await fleet.gateway((e) => e.op === 2)).length === 2);
      assert.deepEqual((await fleet.gateway((e) => e.op === 2)).map((e) => e.d.shard).sort(), [[0, 2], [1, 2]]);
      for (const place of places) {
        const table = new Table(judge, PEOPLE, { place });
        await table.open();
        await table.start();
        await table.playOn(() => table.moves(3));
      }
    }));
});
