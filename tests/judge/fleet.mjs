// Several daemons that share one PostgreSQL server, and with it the shards of one bot.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ours } from './children.mjs';
import { Judge, LONG, sleep, until } from './harness.mjs';
import { Server, Wire } from './postgres.mjs';

const PROGRAM = process.env.TALON_PROGRAM;

// One daemon of the fleet.
export class Process {
  constructor(fleet, name) {
    Object.assign(this, { fleet, name, judge: fleet.judge, ended: null });
    this.folder = join(fleet.judge.folder, name);
    mkdirSync(this.folder);
    this.config = join(this.folder, 'talon.conf');
    this.control = join(this.folder, 'control');
    this.wire = new Wire(fleet.server);
    const text = readFileSync(fleet.judge.config, 'utf8').replace(fleet.server.address, this.wire.address);
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
    ours(child);
    this.ended = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })));
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

  // The answer of `talon ctl --json`; null: the daemon does not answer.
  ctl(...words) {
    return new Promise((done) =>
      execFile(PROGRAM, ['ctl', '--socket', this.control, '--json', ...words], (error, out) =>
        done(error ? null : JSON.parse(out))));
  }

  // The leases of all daemons, as this one sees them.
  async leases() {
    return (await this.ctl('fleet'))?.leases ?? [];
  }
}

export class Fleet {
  // Like Judge.run(), but `body` gets a fleet. Its daemons do not run yet.
  static async run({ processes = ['north', 'south'], talon = {}, ...options }, body) {
    const fleet = new Fleet();
    const server = (fleet.server = new Server());
    let failed = true;
    try {
      await server.start();
      fleet.judge = await Judge.open({ ...options, daemon: false, talon: { database: server.address, ...talon } });
      fleet.processes = processes.map((name) => new Process(fleet, name));
      await Promise.all(fleet.processes.map((p) => p.wire.there));
      await body(fleet);
      failed = false;
    } finally {
      const ends = await Promise.all((fleet.processes ?? []).filter((p) => p.runs).map((p) => p.stop()));
      if (failed) for (const p of fleet.processes ?? []) if (p.log) console.error(`== ${p.name}\n${p.said().slice(-6000)}`);
      await fleet.judge?.close();
      for (const p of fleet.processes ?? []) await p.wire.close();
      await server.close();
      if (!failed && ends.some((end) => end.code !== 0)) throw new Error(`they end by ${JSON.stringify(ends)}`);
    }
  }

  // Prints what happened at the gateway and which requests were sent since then, to look for a fault.
  async show(since = 0) {
    for (const kind of ['gateway', 'rest'])
      for (const e of await this.judge.log(kind, since)) if (e.event !== 'heartbeat') console.error(JSON.stringify(e).slice(0, 300));
  }

  async start(...processes) {
    const started = processes.length ? processes : this.processes;
    for (const p of started) p.start();
    await until('the commands', () => {
      const dead = started.filter((p) => !p.runs);
      assert.equal(dead.map((p) => p.name).join(), '', 'these ended at once');
      return this.judge.has('uno');
    });
  }

  // Starts daemons again that have ended because another took their leases, as systemd would. Returns how many.
  lookAfter(processes) {
    const dead = processes.filter((p) => !p.runs);
    for (const p of dead) p.start();
    return dead.length;
  }

  // Waits until some daemon answers this player. Returns after how many ms.
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
