// Every way there is to act: menus of several pages, what special cards ask for, races, suggestions.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, until } from './harness.mjs';
import { Table, plain } from './players.mjs';
import { checkSaid, checkSeen } from './secrecy.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];

async function sit(judge, set, options, names = PEOPLE) {
  const table = new Table(judge, names, options);
  await table.open(set);
  await table.set('score', 'single_round');
  await table.start();
  return table;
}

// Match after match, until each of these was used.
function uses(set, likes, ways, options = {}, talon = {}) {
  test(`${set}: ${ways.join(', ')}`, () =>
    Judge.run({ talon }, async (judge) => {
      const table = await sit(judge, set, { likes, ...options });
      const missing = () => ways.filter((way) => !table.players.some((p) => p.seen.has(way)));
      await table.playOn(() => table.until(`all of ${ways}`, () => missing().length === 0));
      assert.deepEqual(missing(), []);
      await checkSeen(table.players);
      await checkSaid(judge);
    }));
}

describe('ways to act', { concurrency: 3 }, () => {
  uses('classic', /\[W/, ['colour', 'Challenge', 'Accept', 'catch', 'Keep'], { calls: 0.2 }, { uno_grace: 1200 });
  uses('skull', /skull/, ['modal', 'colour', 'Speak the words']);
  uses('web', /web/, ['target', 'colour']);
  uses('flex', /flex side|targeted/, ['flex side', 'target', 'colour']);

  // HR-14 gives a hand of many numbers more choices than a menu holds.
  test('a hand of two pages', () =>
    Judge.run({}, async (judge) => {
      const table = new Table(judge, ['alice', 'bob'], { hoards: true });
      await table.open();
      await table.set('hand_size', '15');
      await table.set('multi_play', 'same_number');
      await table.start();
      await table.playOn(async () => {
        await table.until('a page that is turned', () => table.players.some((p) => p.seen.has('page')));
        for (const p of table.players) p.hoards = false;
        await table.moves(10);
      });
      await checkSaid(judge);
    }));

  test('two catch at the same moment', () =>
    Judge.run({ talon: { uno_grace: 4000 } }, async (judge) => {
      const table = await sit(judge, 'classic', { catches: 0, calls: 0 });
      await table.playOn(async () => {
        // Until both could press it: a board may be replaced under their fingers.
        const outcomes = await table.until('two who catch', async () => {
          const { board } = await table.opener.look();
          const label = board?.buttons.find((b) => /^Catch /.test(b.label))?.label;
          if (!label) return null;
          const hunters = table.players.filter((p) => !label.endsWith(p.name));
          const all = await Promise.all(hunters.map((p) => p.click(board, label, 'catch').catch(() => null)));
          return all.every(Boolean) && all;
        });
        const said = await table.says(/ catches .* without UNO/);
        assert.equal(plain(said.content).match(/ catches .* without UNO/g).length, 1, 'caught twice');
        const told = outcomes.filter((o) => /nobody to catch/i.test(o.message?.content ?? ''));
        assert.equal(told.length, 1, `the other hears nothing: ${JSON.stringify(outcomes)}`);
      });
    }));

  test('suggestions for /play are what can be played', () =>
    Judge.run({}, async (judge) => {
      const table = await sit(judge, 'classic');
      await Promise.all(table.players.map((p) => p.press('My hand')));
      const player = await until('whose turn it is', async () => {
        for (const p of table.players) if (p.words.turn.test((await p.look()).hand?.content ?? '')) return p;
      });
      const ask = (name, options, focused) =>
        judge.post('autocomplete', { ...player.where, name, options, focused, wait: 3500 });
      const { hand } = await player.look();
      const menu = hand.selects.find((s) => s.placeholder === 'Play a card');
      const outcome = await ask('play', { card: '' }, 'card');
      assert.equal(outcome.state, 'acknowledged');
      const { choices } = outcome;
      assert.equal(choices.length > 0, Boolean(menu), JSON.stringify(choices));
      const other = table.players.find((p) => p !== player);
      const foreign = await judge.post('autocomplete', { ...other.where, name: 'play', options: { card: '' }, focused: 'card', wait: 3500 });
      assert.equal(foreign.state, 'acknowledged');
      if (menu) await player.command('play', { card: choices[0].value });
      else await player.command('draw');
      const names = (await ask('catch', { player: '' }, 'player')).choices;
      assert.ok(Array.isArray(names));
      await table.playOn(() => table.moves(3));
    }));
});
