// Checks that each round counts once, whatever happened to the messages that tell of it.
import assert from 'node:assert/strict';
import { LONG, sleep, words } from './harness.mjs';
import { plain } from './players.mjs';

// The end of a round. It is bold, except when it is told again after a restart.
const END = /(?:\*\*)?\b(\w+)(?:\*\*)? wins the round and (\d+) points?(?:, and so the match)?!(?:(?!wins the round)[^])*?Round \d+: secret s\d+=([0-9a-f]{64})/g;
const TITLE = 'Best of all time';
const ROW = /`\s*\d+\s+(\d+)\s+(\d+)\/\d+\s+\d+` (\w+)/g; // rank, points, rounds won, matches won, name

// For each winner the points and rounds that the public messages tell. A round that is told twice counts once.
async function told(judge) {
  const rounds = new Map();
  for (const { body } of await judge.log('rest'))
    for (const [, name, points, round] of plain(words(body)).matchAll(END)) rounds.set(round, [name, Number(points)]);
  const sums = {};
  for (const [name, points] of rounds.values()) {
    const sum = (sums[name] ??= { points: 0, won: 0 });
    sum.points += points;
    sum.won++;
  }
  return sums;
}

async function listed(player) {
  await player.command('top');
  const embeds = (await player.look()).all.flatMap((m) => m.embeds ?? []);
  const best = embeds.findLast((e) => e.title?.startsWith(TITLE));
  const sums = {};
  for (const [, points, won, name] of (best?.fields ?? []).map((f) => f.value).join('\n').matchAll(ROW))
    if (won !== '0') sums[name] = { points: Number(points), won: Number(won) };
  return sums;
}

// Call it when nobody plays any more. The last messages and the leaderboard may still take a while.
export async function checkScores(judge, player) {
  for (const end = Date.now() + LONG; ; await sleep(5000)) {
    try {
      return assert.deepEqual(await listed(player), await told(judge));
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
