// A PostgreSQL server, and a wire that breaks a daemon's connections to it. Tests are skipped if there is no
// server: neither TALON_POSTGRES, nor one below TALON_SERVERS, nor an installed one.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ours } from './children.mjs';
import { until } from './harness.mjs';

const NOBODY = 65534;
const SOCKET = '.s.PGSQL.5432';

// How PostgreSQL's programs are run: not as root, and with the libraries beside an unpacked package.
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
    return false; // for example below a folder that the user nobody cannot read
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

const addressOf = (folder) => `postgresql://postgres@/postgres?host=${folder}`;

// The server of one test. Its data are in a folder of their own.
export class Server {
  constructor() {
    const options = manner(postgres);
    this.folder = mkdtempSync(join(tmpdir(), 'talon-judge-pg-'));
    if (options.uid) chownSync(this.folder, NOBODY, NOBODY);
    chmodSync(this.folder, 0o755);
    this.data = join(this.folder, 'data');
    this.socket = join(this.folder, SOCKET);
    this.address = addressOf(this.folder);
    execFileSync(join(postgres, '..', 'initdb'), ['-D', this.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], options);
  }

  launch() {
    this.child = spawn(postgres, ['-D', this.data, `-cunix_socket_directories=${this.folder}`, '-clisten_addresses=',
      '-cfsync=off', '-cshared_buffers=16MB', '-cjit=off'], manner(postgres));
    const { child } = this;
    ours(child);
    this.ended = new Promise((done) => child.once('exit', done));
  }

  // Tries again for a while: the processes of a server that was killed may still hold its folder.
  start() {
    return until('PostgreSQL', () => {
      if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) this.launch();
      const file = join(this.data, 'postmaster.pid');
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      return lines[0] === `${this.child.pid}` && /^ready/.test(lines[7] ?? '');
    });
  }

  async end(signal) {
    this.child.kill(signal);
    await this.ended;
  }

  async close() {
    await this.end('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

// A relay between one daemon and the server. Wait for `there` before the daemon starts.
export class Wire {
  constructor(server) {
    this.folder = mkdtempSync(join(tmpdir(), 'talon-judge-wire-'));
    this.address = addressOf(this.folder);
    this.thread = new Worker(new URL('pg_wire.mjs', import.meta.url), {
      workerData: { path: join(this.folder, SOCKET), server: server.socket },
    });
    this.there = once(this.thread, 'message');
  }

  // Breaks the connection at the next COMMIT: 'before' the server gets it, or 'behind', when the server has done it
  // but the daemon does not know. Resolves when that has happened.
  cut(when) {
    this.thread.postMessage(when);
    return once(this.thread, 'message');
  }

  async close() {
    await this.thread.terminate();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
