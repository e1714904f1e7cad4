// Every way there is to act: menus of several pages, what special cards ask for, races, suggestions.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, NO_LIMITS, until } from './harness.mjs';
import { Player, Table } from './players.mjs';
import { checkSaid, checkSeen, told } from './secrecy.mjs';

const PEOPLE = ['alice', 'bob', 'carol'];

async function sit(judge, set, options, names = PEOPLE) {
  const table = new Table(judge, names, options);
  await table.open(set);
  await table.set('score', 'single_round');
  await table.start();
  return table;
}

// Plays match after match until each of these ways was used.
function uses(set, likes, ways, options = {}, talon = {}) {
  test(`${set}: ${ways.join(', ')}`, () =>
    Judge.run({ talon, limits: NO_LIMITS }, async (judge) => {
      const table = await sit(judge, set, { likes, ...options });
      const missing = () => ways.filter((way) => !table.players.some((p) => p.seen.has(way)));
      const left = { toString: () => missing().join(', ') };
      await table.playOn(() => table.until(left, () => missing().length === 0));
      await checkSeen(table.players);
      await checkSaid(judge);
    }));
}

describe('ways to act', { concurrency: 3 }, () => {
  uses('classic', /\[W/, ['colour', 'Challenge', 'Accept', 'catch', 'Keep'], { calls: 0.2 }, { uno_grace: 1200 });
  uses(
    'classic',
    /\[W/,
    ['Draw', 'Challenge', 'Accept', 'UNO!'].map((label) => `${label} on the table`),
    { openly: true, calls: 0, catches: 0 },
    { uno_grace: 4000 },
  );
  uses('skull', /skull/, ['modal', 'colour', 'Speak the words']);
  uses('web', /web/, ['target', 'colour']);
  uses('flex', /flex side|targeted/, ['flex side', 'target', 'colour']);

  // HR-14: a hand with many equal numbers has more choices than one menu can hold.
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

  test('a lobby by its menus, and a seat that is left and taken', () =>
    Judge.run({}, async (judge) => {
      const table = new Table(judge, PEOPLE);
      const [alice, bob, carol] = table.players;
      await alice.command('uno');
      await alice.choose('Set of rules', 'skull');
      await table.says(/Rules: \*\*skull/);
      await alice.choose('Computer players', '2 computer players');
      await table.says(/At the table: [^.]*,[^.]*,/);
      await alice.choose('How well they play', 'hard');
      await table.says(/\(computer, hard\)/);
      await alice.choose('Computer players', 'No computer players');
      assert.equal((await alice.view()).filter((m) => m.audience.startsWith('ephemeral')).length, 1); // the panel is edited, not sent again
      const panels = async () => (await alice.view()).filter((m) => m.selects.some((s) => s.placeholder === 'Set of rules'));
      const [before] = await panels();
      await alice.press('Settings');
      await until('one panel, the new one', async () => {
        const all = await panels();
        return all.length === 1 && all[0].id !== before.id;
      });
      for (const p of [bob, carol]) {
        await p.press('Join');
        await table.says(new RegExp(`At the table: .*${p.name}`));
      }
      await bob.press('Leave');
      await table.says(/At the table: (?!.*bob)/);
      await bob.press('Join');
      await table.says(/At the table: .*bob/);
      await table.start();
      await table.playOn(() => table.moves(6));
      await bob.command('away');
      await bob.press('My hand');
      await until('a way back', async () => (await bob.look()).hand?.buttons.some((b) => b.label === 'I am back'));
      await bob.click((await bob.look()).hand, 'I am back');
      await until('bob to be back', async () => !(await bob.look()).hand?.buttons.some((b) => b.label === 'I am back'));
      await table.playOn(() => table.moves(6));
      await checkSaid(judge);
    }));

  test('two catch at the same moment', () =>
    Judge.run({ talon: { uno_grace: 4000 }, limits: NO_LIMITS }, async (judge) => {
      const table = await sit(judge, 'classic', { catches: 0, calls: 0 });
      // Repeats until both pressed within ten milliseconds. Often that fails: the board is replaced before a press,
      // or the double halts between the two.
      await table.playOn(() => table.until('two who catch at once', async () => {
        const { board } = await table.opener.look();
        const label = board?.buttons.find((b) => /^Catch /.test(b.label))?.label;
        if (!label) return false;
        const since = judge.now;
        const hunters = table.players.filter((p) => !label.endsWith(p.name));
        const outcomes = await Promise.all(hunters.map((p) => p.click(board, label, 'catch').catch(() => null)));
        if (!outcomes.every(Boolean)) return false;
        const vain = outcomes.filter((o) => /nobody to catch/i.test(o.message?.content ?? ''));
        if (vain.length === 2) return false; // the chance had just ended
        assert.equal(vain.length, 1, `caught twice: ${JSON.stringify(outcomes)}`);
        await told(judge, new RegExp(`catches ${label.slice('Catch '.length)} without UNO`), since);
        const [first, second] = outcomes.map((o) => judge.world.interactions.get(o.interaction).created);
        return Math.abs(first - second) <= 10;
      }));
    }));

  // The bot gets only messages that mention it, and cannot show a hand to one person as the answer to a message.
  test('a hand that is asked for in words: the table comes with its button', () =>
    Judge.run({}, async (judge) => {
      const table = await sit(judge, 'classic');
      const content = `<@${judge.world.bot.id}> hand`;
      await judge.post('message', { user: 'bob', channel: 'games', content });
      const board = await table.says(/bob: the button My hand opens your hand, and so does <\/hand:\d+>\./);
      const opened = await table.players[1].click(board, 'My hand');
      assert.equal(opened.message.audience, 'ephemeral to bob');
      await table.alone();
    }));

  test('commands in sentences can be clicked', () =>
    Judge.run({}, async (judge) => {
      const ids = new Map(judge.commands().filter((c) => !c.menu).map((c) => [c.name, null]));
      for (const command of [...judge.world.commands.values()].flat())
        for (const name of ids.keys()) if (name.split(' ')[0] === command.name && command.type !== 2) ids.set(name, command.id);
      await judge.post('users', { name: 'carol', locale: 'fr' });
      const told = async (who, options) => {
        const player = new Player(judge, who, 'games');
        const { message } = await player.command('help', options);
        return [message.content, ...(message.embeds ?? []).map((e) => JSON.stringify(e))].join('\n');
      };
      for (const options of [{}, { command: 'all' }, { command: 'join' }, { command: 'name' }]) {
        const text = await told('alice', options);
        for (const [, name, id] of text.matchAll(/<\/([^:>]+):(\d+)>/g)) assert.equal(ids.get(name), id, `${name} in ${text}`);
      }
      // All commands of the menu are listed once, under the names that it shows.
      const list = (await told('alice', { command: 'all' })).split('\n')[0];
      const listed = [...list.matchAll(/(?:<|(?<=\s))\/([^:>/<]+?)(?=:\d+>|\s+[/<]|$)/g)].map((m) => m[1].trim());
      assert.deepEqual(listed.sort(), [...ids.keys()].sort(), list);
      const first = await told('alice', {});
      assert.match(first, /<\/uno new:\d+>/);
      assert.doesNotMatch(first, /(^|[^<\w])\/uno /m); // none is left in words
      const french = await told('carol', {});
      assert.match(french, /\/uno nouv/);
      assert.doesNotMatch(french, /<\/uno/);
    }));

  test('suggestions for /play are what can be played', () =>
    Judge.run({}, async (judge) => {
      const table = await sit(judge, 'classic');
      await Promise.all(table.players.map((p) => p.press('My hand')));
      const player = await until('whose turn it is', async () => {
        for (const p of table.players) if (p.words.turn.test((await p.look()).hand?.content ?? '')) return p;
      });
      const ask = (name, options, focused) =>
        judge.post('autocomplete', { ...player.where, name: judge.path(name), options, focused, wait: 3500 });
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
      const names = (await ask('catch', { computer: '' }, 'computer')).choices;
      assert.ok(Array.isArray(names));
      const carol = await judge.userId('carol'); // people are chosen by id, computer players by name
      await player.command('stats', { player: carol });
      await table.opener.command('kick', { player: carol }); // a vote: the match is rated
      await table.players.find((p) => p.name === 'bob').command('yes');
      // The board says it, or a message below it, if the board is not due for an update.
      await until('carol leaves', async () => (await table.opener.view()).some((m) => /carol leaves the table/.test(m.content)));
      await table.playOn(() => table.moves(3));
    }));

  test("a table deals by itself, by a preset of the operator's own", () =>
    Judge.run({ talon: { presets: 'friday: stack any, jump_in exact' } }, async (judge) => {
      const table = new Table(judge, ['alice', 'bob']);
      const { opener } = table;
      const ask = (options) => judge.post('autocomplete', { ...opener.where, name: judge.path('new'), options, focused: 'preset', wait: 3500 });
      const values = async (options) => (await ask(options)).choices.map(({ value }) => value);
      assert.deepEqual(await values({ preset: '' }), ['official', 'quick', 'party', 'brutal', 'friday']);
      assert.deepEqual(await values({ rules: 'flex', preset: 'Fri' }), ['friday']);
      await opener.command('uno', { rules: 'flex', preset: 'friday' });
      await table.says(/flex.*, but draw cards add up/);
      await opener.command('set', { channel: true, name: 'autostart', value: '5' });
      await table.says(/The round starts 5 s after the last one sat down\./);
      await table.join();
      await table.says(/On top/); // nobody has started it
      await table.playOn(() => table.moves(3));
    }));

  test('house rules are chosen in one form', () =>
    Judge.run({}, async (judge) => {
      const table = new Table(judge, ['alice', 'bob']);
      await table.open('classic');
      const { opener } = table;
      await opener.press('Settings');
      const open = async (button) => {
        const { panel } = await until('the panel', async () => {
          const look = await opener.look();
          return look.panel?.buttons.some((b) => b.label === button) && look;
        });
        return opener.click(panel, button);
      };
      const inputs = (opened) => opened.modal.components.map((c) => c.component);
      const chosen = (input) => input.options.filter((o) => o.default).map((o) => o.value);
      const submit = (opened, values) => opener.note('form', judge.post('modal', { interaction: opened.interaction, values, wait: 3500 }));

      const first = await open('House rules');
      assert.equal(first.modal.title, 'House rules');
      assert.equal(inputs(first).length, 5);
      const named = (opened, value) => inputs(opened).find((c) => c.options.some((o) => o.value === value));
      assert.deepEqual(chosen(named(first, 'stack any')), ['stack off']);
      assert.deepEqual(chosen(named(first, 'deflect on')), []);
      await submit(first, {
        [named(first, 'stack any').custom_id]: 'stack any',
        [named(first, 'deflect on').custom_id]: ['deflect on', 'seven_zero on'],
      });
      await table.says(/alice sets: [^\n]*7 swaps/); // one line tells all changes
      const again = await open('House rules');
      assert.deepEqual(chosen(named(again, 'stack any')), ['stack any']);
      assert.deepEqual(chosen(named(again, 'deflect on')).sort(), ['deflect on', 'seven_zero on']);
      await submit(again, { [named(again, 'deflect on').custom_id]: [] }); // no box is checked
      await table.says(/alice sets: [^\n]*7/);
      const typed = await opener.command('set'); // /set opens the form, too
      assert.deepEqual(chosen(named(typed, 'stack any')), ['stack any']);
      const more = await open('More house rules');
      assert.deepEqual(chosen(named(more, 'force_play off')), ['force_play off']);
      await submit(more, { [named(more, 'force_play off').custom_id]: 'force_play drawn' });
      const last = await open('House rules');
      assert.deepEqual(chosen(named(last, 'stack any')), ['stack any']);
      assert.deepEqual(chosen(named(last, 'deflect on')), []);
      await table.start();
      await submit(last, { [named(last, 'stack any').custom_id]: 'stack off' }); // too late: the round has begun
      await table.playOn(() => table.moves(4));
    }));

  test('somebody is asked to the table from the menu of their name', () =>
    Judge.run({}, async (judge) => {
      await judge.post('users', { name: 'dora' });
      const alice = new Player(judge, 'alice', 'games');
      const ask = (on) => judge.post('menu', { ...alice.where, name: 'Invite to a table', on_user: on, wait: 3500 });
      const said = async (pattern) => until(`alice is told ${pattern}`, async () =>
        (await alice.view()).find((m) => m.audience.startsWith('ephemeral') && pattern.test(m.content)));
      await ask('dora');
      await said(/no table here: <\/uno new:\d+> opens one/);
      await alice.command('uno');
      assert.equal((await ask('dora')).state, 'acknowledged');
      const dora = new Player(judge, 'dora', 'games');
      const id = await judge.userId('dora');
      const call = await until('the call', async () => (await dora.look()).boards.find((m) => m.content.includes(`<@${id}>`)));
      assert.match(call.content, /alice asks you to the table: Join takes a seat/);
      assert.equal(call.pinged, true);
      assert.equal((await alice.look()).board.pinged, false);
      await said(/I asked them/);
      await ask('dora');
      await said(/Somebody asked them a few minutes ago/);
      await dora.press('Join');
      await until('her seat', async () => (await dora.look()).boards.find((m) => /At the table: .*dora/.test(m.content)));
      await ask('dora');
      await said(/They have a seat at this table already/);
    }));
});
