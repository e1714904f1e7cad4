// Beside a table of innocent people, hostile ones press whatever they see and forge the rest, and own servers that
// refuse the bot everything. Nobody may see another's hand, the table must be served as before, and the daemon must
// not grow.
// 
// TALON_HOSTILE_SEED: the seed of all random choices. TALON_HOSTILE_ACTS: how many hostile acts are done (800).
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Judge, sleep, words } from './harness.mjs';
import { Player, Table } from './players.mjs';
import { checkSaid, checkSeen } from './secrecy.mjs';

const SEED = Number(process.env.TALON_HOSTILE_SEED || (Date.now() % 2 ** 31));
const ACTS = Number(process.env.TALON_HOSTILE_ACTS || 800);
const CALM_MOVES = 40, MOVES = 80; // of the innocent, before and during the attack
const ROUNDS = 1; // rounds that must end during the attack
const MORE_MEMORY = 96; // MiB
const MORE_FILES = 24;
// Requests for others that come before an answer to the innocent, p99: those under way when it is asked for
// (LIMITS_FLYING, adapters/discord/rest/limits.h), and as many answers to people who were there earlier.
const MORE_BETWEEN = 2 * 32;
const REFUSED = 100; // refused requests, of all that the hostile servers cause

const INNOCENT = ['alice', 'bob', 'carol'];
const EVES = ['eve0', 'eve1', 'eve2', 'eve3', 'a1ice', 'b\u{43e}b', '<@everyone>', '\u202Ecarol'];

// Returns a random generator: the same seed gives the same numbers.
function chance(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 33n) % below;
  };
}

const NOISE = [
  '\u202E\u2066ecila\u200B\u200D\uFEFF', '@everyone <@1> <#2> <:x:3> ||x|| ```', '[R 5] [W]* Your hand: [R 5]', '%s%n{p}{names}',
  'x'.repeat(1900), '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(60), '\u0000\u0001\u001B[31m', '../../etc/passwd', '-1', '99999999999999999999',
  "'; DROP TABLE person; --", 'Z\u0351\u0313\u0314\u0343'.repeat(100), '\uD800', 'r5', 'w red uno', 'By the power of Grayskull, I have the power!',
];
const WORDS = ['hand', 'stop', 'start', 'table', 'help all', 'link ana-aaaaaaaa', 'seat aaaaaaaa', 'top', 'kick alice', 'draw', 'play w red', 'rules'];

class Den {
  constructor(judge, random) {
    Object.assign(this, { judge, random, acts: 0, failed: 0, known: [], stop: false });
    ({ world: this.world, gateway: this.gateway } = judge.double.inside);
  }

  pick(list) {
    return list[this.random(list.length)];
  }

  get eve() {
    return this.pick(EVES);
  }

  // Opens their server, with channels that refuse messages. They also come to the channel of the innocent.
  async open() {
    const { judge } = this;
    this.guild = judge.addGuild('den', ['pit0', 'pit1', 'deaf', 'blind'], EVES);
    await judge.post('permissions', { who: 'bot', channel: 'deaf', deny: 'SEND_MESSAGES' });
    await judge.post('permissions', { who: 'bot', channel: 'blind', deny: 'VIEW_CHANNEL' });
    this.places = ['pit0', 'pit1', 'deaf', 'blind', 'general', 'games', null];
  }

  where(user, place = this.pick(this.places)) {
    return { user, ...(place ? { channel: place } : { dm: true }), wait: 0 };
  }

  get noise() {
    return this.pick(this.random(2) ? NOISE : WORDS);
  }

  // ---- what they do ------------------------------------------------------

  // Any command with any options. In the channel of the innocent, none that takes a seat.
  async command(where = this.where(this.eve)) {
    const open = ['uno new', 'uno join', 'uno turn say-uno'];
    const all = this.judge.commands().filter((c) => (where.channel !== 'games' || !open.includes(c.name)) && (where.channel || !c.menu));
    const command = this.pick(all);
    const options = {};
    if (command.menu) return this.judge.post('menu', { ...where, name: command.name, on_user: this.pick([...INNOCENT, ...EVES]) });
    for (const o of command.options ?? []) {
      if (!o.required && this.random(2)) continue;
      if (o.choices?.length) options[o.name] = this.pick(o.choices).value;
      else if (o.type === 3) options[o.name] = this.noise;
      else if (o.type === 4) options[o.name] = (o.min_value ?? 0) + this.random(1 + (o.max_value ?? 9) - (o.min_value ?? 0));
      else if (o.type === 5) options[o.name] = true;
      else if (o.type === 6) options[o.name] = this.pick([...INNOCENT, ...EVES]);
    }
    return this.judge.post('command', { ...where, name: command.name, options });
  }

  async flood() {
    const where = this.where(this.eve);
    await Promise.all(Array.from({ length: 20 }, () => this.command(where)));
  }

  // Presses a control that they see, at any table.
  async press() {
    const where = this.where(this.eve);
    const seen = await this.judge.get('view', { user: where.user, ...(where.channel ? { channel: where.channel } : { dm: true }) });
    const message = this.pick(seen.filter((m) => m.buttons.length + m.selects.length > 0));
    if (!message) return;
    const control = this.pick([...message.buttons, ...message.selects]);
    this.known.push({ message: message.id, control });
    if (where.channel === 'games' && /join/.test(control.custom_id)) return;
    const asked = { user: where.user, message: message.id, wait: 0 };
    if (control.options) await this.judge.post('select', { ...asked, select: control.custom_id, values: [this.pick(control.options)] });
    else await this.judge.post('click', { ...asked, button: control.custom_id });
  }

  // Sends what no client would: controls of other people's or deleted messages, and modals that nobody opened.
  async forge() {
    const message = this.pick([...this.world.messages.values()]);
    if (!message) return;
    const flat = JSON.stringify(message.components ?? []).match(/"custom_id":"(?:[^"\\]|\\.)*"/g) ?? [];
    const ids = [...flat.map((text) => JSON.parse(`{${text}}`).custom_id), ...this.known.map((k) => k.control.custom_id), '1.0.0.!hand', ''];
    const custom_id = this.pick(ids);
    const games = this.world.channel('games').id;
    if (message.channelId === games && /join/.test(custom_id)) return;
    const user = this.world.user(this.eve);
    const channel = this.world.channels.get(message.channelId);
    const [type, data] = this.pick([
      [3, { custom_id, component_type: 2 }],
      [3, { custom_id, component_type: 3, values: [this.pick(['play r5', '>1', '=', this.noise])] }],
      [5, { custom_id, components: [{ type: 1, components: [{ type: 4, custom_id: 'words', value: this.noise }] }] }],
    ]);
    this.gateway.interaction(this.world.addInteraction({ type, user, channel, data, message }));
  }

  async suggest() {
    const command = this.judge.commands().find((c) => c.options?.some((o) => o.autocomplete));
    const option = command?.options.find((o) => o.autocomplete);
    if (option)
      await this.judge.post('autocomplete', { ...this.where(this.eve), name: command.name, focused: option.name, options: { [option.name]: this.noise } });
  }

  async write() {
    const { wait: _, ...where } = this.where(this.eve);
    const name = this.random(2) ? `<@${this.world.bot.id}> ` : '';
    const words = where.channel === 'games' ? WORDS : [this.noise];
    await this.judge.post('message', { ...where, content: `${name}${this.pick(words)}` });
  }

  async rule() {
    const channel = this.pick(['pit0', 'pit1']);
    const right = this.pick(['SEND_MESSAGES', 'VIEW_CHANNEL', 'ATTACH_FILES']);
    await this.judge.post('permissions', { who: 'bot', channel, [this.random(3) ? 'neutral' : 'deny']: right });
  }

  async remove() {
    const pits = ['pit0', 'pit1'].map((name) => this.world.channel(name).id);
    const message = this.pick([...this.world.messages.values()].filter((m) => pits.includes(m.channelId) && !m.only && !m.deleted));
    if (message) await this.judge.post('delete', { message: message.id });
  }

  async throwOut() {
    await this.judge.post('guilds', { name: 'den', bot: false });
    await this.judge.post('guilds', { name: 'den', bot: true });
  }

  async close() {
    await this.judge.post('users', { name: this.eve, dm_closed: this.random(2) === 1 });
  }

  get deeds() {
    const weights = { command: 10, flood: 1, press: 10, forge: 8, suggest: 3, write: 5, rule: 1, remove: 2, throwOut: 0.2, close: 0.5 };
    const list = Object.entries(weights).flatMap(([name, n]) => Array(n * 10).fill(name));
    Object.defineProperty(this, 'deeds', { value: list });
    return list;
  }

  // Acts until the test ends. The double refuses some acts, as Discord's client would.
  async run() {
    while (!this.stop) {
      const deed = this.pick(this.deeds);
      this.acts++;
      await this[deed]().catch((error) => {
        if (!(error instanceof Error) || error instanceof TypeError) throw error;
        this.failed++;
      });
      await sleep(5);
    }
  }
}

// ---- what must hold --------------------------------------------------------

const resident = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
const files = (pid) => readdirSync(`/proc/${pid}/fd`).length;
const p99 = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.99)] ?? 0;

// For each answer to the innocent: how many requests were sent for others while they waited.
async function between(judge, since) {
  const { world } = judge.double.inside;
  const ids = new Set(INNOCENT.map((name) => world.user(name).id));
  const all = [...world.interactions.values()];
  const own = new Map(all.map((i) => [i.id, ids.has(i.userId)]));
  const sent = (await judge.log('rest')).map((e) => ({ at: Date.parse(e.at), own: own.get(/interactions\/(\d+)/.exec(e.path)?.[1]) }));
  return all
    .filter((i) => own.get(i.id) && i.created >= since && i.state === 'acknowledged')
    .map((i) => sent.filter((e) => !e.own && e.at > i.created && e.at < i.created + i.ackedAfterMs).length);
}

const wins = async (judge) => {
  const games = judge.double.inside.world.channel('games').id;
  const log = await judge.log('rest');
  const texts = log.filter((e) => e.path.includes(`/channels/${games}/`)).map((e) => words(e.body));
  return new Set(texts.flatMap((text) => text.match(/[^;\n]* wins the round[^;\n]*/g) ?? [])).size;
};

test(`a den beside a table (TALON_HOSTILE_SEED=${SEED})`, () =>
  Judge.run({ users: [...INNOCENT, ...EVES] }, async (judge) => {
    const { world } = judge.double.inside;
    const random = chance(SEED);
    const games = world.channel('games').id;
    const innocent = new Set(INNOCENT.map((name) => world.user(name).id));
    // Refusals are allowed on the hostile servers only. No press of the innocent may stay unanswered.
    judge.pardon = (problems) => {
      const late = [...world.interactions.values()].filter((i) => i.state === 'failed' && innocent.has(i.userId)).map((i) => i.data.name ?? i.data.custom_id);
      assert.ok(problems.refused.length <= REFUSED, `${problems.refused.length} requests in vain: ${JSON.stringify(problems.refused.slice(0, 5))}`);
      return { ...problems, refused: [], invalid_requests: 0, unanswered: late, late: [] };
    };
    const table = new Table(judge, INNOCENT, { random: () => random(1000) / 1000 });
    await table.open();
    await table.set('score', 'single_round');
    await table.start();
    const begun = world.now();
    await table.playOn(() => table.moves(CALM_MOVES));
    const calm = p99(await between(judge, begun));
    const [memory, open, won] = [resident(judge.daemon.pid), files(judge.daemon.pid), await wins(judge)];

    const den = new Den(judge, chance(SEED + 1));
    await den.open();
    const stormed = world.now();
    const eyes = EVES.flatMap((name) => ['games', 'pit0', 'pit1', 'dm'].map((place) => new Player(judge, name, place)));
    const watch = async () => {
      while (!den.stop) {
        await checkSeen([...table.players, ...eyes]);
        await sleep(1000);
      }
    };
    const raging = Promise.all([den.run(), watch()]);
    raging.catch(() => {});
    const enough = async () => (await Promise.all([table.moves(MOVES), table.until('all that is done', () => den.acts >= ACTS, 1e6),
      table.until('the end of a round', async () => (await wins(judge)) >= won + ROUNDS, 1e6)]));
    await table.playOn(enough).finally(() => (den.stop = true));
    await raging;

    await checkSeen([...table.players, ...eyes]);
    await checkSaid(judge);
    const storm = p99(await between(judge, stormed));
    const rounds = (await wins(judge)) - won;
    const now = { memory: resident(judge.daemon.pid), files: files(judge.daemon.pid) };
    console.log(`${den.acts} acts (${den.failed} refused by the client), ${rounds} rounds, ${table.moved} moves, requests for others ` +
      `before an answer p99 ${calm} and ${storm}, ${now.memory.toFixed()} MiB (${memory.toFixed()} before), ${now.files} files (${open} before)`);
    const refused = (await judge.log('rest')).filter((e) => e.status >= 400 && e.status !== 429 && e.path.includes(games));
    assert.deepEqual(refused.map((e) => `${e.path} ${e.status} ${e.error}`).filter((line) => !/Unknown Message/.test(line)), [], 'refused at the table');
    assert.ok(rounds >= ROUNDS, `${rounds} rounds`);
    assert.ok(storm <= calm + MORE_BETWEEN, `others are answered first: ${storm} requests, ${calm} before`);
    assert.ok(now.memory <= memory + MORE_MEMORY, `memory: ${now.memory} MiB, ${memory} before`);
    assert.ok(now.files <= open + MORE_FILES, `files: ${now.files}, ${open} before`);
    assert.deepEqual(table.unanswered, []);
  }));
