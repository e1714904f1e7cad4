// What people see, as text pictures: golden/*.txt, compared line by line. GOLDEN=write writes new ones: read them
// before you commit them.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Judge, NO_LIMITS, judgePart, sleep } from './harness.mjs';
import { Table } from './players.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const MOVES = 8; // of each player

// Makes runs equal: ids and secrets in order, and a clock that stands still. The same moves then give the same
// game.
async function still() {
  const { World } = await judgePart('lib/world.mjs');
  World.prototype.snowflake = function () {
    this.ids = (this.ids ?? 1573000000000000000n) + 4194304n;
    return String(this.ids);
  };
  // The double sends no date either: by today's date, ids this old would have expired.
  const { Rest } = await judgePart('lib/rest.mjs');
  const { handle } = Rest.prototype;
  Rest.prototype.handle = function (request, response) {
    response.sendDate = false;
    return handle.call(this, request, response);
  };
  const library = join(mkdtempSync(join(tmpdir(), 'talon-still-')), 'still.so');
  const built = spawnSync('cc', ['-shared', '-fPIC', '-o', library, here('still.c')], { encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
  return library;
}

function dice(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

// ---- pictures --------------------------------------------------------------

const button = (b) => (b.disabled ? `(${b.label})` : `[${b.label}]`);

// Shows a long menu in full only the first time.
function menuLines(menu, known) {
  const text = JSON.stringify([menu.placeholder, menu.options]);
  if (menu.options.length > 5 && known.has(text)) return [`<${menu.placeholder}> as before`];
  known.add(text);
  return [`<${menu.placeholder}>`, ...menu.options.map((o) => `    ${o}`)];
}

// The words of a part of a container; "--" is a line across it. colour() is the container's colour.
const inside = (c) => (c.type === 14 ? '--' : c.type === 12 ? `(picture: ${c.items[0].description})` : c.content);
const framed = (message) => message.components?.flatMap((c) => c.components ?? [c]).filter((c) => c.type !== 1).map(inside).join('\n');
const colour = (message) => (message.components ? ` #${message.components[0].accent_color.toString(16).padStart(6, '0')}` : '');

function picture(message, names, known) {
  const text = (framed(message) ?? message.content).replace(/<@(\d+)>/g, (_, id) => `@${names.get(id)}`);
  const lines = text.split('\n');
  if (message.buttons.length) lines.push(message.buttons.map(button).join(' '));
  for (const menu of message.selects) lines.push(...menuLines(menu, known));
  return [`+-- ${message.audience === 'public' ? 'to all' : message.audience}${colour(message)}`, ...lines.map((l) => `| ${l}`), '+--'].join('\n');
}

class Camera {
  constructor(judge, table) {
    Object.assign(this, { judge, table, shown: new Set(), menus: new Set(), lines: [] });
  }

  // Waits until nothing more will happen: no request came for a while, and the daemon's threads sleep. The double
  // has no rate limits here, and computer players take no time, so nothing else is pending.
  async settle() {
    for (let last = -1, quiet = 0; quiet < 8; await sleep(20)) {
      const { length } = await this.judge.log();
      quiet = length === last && this.judge.sleeps ? quiet + 1 : 0;
      last = length;
    }
  }

  async shoot(caption) {
    await this.settle();
    this.lines.push('', `== ${caption}`);
    const names = new Map((await this.judge.get('world')).users.map((u) => [u.id, u.name]));
    const views = await Promise.all(this.table.players.map((p) => p.look()));
    const own = views.flatMap((v) => [v.panel, v.hand].filter(Boolean));
    for (const message of [...views[0].all.filter((m) => m.audience === 'public'), ...own]) {
      const seen = JSON.stringify([message.content, message.buttons.map(button), message.selects.map((m) => m.options)]);
      if (!this.shown.has(seen)) this.lines.push(picture(message, names, this.menus));
      this.shown.add(seen);
    }
  }

  compare(name) {
    const path = here(`golden/${name}.txt`);
    const text = `${this.lines.join('\n').trim()}\n`;
    if (process.env.GOLDEN === 'write') writeFileSync(path, text);
    assert.deepEqual(text.split('\n'), readFileSync(path, 'utf8').split('\n'));
  }
}

// ---- what is shown ---------------------------------------------------------

async function film(judge, set, { likes, seed, french }) {
  const names = ['alice', 'bob', 'carol'];
  const locales = french ? { alice: 'fr', bob: 'fr' } : {}; // the opener sees the panels, so alice needs a language, too
  for (const name of Object.keys(locales)) await judge.post('users', { name, locale: 'fr' });
  const table = new Table(judge, names, { likes, random: dice(seed), locales, catches: 0.5 });
  const [alice, bob, carol] = table.players;
  const camera = new Camera(judge, table);
  await alice.command('uno', { rules: set });
  await camera.shoot(`alice: /uno new rules:${set}`);
  await bob.press('Join');
  await camera.shoot('bob: Join');
  await carol.press('Join');
  await camera.shoot('carol: Join');
  await alice.press('Settings');
  await camera.shoot('alice: Settings');
  const { bots, none, one } = alice.words;
  await alice.choose(bots, one);
  await alice.choose(bots, none);
  const { panel } = await alice.look();
  await alice.click(panel, alice.words.remove);
  await camera.shoot(`alice: ${alice.words.remove}`);
  await alice.command('top');
  await camera.shoot('alice: /top');
  await alice.press('Start');
  await camera.shoot('alice: Start');
  for (let i = 0, idle = 0; i < MOVES && idle < 4; i++) {
    let acted = false;
    for (const player of table.players) {
      player.did = null;
      if (!(await player.step())) continue;
      acted = true;
      await camera.shoot(`${player.name}: ${player.did}`);
    }
    idle = acted ? 0 : idle + 1;
  }
  return camera;
}

const library = await still();

describe('pictures', { concurrency: 3 }, () => {
  for (const [name, set, options] of [
    ['classic-en', 'classic', { seed: 1 }],
    ['flex-fr', 'flex', { seed: 2, likes: /flex|Flex|W|blanche/, french: true }],
    ['skull-en', 'skull', { seed: 3, likes: /skull/ }],
    ['web-fr', 'web', { seed: 4, likes: /web/, french: true }],
  ])
    test(name, () =>
      Judge.run({ limits: NO_LIMITS, preload: library, talon: { round_pause: 600000 } }, async (judge) => {
        const camera = await film(judge, set, options);
        camera.compare(name);
      }));
});
