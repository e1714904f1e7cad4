// The cards as emoji of the application. The bot adds them once, and puts them before the letters of cards.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, NO_LIMITS, until } from './harness.mjs';
import { Table } from './players.mjs';

const WITH = { discord: { emoji: 'on' } };
const ours = (judge) => [...judge.world.emojis.values()].filter((e) => /^talon2_/.test(e.name));
const complete = (judge) => until('all emoji', () => /the emoji of cards are there added=/.test(judge.said()), 120_000);
const asked = async (judge, method) => (await judge.log('rest')).filter((e) => e.method === method && /emojis/.test(e.path)).length;

// All emoji in a message that somebody sees: in the text, on buttons and on options.
function signs(judge, message) {
  const inText = [...message.content.matchAll(/<:(\w+):(\d+)>/g)].map(([, name, id]) => ({ name, id }));
  const { components } = judge.world.messages.get(message.id);
  const all = [];
  const walk = (c) => {
    if (c.emoji) all.push(c.emoji);
    for (const inner of [...(c.components ?? []), ...(c.options ?? [])]) walk(inner);
  };
  for (const c of components ?? []) walk(c);
  return { inText, onControls: all.filter((e) => e.id) };
}

describe('emoji', { concurrency: 2 }, () => {
  test('they are added at the first start, while people play, and used', () =>
    Judge.run(WITH, async (judge) => {
      const table = new Table(judge, ['alice', 'bob']);
      await table.open('classic'); // nothing waits for the emoji
      await table.start();
      await complete(judge);
      const made = ours(judge);
      assert.ok(made.length > 60 && made.length < 300, `${made.length} emoji`);
      const known = new Map(made.map((e) => [e.id, e.name]));
      const seen = { text: 0, controls: 0 };
      await table.playOn(() => until('cards with their emoji', async () => {
        for (const player of table.players) {
          const { hand, board } = await player.look();
          for (const message of [hand, board].filter(Boolean)) {
            const { inText, onControls } = signs(judge, message);
            for (const sign of [...inText, ...onControls]) assert.equal(known.get(sign.id), sign.name);
            seen.text += inText.length;
            seen.controls += onControls.length;
          }
          // each emoji is followed by the label of its card, or by the word of its colour
          if (hand) assert.doesNotMatch(hand.content, /<:talon2_\w+:\d+>(?!\\?\[|[a-z])/);
        }
        return seen.text > 50 && seen.controls > 20;
      }));
    }));

  test('a restart adds what is missing, and deletes only old ones of ours', () =>
    Judge.run({ ...WITH, limits: NO_LIMITS }, async (judge) => {
      await complete(judge);
      const { emojis } = judge.world;
      const made = ours(judge);
      const posts = await asked(judge, 'POST');
      assert.equal(posts, made.length);
      await judge.stop('SIGTERM');
      emojis.delete(made[3].id);
      const image = made[0];
      for (const name of ['talon0_r5', 'talon1_r5', 'talon_cup', 'r5'])
        emojis.set(judge.world.snowflake(), { ...image, id: null, name });
      for (const [id, e] of emojis) e.id = id;
      await judge.start();
      await complete(judge);
      assert.equal(await asked(judge, 'POST'), posts + 1);
      const names = [...emojis.values()].map((e) => e.name);
      assert.ok(names.includes(made[3].name));
      await until('the old one is gone', () => ![...emojis.values()].some((e) => e.name === 'talon0_r5'));
      for (const name of ['talon1_r5', 'talon_cup', 'r5']) assert.ok(names.includes(name), name);
      assert.equal(await asked(judge, 'DELETE'), 1);
    }));

  test('two processes that add them at once end with one of each', () =>
    Judge.run({ ...WITH, limits: NO_LIMITS }, async (judge) => {
      await complete(judge);
      const { emojis } = judge.world;
      const made = ours(judge);
      judge.pardon = (p) => ({ ...p, refused: p.refused.filter((e) => !/emojis/.test(e.route)), invalid_requests: 0 });
      await judge.stop('SIGTERM');
      emojis.clear();
      await judge.start();
      await until('it has begun', () => ours(judge).length >= 3, 120_000);
      const there = new Set(ours(judge).map((e) => e.name));
      for (const e of made.filter(({ name }) => !there.has(name))) { // as if another process were faster
        const id = judge.world.snowflake();
        emojis.set(id, { ...e, id });
      }
      await complete(judge);
      assert.doesNotMatch(judge.said(), /cannot add the emoji/);
      assert.equal(ours(judge).length, made.length);
      assert.equal((await judge.log('rest')).filter((e) => e.method === 'POST' && /emojis/.test(e.path) && e.status === 400).length, 1);
    }));

  test('without them there are squares, and play goes on', () =>
    Judge.run({ ...WITH, limits: NO_LIMITS }, async (judge) => {
      const refuse = { route: 'GET /applications/{application_id}/emojis', status: 403, times: 1 };
      judge.pardon = (p) => ({ ...p, refused: [], invalid_requests: 0 });
      await judge.stop('SIGTERM');
      judge.world.emojis.clear();
      await judge.fault('http', refuse);
      await judge.start();
      await until('it is said once', () => /cannot list the emoji of cards: squares stand for them status=403/.test(judge.said()));
      const table = new Table(judge, ['alice', 'bob']);
      await table.open('classic');
      await table.start();
      const board = await table.says(/On top/);
      assert.match(board.content, /On top [\u{1F7E5}\u{1F7E9}\u{1F7E6}\u{1F7E8}]/u);
      await table.playOn(() => table.moves(4));
    }));

  test('if somebody deletes them, cards get squares at once', () =>
    Judge.run({ ...WITH, limits: NO_LIMITS }, async (judge) => {
      await complete(judge);
      const table = new Table(judge, ['alice', 'bob']);
      await table.open('classic');
      await table.start();
      judge.world.emojis.clear();
      judge.pardon = (p) => ({ ...p, refused: [], invalid_requests: 0, unanswered: [] });
      await table.playOn(() => table.moves(4));
      assert.match(judge.said(), /asks again for the emoji of cards: a message was refused/);
      const signed = (m) => /[\u{1F7E5}\u{1F7E9}\u{1F7E6}\u{1F7E8}]/u.test(m?.content ?? '');
      await until('squares', async () => signed((await table.opener.look()).board));
    }));
});
