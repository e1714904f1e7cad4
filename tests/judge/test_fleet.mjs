// Several daemons on one database: the shards of one that dies are resumed by the others, and its tables go on.
// JUDGE_KILLS: how often one of three dies (3).
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Books } from './books.mjs';
import { until } from './harness.mjs';
import { Fleet, postgres } from './fleet.mjs';
import { Table } from './players.mjs';
import { checkSaid, checkSeen } from './secrecy.mjs';
import { placesOfAll } from './shards.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];
const skip = postgres ? false : 'there is no PostgreSQL here';

const SHARDS = 6;
const KILLS = Number(process.env.JUDGE_KILLS || 3);
const WAYS = ['SIGKILL', 'SIGSTOP', 'SIGTERM'];
const LATER = 75; // the status of who lost its leases

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

  test('three daemons share six shards; those of one that is killed, frozen or ended go on with the others', () =>
    Fleet.run({ processes: ['north', 'south', 'west'], shards: SHARDS, discord: { shards: SHARDS } }, async (fleet) => {
      const { judge } = fleet;
      await fleet.start();
      const all = async (ps) => (await Promise.all(ps.map((p) => partsOf(p, ps[0])))).map((parts) => parts.length);
      await until('all shards', async () => (await all(fleet.processes)).reduce((a, b) => a + b) === SHARDS);
      assert.deepEqual((await all(fleet.processes)).sort(), [2, 2, 2], 'they are not shared out');
      const ready = () => fleet.processes.reduce((n, p) => n + (p.said().match(/a shard is ready/g)?.length ?? 0), 0);
      await until('all sessions', () => ready() === SHARDS);
      const identified = await fleet.gateway((e) => e.op === 2);
      assert.deepEqual(identified.map((e) => e.d.shard[0]).sort(), [0, 1, 2, 3, 4, 5], 'they take turns');
      const books = new Books(judge, fleet.address);
      const tables = placesOfAll(judge, SHARDS, PEOPLE).map((place) => new Table(judge, PEOPLE, { place }));
      for (const table of tables) {
        await table.open();
        await table.start();
      }
      const move = (tables, n) => Promise.all(tables.map((t) => t.playOn(() => t.moves(n))));
      await move(tables, 3);
      const times = [];
      for (let k = 0; k < KILLS; k++) {
        const way = WAYS[k % WAYS.length];
        const one = fleet.processes[Math.floor(Math.random() * fleet.processes.length)];
        const others = fleet.processes.filter((p) => p !== one);
        const lost = await partsOf(one, others[0]);
        const mark = judge.now;
        one.child.kill(way);
        const answers = await Promise.all(lost.map((part) => fleet.answer(tables[part].opener)));
        console.error(`${way}: the first answers of its ${lost.length} shards after ${answers.join(', ')} ms`);
        if (process.env.JUDGE_SHOW) await fleet.show(mark);
        times.push(...answers);
        await move(tables, 2);
        let halted = false;
        await until('the others', async () => {
          for (const p of others.filter((p) => !p.runs)) {
            halted = true; // by a busy machine: then it ends, too, and systemd would start it
            p.start();
          }
          return (await all(others)).reduce((a, b) => a + b) === SHARDS;
        });
        if (k === 0 && !halted) assert.deepEqual(await all(others), [3, 3], 'what was lost is not shared out');
        if (way === 'SIGSTOP') {
          one.child.kill('SIGCONT');
          if (lost.length === 0) one.child.kill('SIGKILL'); // nobody need have missed it
          const { code, signal } = await one.ended; // by which of its threads finds it out first
          assert.ok(lost.length === 0 || code === LATER || signal === 'SIGABRT', `${code} ${signal} ${one.said().slice(-2000)}`);
        }
        const end = await one.ended;
        if (way === 'SIGTERM') assert.equal(end.code, 0, one.said().slice(-2000));
        one.start();
        await until('its return', async () => (await one.leases()).length === SHARDS);
      }
      times.sort((a, b) => a - b);
      console.error(`${KILLS} deaths: the first answer after ${times[times.length >> 1]} ms (p50), ${times[Math.ceil(times.length * 0.95) - 1]} ms (p95)`);
      for (const table of tables) {
        await table.alone(KILLS + 1);
        await checkSeen(table.players);
      }
      await checkSaid(judge);
      await books.check();
      assert.equal((await fleet.gateway((e) => e.op === 2)).length, identified.length, 'they identified anew');
      assert.ok((await fleet.gateway((e) => e.event === 'resumed')).length >= times.length, 'a session was not resumed');
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
