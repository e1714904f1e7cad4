// Several daemons that share one PostgreSQL server, and so the shards of one bot; and that server. Where
// there is none (TALON_POSTGRES, or below TALON_SERVERS, or installed) tests are skipped.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Judge, LONG, sleep, until } from './harness.mjs';

const NOBODY = 65534;
const PROGRAM = process.env.TALON_PROGRAM;

// How its programs are run: not as root, and with the libraries that an unpacked one brings along.
function manner(program) {
  const drop = process.geteuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const lib = /^(.+\/usr\/lib)\/postgresql\//.exec(program)?.[1];
  const own = lib && readdirSync(lib).find((name) => name.includes('-linux-gnu'));
  return { ...drop, cwd: '/', stdio: 'ignore', env: { ...process.env, ...(own && { LD_LIBRARY_PATH: join(lib, own) }) } };
}

function works(program) {
  try {
    execFileSync(program, ['--version'], manner(program));
    return true;
  } catch {
    return false; // below a folder that is closed to nobody, for one
  }
}

function findPostgres() {
  if (process.env.TALON_POSTGRES) return process.env.TALON_POSTGRES;
  for (const root of [process.env.TALON_SERVERS, ''].filter((r) => r !== undefined)) {
    const versions = join(root || '/', 'usr/lib/postgresql');
    for (const version of existsSync(versions) ? readdirSync(versions) : []) {
      const program = join(versions, version, 'bin/postgres');
      if (works(program)) return program;
    }
  }
  return null;
}

export const postgres = findPostgres();

// A server of one test, below a folder of its own.
class Server {
  constructor() {
    const bin = join(postgres, '..');
    const options = manner(postgres);
    this.folder = mkdtempSync(join(tmpdir(), 'talon-judge-pg-'));
    if (options.uid) chownSync(this.folder, NOBODY, NOBODY);
    chmodSync(this.folder, 0o755);
    const data = join(this.folder, 'data');
    execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], options);
    this.child = spawn(join(bin, 'postgres'), ['-D', data, `-cunix_socket_directories=${this.folder}`, '-clisten_addresses=',
      '-cfsync=off', '-cshared_buffers=16MB', '-cjit=off'], options);
    process.once('exit', () => this.child.kill('SIGKILL'));
    this.ended = new Promise((done) => this.child.once('exit', done));
    this.address = `postgresql://postgres@/postgres?host=${this.folder}`;
  }

  there() {
    return until('PostgreSQL', () => existsSync(join(this.folder, '.s.PGSQL.5432')));
  }

  async close() {
    this.child.kill('SIGQUIT');
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

// One of the daemons.
export class Process {
  constructor(fleet, name) {
    Object.assign(this, { fleet, name, judge: fleet.judge, ended: null });
    this.folder = join(fleet.judge.folder, name);
    mkdirSync(this.folder);
    this.config = join(this.folder, 'talon.conf');
    this.control = join(this.folder, 'control');
    const text = readFileSync(fleet.judge.config, 'utf8');
    const own = `[talon]\nprocess = ${name}\ncontrol_socket = ${this.control}\n`;
    writeFileSync(this.config, text.replace('[talon]\n', own), { mode: 0o600 });
  }

  start() {
    const { judge } = this;
    this.log = join(judge.folder, `log${judge.starts++}`);
    const out = openSync(this.log, 'w');
    this.child = spawn(PROGRAM, ['serve', '--config', this.config], { stdio: ['ignore', out, out] });
    closeSync(out);
    const { child } = this;
    children.add(child);
    this.ended = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })));
    this.ended.then(() => children.delete(child));
  }

  said() {
    return readFileSync(this.log, 'utf8');
  }

  get runs() {
    return Boolean(this.child) && this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(signal = 'SIGTERM') {
    if (this.runs) this.child.kill(signal);
    return this.ended;
  }

  // What `talon ctl --json` answers; null: nobody does.
  ctl(...words) {
    return new Promise((done) =>
      execFile(PROGRAM, ['ctl', '--socket', this.control, '--json', ...words], (error, out) =>
        done(error ? null : JSON.parse(out))));
  }

  // The leases that it sees.
  async leases() {
    return (await this.ctl('fleet'))?.leases ?? [];
  }
}

export class Fleet {
  // As Judge.run(): `body` has a fleet of so many daemons that do not run yet.
  static async run({ processes = ['north', 'south'], talon = {}, ...options }, body) {
    const fleet = new Fleet();
    const server = new Server();
    let failed = true;
    try {
      await server.there();
      fleet.judge = await Judge.open({ ...options, daemon: false, talon: { database: server.address, ...talon } });
      fleet.address = server.address;
      fleet.processes = processes.map((name) => new Process(fleet, name));
      await body(fleet);
      failed = false;
    } finally {
      const ends = await Promise.all((fleet.processes ?? []).filter((p) => p.runs).map((p) => p.stop()));
      if (failed) for (const p of fleet.processes ?? []) if (p.log) console.error(`== ${p.name}\n${p.said().slice(-6000)}`);
      await fleet.judge?.close();
      await server.close();
      if (!failed && ends.some((end) => end.code !== 0)) throw new Error(`they end by ${JSON.stringify(ends)}`);
    }
  }

  // What happened at the gateway and was asked for since then, for who looks for a fault.
  async show(since = 0) {
    for (const kind of ['gateway', 'rest'])
      for (const e of await this.judge.log(kind, since)) if (e.event !== 'heartbeat') console.error(JSON.stringify(e).slice(0, 300));
  }

  async start(...processes) {
    for (const p of processes.length ? processes : this.processes) p.start();
    await until('the commands', () => this.judge.has('uno'));
  }

  // Who answers to `user` in `place` first from now on, and after how many ms.
  async answer(player) {
    const since = Date.now();
    for (const end = since + LONG; Date.now() < end; await sleep(5)) {
      const outcome = await player.command('hand').catch(() => null);
      if (outcome?.state === 'acknowledged') return Date.now() - since;
    }
    throw new Error('nobody answers');
  }

  async gateway(test) {
    return (await this.judge.log('gateway')).filter(test);
  }
}
