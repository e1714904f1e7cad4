// Events of people arrive twice, in another order, and again after each RESUME. The daemon is killed at any moment,
// and its clock jumps. Everything that was told must be stored, and nothing else.
// 
// TALON_TORTURE_SEED: the seed of all random choices. TALON_TORTURE_SECONDS: for how long the daemon is killed
// again and again (20).
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Books } from './books.mjs';
import { Judge, sleep, until } from './harness.mjs';
import { Table } from './players.mjs';
import { checkScores } from './scores.mjs';
import { checkSaid, checkSeen } from './secrecy.mjs';

const SEED = Number(process.env.TALON_TORTURE_SEED || (Date.now() % 2 ** 31));
const SECONDS = Number(process.env.TALON_TORTURE_SECONDS || 20);
const PEOPLE = ['alice', 'bob', 'carol'];
const HOUR = 3600_000;
const TIMES = [0, 1000, -1000, 20 * 60_000, HOUR, -HOUR, 5 * HOUR, 45 * 24 * HOUR, -300 * 24 * HOUR]; // ms that the clock is ahead

function chance(seed) {
  let state = BigInt(seed);
  return () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 33n) / 2 ** 31;
  };
}

const folder = mkdtempSync(join(tmpdir(), 'talon-storm-'));
const source = fileURLToPath(new URL('../storm/clock.c', import.meta.url));
const library = join(folder, 'clock.so');
const built = spawnSync('cc', ['-shared', '-fPIC', '-D_GNU_SOURCE', '-o', library, source], { encoding: 'utf8' });
assert.equal(built.status, 0, built.stderr);

// Makes a file with the time difference of the daemon's clock (clock.c). Returns a function that sets it, in ms.
function clockOf(name) {
  const path = join(folder, name);
  const set = (ahead) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(ahead));
    writeFileSync(path, bytes, { flag: 'r+' });
  };
  writeFileSync(path, Buffer.alloc(8));
  process.env.TALON_CLOCK = path; // daemons that start from now on use it
  return set;
}

async function sit(judge, random) {
  const table = new Table(judge, PEOPLE, { random });
  await table.open();
  await table.set('score', 'single_round');
  await table.start();
  judge.gateway.wire = { random, twice: 20, swapped: 10, back: 12, repeated: 0, reordered: 0, rewound: 0 };
  return table;
}

// While the daemon is away, interactions expire, and messages may be deleted already.
const pardon = (judge) =>
  (judge.pardon = (problems) => ({
    ...problems,
    unanswered: [],
    late: [],
    warnings: problems.warnings.filter((w) => w.warnings.some((text) => text !== 'same nonce: no new message')),
    ...(judge.excused && { rate_limited: 0, invalid_requests: 0 }),
    refused: problems.refused.filter(
      (r) =>
        !/Unknown interaction|already been acknowledged/.test(r.error) &&
        !(r.error === 'Unknown Message' && r.route === 'DELETE /channels/{channel_id}/messages/{message_id}')),
  }));

const tool = (judge, ...words) =>
  new Promise((done) =>
    execFile(process.env.TALON_PROGRAM, [...words, '--db', join(judge.folder, 'talon.db')], (error, out, err) =>
      done(error ? `${words[0]}: ${out}${err}` : '')));

async function whole(judge) {
  for (const words of [['check-db', '--timezone', 'UTC'], ['verify', '--all']]) assert.equal(await tool(judge, ...words), '');
}

async function settle(judge, table, books) {
  judge.gateway.wire = null;
  await table.playOn(() => table.moves(6));
  await table.alone(judge.starts);
  await checkScores(judge, table.opener);
  await checkSaid(judge);
  await checkSeen(table.players);
  await books.check();
}

describe('a storm', { concurrency: 2 }, () => {
  test(`what comes twice, in another order, or again after a RESUME is done once (${SEED})`, () =>
    Judge.run({}, async (judge) => {
      pardon(judge);
      const books = new Books(judge);
      const table = await sit(judge, chance(SEED));
      const { wire } = judge.gateway;
      await table.playOn(async () => {
        for (let i = 0; i < 4; i++) {
          await table.moves(12);
          await books.draw(table.players, wire.random);
          const before = wire.rewound;
          await judge.fault('gateway', { action: 'drop' });
          await until('a RESUME', () => wire.rewound > before);
        }
        await table.moves(12);
      });
      assert.ok(wire.repeated > 5 && wire.rewound >= 4, JSON.stringify(wire));
      await settle(judge, table, books);
      console.log(`${books.acts} acts, ${wire.repeated} came twice, ${wire.reordered} in another order, ${wire.rewound} RESUMEs brought more`);
    }));

  test(`the daemon is killed at any moment, and its clock is set (${SEED + 1})`, () => {
    const setClock = clockOf('clock');
    return Judge.run({ preload: library }, async (judge) => {
      pardon(judge);
      const books = new Books(judge);
      const random = chance(SEED + 1);
      const table = await sit(judge, random);
      const { wire } = judge.gateway;
      let kills = 0;
      await table.playOn(async () => {
        for (const end = Date.now() + SECONDS * 1000; Date.now() < end; kills++) {
          await books.draw(table.players, random);
          await table.moves(1 + Math.floor(random() * 5));
          setClock(TIMES[Math.floor(random() * TIMES.length)]);
          await table.moves(1);
          await sleep(random() * 40);
          await judge.stop('SIGKILL');
          await whole(judge);
          await judge.start();
        }
      });
      assert.ok(kills > 0);
      await settle(judge, table, books);
      await whole(judge);
      console.log(`${books.acts} acts, killed ${kills} times, ${wire.repeated} came twice, ${wire.reordered} in another order`);
    });
  });
});
