// Several daemons on one database: the shards of one that dies are resumed by the others, and its tables go on.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { until } from './harness.mjs';
import { Fleet, postgres } from './fleet.mjs';
import { Table } from './players.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];
const skip = postgres ? false : 'there is no PostgreSQL here';

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
});
