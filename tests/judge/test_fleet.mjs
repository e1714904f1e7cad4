// Several daemons on one database. If one dies, the others resume its shards, and its tables go on.
// JUDGE_KILLS: how many faults happen to three daemons or their server (default 6: each of WAYS once).
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Books } from './books.mjs';
import { Fleet } from './fleet.mjs';
import { sleep, until } from './harness.mjs';
import { IrcTable, Ircd, ngircd } from './irc.mjs';
import { Table } from './players.mjs';
import { postgres } from './postgres.mjs';
import { checkSaid, checkSeen } from './secrecy.mjs';
import { placesOfAll } from './shards.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];
const skip = postgres ? false : 'there is no PostgreSQL here';

const SHARDS = 6;
const LEASES = SHARDS + 1; // one for each shard, one for an IRC network
const WAYS = ['SIGKILL', 'SIGSTOP', 'SIGTERM', 'server', 'before', 'behind'];
const KILLS = Number(process.env.JUDGE_KILLS || WAYS.length);
const MANY = 30; // from this number of faults on, the times are judged, too
const BOUND = 2000; // ms to the first answer
const LATER = 75; // the exit status of a daemon that has lost its leases

// The networks that `process` holds, as the daemon `asked` sees it. partsOf() gives the numbers of their shards.
const held = async (process, asked) => (await asked.leases()).filter((l) => l.process === process.name).map((l) => l.network);
const partsOf = (networks) => networks.filter((n) => n.includes('/')).map((n) => Number(n.split('/')[1]));
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const at = (times, part) => times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * part) - 1)];

// Three daemons, a table on each of six shards, and one on IRC.
class Storm {
  constructor(fleet, irc) {
    Object.assign(this, { fleet, irc, judge: fleet.judge, processes: fleet.processes, times: [], orderly: [], halts: 0 });
  }

  // How many leases each of these daemons has.
  shares(processes = this.processes) {
    return Promise.all(processes.map(async (p) => (await held(p, processes[0])).length));
  }

  // Waits until all leases are held. A daemon that a busy machine has halted, or that lost the server, ends as
  // well, and is started again here.
  shared(processes = this.processes) {
    return until('all leases', async () => {
      this.halts += this.fleet.lookAfter(processes);
      const shares = await this.shares(processes);
      return shares.reduce((a, b) => a + b) === LEASES && shares;
    });
  }

  async begin() {
    const { fleet, irc, judge } = this;
    await irc.entered();
    await fleet.start();
    assert.deepEqual((await this.shared()).sort(), [2, 2, 3], 'they are not shared out');
    // A shard may move as soon as it is ready, and then it is ready twice.
    const ready = () => new Set(this.processes.flatMap((p) => p.said().match(/a shard is ready shard=\d+/g) ?? []));
    await until('all sessions', () => ready().size === SHARDS);
    const identified = await fleet.gateway((e) => e.op === 2);
    assert.deepEqual(identified.map((e) => e.d.shard[0]).sort(), [0, 1, 2, 3, 4, 5], 'they take turns');
    this.books = new Books(judge, fleet.server.address);
    this.tables = placesOfAll(judge, SHARDS, PEOPLE).map((place) => new Table(judge, PEOPLE, { place }));
    await irc.start();
    for (const table of this.tables) {
      await table.open();
      await table.start();
    }
    await this.move(3);
  }

  move(n) {
    return Promise.all([this.irc.moves(n), ...this.tables.map((t) => t.playOn(() => t.moves(n)))]);
  }

  // Chooses a daemon with shards. The first choice is the one that also has IRC.
  async choose() {
    const networks = new Map(await Promise.all(this.processes.map(async (p) => [p, await held(p, this.processes[0])])));
    const some = this.processes.filter((p) => partsOf(networks.get(p)).length > 0);
    const both = some.filter((p) => networks.get(p).includes('irc'));
    const one = pick(this.times.length === 0 && both.length ? both : some);
    return { one, parts: partsOf(networks.get(one)) };
  }

  async bury(signal) {
    const { fleet } = this;
    const { one, parts } = await this.choose();
    const others = this.processes.filter((p) => p !== one);
    const times = signal === 'SIGTERM' ? this.orderly : this.times;
    const [mark, first, { halts }] = [this.judge.now, this.times.length === 0, this];
    one.child.kill(signal);
    const answers = await Promise.all(parts.map((part) => fleet.answer(this.tables[part].opener)));
    console.error(`${signal}: the first answers of its ${parts.length} shards after ${answers.join(', ')} ms`);
    if (process.env.JUDGE_SHOW) await fleet.show(mark);
    times.push(...answers);
    await this.move(2);
    const shares = await this.shared(others);
    if (first && halts === this.halts) assert.deepEqual(shares.sort(), [3, 4], 'what was lost is not shared out');
    if (signal === 'SIGSTOP') one.child.kill('SIGCONT');
    const end = await one.ended;
    if (signal === 'SIGSTOP') // which of the two depends on the thread that notices first
      assert.ok(end.code === LATER || end.signal === 'SIGABRT', `${JSON.stringify(end)} ${one.said().slice(-2000)}`);
    if (signal === 'SIGTERM') assert.equal(end.code, 0, one.said().slice(-2000));
    one.start();
    await until('its return', async () => (await one.leases()).length === LEASES);
  }

  // Kills the server in the middle of moves. No move may be lost.
  async loseServer() {
    const { server } = this.fleet;
    const playing = this.move(2).then(() => this.move(1));
    await server.end('SIGKILL');
    await sleep(Math.random() * 2000);
    await server.start();
    const since = Date.now();
    await this.shared();
    await playing;
    console.error(`the server was killed: each table had a move ${Date.now() - since} ms after its return`);
  }

  async cut(when) {
    const { one } = await this.choose();
    await Promise.all([one.wire.cut(when), this.move(2)]);
    await this.shared();
  }

  act(way) {
    if (way.startsWith('SIG')) return this.bury(way);
    return way === 'server' ? this.loseServer() : this.cut(way);
  }

  async judgeAll() {
    const { fleet, times, orderly } = this;
    for (const [what, some] of [['killed or frozen', times], ['ended in order', orderly]])
      console.error(`${what}: ${some.length} first answers after ${at(some, 0.5)} ms (p50), ${at(some, 0.95)} ms (p95)`);
    for (const table of this.tables) {
      await table.alone(KILLS + 1);
      await checkSeen(table.players);
    }
    await checkSaid(this.judge);
    this.books.takeFrom(this.irc);
    await this.books.check();
    assert.equal((await fleet.gateway((e) => e.op === 2)).length, SHARDS, 'they identified anew');
    const resumed = await fleet.gateway((e) => e.event === 'resumed');
    assert.ok(resumed.length >= times.length + orderly.length, 'a session was not resumed');
    // last, so that a machine that is too slow still checks that nothing was lost
    if (KILLS >= MANY) assert.ok(at(times, 0.95) < BOUND, 'it takes too long');
  }
}

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

  const title = 'three daemons share six shards and an IRC network; those of one that is killed, frozen or ended go on ' +
    'with the others, and all of them though their server is killed or a COMMIT is cut off';
  test(title, { skip: !ngircd && 'there is no ngircd here' }, async () => {
    const ircd = await Ircd.start();
    const irc = new IrcTable(ircd, ['dora', 'emil'], '#cards');
    const others = {
      'irc irc': { host: '127.0.0.1', port: ircd.port, tls: 'off', channels: '#cards', flood_rate: 0, reconnect_min: 1, reconnect_max: 1 },
    };
    try {
      await Fleet.run({ processes: ['north', 'south', 'west'], shards: SHARDS, discord: { shards: SHARDS }, others }, async (fleet) => {
        const storm = new Storm(fleet, irc);
        await storm.begin();
        for (let k = 0; k < KILLS; k++) await storm.act(WAYS[k % WAYS.length]);
        await storm.judgeAll();
      });
    } finally {
      irc.close();
      ircd.close();
    }
  });

  test('a daemon that comes later gets its share of the shards, one after another, and one by hand', () =>
    Fleet.run({ shards: 4, discord: { shards: 4 }, talon: { tables_per_person: 9 } }, async (fleet) => {
      const { judge } = fleet;
      const [north, south] = fleet.processes;
      await fleet.start(north);
      await until('all sessions', () => north.said().match(/a shard is ready/g)?.length === 4);
      const tables = placesOfAll(judge, 4, PEOPLE).map((place) => new Table(judge, PEOPLE, { place }));
      for (const table of tables) {
        await table.open();
        await table.start();
      }
      const books = new Books(judge, fleet.server.address);
      const move = (n) => Promise.all(tables.map((t) => t.playOn(() => t.moves(n))));
      await move(2);
      await fleet.start(south);
      const shares = async () => (await Promise.all([north, south].map((p) => held(p, north)))).map((n) => n.length);
      for (const since = Date.now(); (await shares()).join() !== '2,2'; await move(1))
        assert.ok(Date.now() - since < 120000, `they have ${await shares()}`);
      assert.equal((await fleet.gateway((e) => e.event === 'resumed')).length, 2, 'one move for each shard, no more');
      await move(3);
      // one shard moves at a time; while another does, the daemon says: try again in a moment
      const give = (from, ...words) => until('the gift', () => from.ctl('give', ...words));
      const [one] = await held(north, north);
      assert.deepEqual(await give(north, one, 'south'), { to: 'south' });
      const playing = move(2);
      await until('the third', async () => (await held(south, north)).includes(one));
      await playing;
      const [other] = await held(north, north);
      await give(north, other);
      await until('the fourth', async () => (await held(south, north)).includes(other));
      await move(2); // the first two shards may move back meanwhile: they were not given by hand
      for (const shard of [one, other]) {
        await give(south, shard, 'north');
        await until('its return', async () => (await held(north, north)).includes(shard));
        await move(2);
      }
      const there = await held(north, north);
      assert.ok(there.includes(one) && there.includes(other), 'what was given by hand does not stay');
      for (const table of tables) {
        await table.alone(9);
        await checkSeen(table.players);
      }
      await checkSaid(judge);
      await books.check();
      assert.equal((await fleet.gateway((e) => e.op === 2)).length, 4, 'they identified anew');
    }));

  test('shards = auto: as many as Discord recommends are shared out among all', () =>
    Fleet.run({ shards: 2 }, async (fleet) => {
      const { judge } = fleet;
      const [north, south] = fleet.processes;
      await fleet.start();
      await until('a shard each', async () =>
        (await Promise.all([north, south].map((p) => held(p, north)))).every((networks) => networks.length === 1));
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
