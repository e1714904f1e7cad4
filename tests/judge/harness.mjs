// A judge is the double of Discord that stands beside some checkouts. This file runs it with a daemon, and has what
// tests do to both. Nothing waits for a fixed time, only for conditions, LONG ms at most.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ours } from './children.mjs';
import { rewire } from './wire.mjs';

const JUDGE = process.env.TALON_JUDGE;
const PROGRAM = process.env.TALON_PROGRAM;
export const LONG = 60_000;

export const judgePart = (name) => import(pathToFileURL(join(JUDGE, name)).href);

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// Waits until `test` returns something truthy, and returns that.
export async function until(what, test, ms = LONG) {
  const end = Date.now() + ms;
  for (let pause = 2; ; pause = Math.min(pause * 1.5, 40)) {
    const value = await test();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(pause);
  }
}

// All words of a message, whether it is a container (Components V2) or not.
const displays = (list) => (list ?? []).flatMap((c) => (c.type === 10 ? [c.content] : displays(c.components)));
export function words(body) {
  const message = body?.payload_json ?? body;
  return [message?.content, ...displays(message?.components)].filter(Boolean).join('\n');
}

// The message as a client shows it: `content` has all words.
const seen = (message) => ({ ...message, content: [message.content, ...(message.text ?? [])].filter(Boolean).join('\n') });

// ---- inside the double -------------------------------------------------------

// A busy machine can halt this process, and with it all doubles. What happens meanwhile reaches them late and all
// at once. Nobody is to blame for that, so tests subtract these halts: { from, till }, in ms.
const TICK = 10;
const halts = [];
let ticked = Date.now();
setInterval(() => {
  const now = Date.now();
  if (now - ticked > 3 * TICK) halts.push({ from: ticked, till: now });
  ticked = now;
}, TICK).unref();

// For how many ms of that time this process was halted.
export const halted = (from, till) =>
  halts.reduce((sum, h) => sum + Math.max(0, Math.min(h.till, till) - Math.max(h.from, from)), 0);

// The control API cannot delete a channel or a guild, and does not tell which 429 was planned. So this reaches into
// the double's classes. All doubles of this process also share one compiled specification, because compiling it
// takes seconds, in which the other doubles would halt.
const worlds = new Map(); // by token
const gateways = new WeakMap();
const rests = new WeakMap();
let opened = 0;
async function watchInside() {
  const { World } = await judgePart('lib/world.mjs');
  const { Gateway } = await judgePart('lib/gateway.mjs');
  const { Rest } = await judgePart('lib/rest.mjs');
  const { Spec } = await judgePart('lib/spec.mjs');
  if (World.watched) return;
  World.watched = true;
  const before = (type, name, look) => {
    const own = type.prototype[name];
    type.prototype[name] = function (...args) {
      look(this, ...args);
      return own.apply(this, args);
    };
  };
  before(World, 'addGuild', (world) => worlds.set(world.token, world));
  before(Gateway, 'accept', (gateway, ws) => {
    gateways.set(gateway.world, gateway);
    rewire(gateway, ws);
  });
  before(World, 'acknowledge', (world, interaction) => (interaction.acked = Date.now()));

  const { handle } = Rest.prototype;
  Rest.prototype.handle = function (request, response) {
    rests.set(this.world, this);
    const write = response.writeHead;
    const done = handle.call(this, request, response);
    const entry = this.log.entries.at(-1);
    response.writeHead = (status, headers) => {
      // The double makes planned faults before it looks who sends the request, so these entries have no `auth`.
      Object.assign(entry, { scope: headers['x-ratelimit-scope'], planned: status === 429 && !entry.auth });
      return write.call(response, status, headers);
    };
    return done;
  };

  const { prepare } = Spec.prototype;
  let first;
  Spec.prototype.prepare = function (ids) {
    if (first) return Object.assign(this, { open: first.open, closed: first.closed });
    first = this;
    prepare.call(this, ids);
    for (const r of this.routes.filter(({ id }) => ids.includes(id)))
      for (const status of [200, 201]) this.response(r, status, {});
  };
}

// Opens a connection for each request: the double may close a kept one when the next request is on its way.
function ask(url, body) {
  return new Promise((done, fail) => {
    const request = http.request(url, { method: body === undefined ? 'GET' : 'POST', agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      const answer = JSON.parse(text);
      if (response.statusCode === 200) done(answer);
      else fail(new Error(answer.error));
    });
    request.on('error', fail).end(body);
  });
}

// ---- a judge and its daemon --------------------------------------------------

export const ANSWER = 3000; // ms that Discord waits for an answer to an interaction
export const PATIENCE = 8000; // ms that the double waits for it
const SPREAD = 250; // ms that the daemon waits beyond a second between fifty requests and the next
const ENDING = 20_000; // ms; the daemon ends within two seconds on a machine that is not busy
const PROGRESS = { bot_delay: 20, round_pause: 50 };

// For tests that are not about Discord's rate limits: nothing has to wait.
export const NO_LIMITS = { global: Infinity, routes: {}, fallback: null };

export class Judge {
  // `options`: of the double. `talon`: { key: value } for the section [talon]. `discord`: the same for [discord
  // test]. `others`: { section: { key: value } } for other networks.
  static async open({ talon = {}, discord = {}, others = {}, preload, locale, daemon = true, ...options } = {}) {
    const { start } = await judgePart('server.mjs');
    const judge = new Judge();
    await watchInside();
    // Discord waits three seconds. The double waits longer, because it may be halted itself; see problems().
    judge.double = await start({ identifyWindowMs: 50, ackMs: PATIENCE, token: `token-${++opened}`, ...options });
    judge.world = worlds.get(judge.double.token);
    judge.folder = mkdtempSync(join(tmpdir(), 'talon-judge-'));
    judge.preload = preload;
    judge.pardon = (problems) => problems; // a test replaces this to drop the problems that its own faults cause
    const section = (name, keys) =>
      `[${name}]\n` + Object.entries(keys).map(([k, v]) => `${k} = ${v}\n`).join('');
    const file = (name, text) => {
      const path = join(judge.folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    };
    const token = file('token', judge.double.token);
    judge.config = file(
      'talon.conf',
      section('talon', { database: join(judge.folder, 'talon.db'), log_level: 'debug', ...PROGRESS, ...talon }) +
        section('discord test', { token_file: token, api_base: judge.double.api, emoji: 'off', ...discord }) +
        Object.entries(others).map(([name, keys]) => section(name, keys)).join(''),
    );
    judge.starts = 0;
    if (daemon)
      await judge.start().catch(async (error) => {
        await judge.close();
        throw error;
      });
    return judge;
  }

  // Runs `body` with a judge. Afterwards the daemon must end well, and the judge must have found no problems.
  static async run(options, body) {
    const judge = await Judge.open(options);
    let failed = true;
    try {
      await body(judge);
      failed = false;
    } finally {
      const said = judge.said();
      const problems = await judge.problems();
      const refused = await judge.refused();
      const leaked = await judge.leaked();
      const end = await judge.close();
      if (failed) console.error(`${said.slice(-4000)}\n${JSON.stringify(problems)}\n${JSON.stringify(end)}`);
      else {
        assert.deepEqual(end, { code: 0, signal: null, unproven: '' }, said.slice(-2000));
        assert.deepEqual(judge.pardon(problems), CLEAN, `${said.slice(-2000)}\n${refused}`);
        assert.deepEqual(leaked, [], 'its log holds a token or a hand');
      }
    }
  }

  async close() {
    const end = await this.stop('SIGTERM');
    if (end) end.unproven = await this.unproven();
    this.double.close();
    if (!process.env.JUDGE_KEEP) rmSync(this.folder, { recursive: true, force: true });
    return end;
  }

  // ---- the daemon --------------------------------------------------------

  async start() {
    this.logFile = join(this.folder, `log${this.starts++}`);
    const out = openSync(this.logFile, 'w');
    const preload = this.preload ? { LD_PRELOAD: this.preload } : {};
    const child = spawn(PROGRAM, ['serve', '--config', this.config], {
      stdio: ['ignore', out, out],
      env: { ...process.env, ...preload },
    });
    closeSync(out);
    ours(child);
    this.daemon = child;
    this.ended = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })));
    await until('the commands', () => this.has('uno'));
    await until('the gateway', () => /is ready/.test(this.said()));
  }

  async stop(signal) {
    if (!this.daemon) return null;
    if (this.daemon.exitCode === null) this.daemon.kill(signal);
    const late = setTimeout(() => this.daemon.kill('SIGABRT'), ENDING);
    const end = await this.ended;
    clearTimeout(late);
    this.daemon = null;
    return end;
  }

  // What `talon verify` says of the first round that it cannot prove; '' if there is none.
  async unproven() {
    for (let round = 1; ; round++) {
      const said = await new Promise((done) =>
        execFile(PROGRAM, ['verify', '--db', join(this.folder, 'talon.db'), round], (error, out, err) => done(error ? err : null)));
      if (said !== null) return /there is no such round/.test(said) ? '' : said;
    }
  }

  // Waits until the daemon ends by itself.
  gone() {
    return Promise.race([this.ended, sleep(LONG).then(() => assert.fail('the daemon does not end'))]);
  }

  async restart(signal = 'SIGKILL') {
    await this.stop(signal);
    await this.start();
  }

  said() {
    return readFileSync(this.logFile, 'utf8');
  }

  // Lines of the daemon's logs that hold the bot's token, the token of an interaction, or four cards of a hand in a
  // row.
  async leaked() {
    const rest = await this.log('rest');
    const tokens = rest.flatMap((e) => [...(e.path ?? '').matchAll(/\/(?:webhooks|interactions)\/\d+\/([^/?]+)/g)].map((m) => m[1]));
    const rows = rest.flatMap((e) => JSON.stringify(e.body ?? '').match(/(?:\[[^\]"\\]+\]\**\s*){4}/g) ?? []);
    const bare = (text) => text.replace(/[^A-Za-z0-9+]/g, '');
    const secrets = [...new Set([this.double.token, ...tokens])];
    const hands = [...new Set(rows.map(bare))];
    const logs = Array.from({ length: this.starts }, (_, i) => readFileSync(join(this.folder, `log${i}`), 'utf8'));
    return logs.flatMap((log) => log.split('\n')).filter((line) =>
      secrets.some((secret) => line.includes(secret)) || hands.some((hand) => bare(line).includes(hand)));
  }

  // True if none of the daemon's threads runs or waits for a processor.
  get sleeps() {
    const tasks = `/proc/${this.daemon.pid}/task`;
    return readdirSync(tasks).every((task) => /\) S [^)]*$/.test(readFileSync(`${tasks}/${task}/stat`, 'utf8')));
  }

  async has(command) {
    const { commands } = await this.get('world');
    return Object.values(commands).flat().some((c) => c.name === command);
  }

  // All commands that a client lists, each under its full name ("uno join").
  commands() {
    const leaves = (c, before) => {
      const name = [...before, c.name];
      const subs = (c.options ?? []).filter((o) => o.type <= 2);
      return subs.length ? subs.flatMap((o) => leaves(o, name)) : [{ ...c, name: name.join(' '), menu: !before.length && c.type === 2 }];
    };
    return [...this.world.commands.values()].flat().flatMap((c) => leaves(c, []));
  }

  // The full name of a command of the chat: "uno join" for "join". "uno" opens a new table.
  path(name) {
    const last = name === 'uno' ? 'new' : name;
    const known = this.commands().find((c) => c.name.split(' ').at(-1) === last);
    if (!known) throw new Error(`no command of Discord is ${name}`);
    return known.name;
  }

  // ---- the control API ---------------------------------------------------

  async get(call, query = {}) {
    const given = Object.fromEntries(Object.entries(query).filter(([, v]) => v !== undefined));
    const answer = await ask(`${this.double.control}/${call}?${new URLSearchParams(given)}`);
    return call === 'view' ? answer.map(seen) : answer;
  }

  async post(call, body = {}) {
    const answer = await ask(`${this.double.control}/${call}`, JSON.stringify(body));
    return answer?.message?.audience ? { ...answer, message: seen(answer.message) } : answer;
  }

  fault(on, fault) {
    return this.post('fault', { on, ...fault });
  }

  get gateway() {
    return gateways.get(this.world);
  }

  // True if all faults of HTTP that were planned have happened.
  get spent() {
    return rests.get(this.world).faults.length === 0;
  }

  // Cancels the faults of HTTP that were planned.
  heal() {
    rests.get(this.world).faults.length = 0;
  }

  // Returns the double's problems with two changes. `rate_limited` leaves out 429s that the daemon could not
  // foresee: planned ones, and requests that it spread over a second, but that a halt of the double let in at once.
  // The second excuse holds for the global limit only, because a bucket gets one request at a time. `late` lists
  // the answers that come too late for Discord.
  async problems() {
    const problems = await this.get('problems');
    const limited = (await this.log('rest')).filter((e) => {
      const at = Date.parse(e.at);
      return e.status === 429 && !e.planned && !(e.scope === 'global' && halted(at - 1000, at) > SPREAD);
    });
    this.limited = limited.map((e) => e.route);
    return {
      ...problems,
      rate_limited: limited.length,
      invalid_requests: problems.invalid_requests - (problems.rate_limited - limited.length),
      late: this.answers().filter(({ ms }) => ms >= ANSWER).map(({ name, ms }) => `${name} after ${ms} ms`),
    };
  }

  // True if each limit gave at most one 429 for each restart. A new daemon does not know how much of a limit the
  // one before has used.
  get excused() {
    return this.limited.every((route) => this.limited.filter((r) => r === route).length < this.starts);
  }

  // All requests to addresses where some request was refused, in words.
  async refused() {
    const log = await this.log('rest');
    const paths = new Set(log.filter((e) => e.status >= 400 && e.status !== 429).map((e) => e.path));
    const line = (e) => `${e.at} ${e.method} ${e.route}: ${e.status} ${e.error ?? ''}`;
    return log.filter((e) => paths.has(e.path)).map(line).join('\n');
  }

  // The name of each answered interaction, and after how many ms it was answered, without halts.
  answers() {
    return [...this.world.interactions.values()].filter((i) => i.acked).map((i) => ({
      name: i.data.name ?? i.data.custom_id,
      ms: i.ackedAfterMs - halted(i.acked - i.ackedAfterMs, i.acked),
    }));
  }

  // ---- what the control API lacks ----------------------------------------

  deleteChannel(name) {
    const channel = this.world.channel(name);
    this.world.channels.delete(channel.id);
    for (const m of this.world.messages.values()) if (m.channelId === channel.id) m.deleted = true;
    const event = channel.parentId ? 'THREAD_DELETE' : 'CHANNEL_DELETE';
    gateways.get(this.world).dispatch(event, this.world.channelJson(channel), { guildId: channel.guildId, intent: 1 });
  }

  removeBot(guild) {
    guild.members.delete(this.world.bot.id);
    gateways.get(this.world).dispatch('GUILD_DELETE', { id: guild.id, unavailable: false }, { guildId: guild.id, intent: 1 });
  }

  addGuild(name, channels, names) {
    const members = names.map((n) => this.world.user(n));
    const guild = this.world.addGuild({ name, channels, members });
    gateways.get(this.world).dispatch('GUILD_CREATE', this.world.guildJson(guild), { guildId: guild.id, intent: 1 });
    return guild;
  }

  addChannel(name, guild = [...this.world.guilds.values()][0]) {
    const channel = this.world.addChannel({ name, guild });
    gateways.get(this.world).dispatch('CHANNEL_CREATE', this.world.channelJson(channel), { guildId: guild.id, intent: 1 });
  }

  async userId(name) {
    const known = (this.ids ??= new Map());
    if (!known.has(name)) for (const u of (await this.get('world')).users) known.set(u.name, u.id);
    return known.get(name);
  }

  // The number of the last request.
  get now() {
    return rests.get(this.world).log.entries.at(-1).n;
  }

  async log(kind, since = 0) {
    return this.get('log', { since, kind });
  }
}

// What GET /control/problems returns after a run without faults.
export const CLEAN = {
  refused: [],
  warnings: [],
  rate_limited: 0,
  invalid_requests: 0,
  unanswered: [],
  late: [],
  heartbeats_out_of_sequence: 0,
  double: [],
};
