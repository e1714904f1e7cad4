// A judge (the double of Discord that stands beside some checkouts), a daemon that plays on it, and
// what tests do to both. Everything waits for conditions; LONG is how long they may take at most.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const JUDGE = process.env.TALON_JUDGE;
const PROGRAM = process.env.TALON_PROGRAM;
export const LONG = 20_000;

export const judgePart = (name) => import(pathToFileURL(join(JUDGE, name)).href);

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// What `test` gives as soon as it is truthy.
export async function until(what, test, ms = LONG) {
  const end = Date.now() + ms;
  for (let pause = 2; ; pause = Math.min(pause * 1.5, 40)) {
    const value = await test();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(pause);
  }
}

// The control API deletes no channel and no guild: for that the double is taken by its parts.
const worlds = new Map(); // by token
let opened = 0;
const gateways = new WeakMap();
async function watchInside() {
  const { World } = await judgePart('lib/world.mjs');
  const { Gateway } = await judgePart('lib/gateway.mjs');
  const { addGuild } = World.prototype;
  const { accept } = Gateway.prototype;
  if (addGuild.watched) return;
  World.prototype.addGuild = function (guild) {
    worlds.set(this.token, this);
    return addGuild.call(this, guild);
  };
  Gateway.prototype.accept = function (...args) {
    gateways.set(this.world, this);
    return accept.apply(this, args);
  };
  World.prototype.addGuild.watched = true;
}

const PROGRESS = { bot_delay: 20, round_pause: 50 };

export class Judge {
  // options: those of the double; talon: { key: value } of [talon]; discord: of [discord test]
  static async open({ talon = {}, discord = {}, preload, locale, daemon = true, ...options } = {}) {
    const { start } = await judgePart('server.mjs');
    const judge = new Judge();
    await watchInside();
    // Discord waits three seconds, and test_pace.mjs holds us to that; the double itself may halt longer
    // where many tests share one process on a busy machine.
    judge.double = await start({ identifyWindowMs: 50, ackMs: 8000, token: `token-${++opened}`, ...options });
    judge.world = worlds.get(judge.double.token);
    judge.folder = mkdtempSync(join(tmpdir(), 'talon-judge-'));
    judge.preload = preload;
    judge.pardon = (problems) => problems; // without what the faults themselves provoke
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
        section('discord test', { token_file: token, api_base: judge.double.api, ...discord }),
    );
    judge.starts = 0;
    if (daemon)
      await judge.start().catch(async (error) => {
        await judge.close();
        throw error;
      });
    return judge;
  }

  // Runs `body` with a judge; the daemon must end well and the judge have nothing to say against it.
  static async run(options, body) {
    const judge = await Judge.open(options);
    let failed = true;
    try {
      await body(judge);
      failed = false;
    } finally {
      const said = judge.said();
      const problems = await judge.problems();
      const end = await judge.close();
      if (failed) console.error(`${said.slice(-4000)}\n${JSON.stringify(problems)}\n${JSON.stringify(end)}`);
      else {
        assert.deepEqual(end, { code: 0, signal: null }, said.slice(-2000));
        assert.deepEqual(judge.pardon(problems), CLEAN, said.slice(-2000));
      }
    }
  }

  async close() {
    const end = await this.stop('SIGTERM');
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
    process.once('exit', () => child.kill('SIGKILL'));
    this.daemon = child;
    this.ended = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })));
    await until('the commands', () => this.has('uno'));
    await until('the gateway', () => /is ready/.test(this.said()));
  }

  async stop(signal) {
    if (!this.daemon) return null;
    if (this.daemon.exitCode === null) this.daemon.kill(signal);
    const late = setTimeout(() => this.daemon.kill('SIGABRT'), 10_000);
    const end = await this.ended;
    clearTimeout(late);
    this.daemon = null;
    return end;
  }

  // It ends by itself.
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

  async has(command) {
    const { commands } = await this.get('world');
    return Object.values(commands).flat().some((c) => c.name === command);
  }

  // ---- the control API ---------------------------------------------------

  async get(call, query = {}) {
    const given = Object.fromEntries(Object.entries(query).filter(([, v]) => v !== undefined));
    return this.#answer(await fetch(`${this.double.control}/${call}?${new URLSearchParams(given)}`));
  }

  async post(call, body = {}) {
    return this.#answer(
      await fetch(`${this.double.control}/${call}`, { method: 'POST', body: JSON.stringify(body) }),
    );
  }

  async #answer(response) {
    const answer = await response.json();
    if (response.status !== 200) throw new Error(answer.error);
    return answer;
  }

  fault(on, fault) {
    return this.post('fault', { on, ...fault });
  }

  problems() {
    return this.get('problems');
  }

  // ---- what the control API has not --------------------------------------

  deleteChannel(name) {
    const channel = this.world.channel(name);
    this.world.channels.delete(channel.id);
    for (const m of this.world.messages.values()) if (m.channelId === channel.id) m.deleted = true;
    gateways.get(this.world).dispatch('CHANNEL_DELETE', this.world.channelJson(channel), { guildId: channel.guildId, intent: 1 });
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

  async log(kind, since = 0) {
    return this.get('log', { since, kind });
  }
}

// Of GET /control/problems: what a run without faults leaves.
export const CLEAN = {
  refused: [],
  warnings: [],
  rate_limited: 0,
  invalid_requests: 0,
  unanswered: [],
  heartbeats_out_of_sequence: 0,
  double: [],
};
