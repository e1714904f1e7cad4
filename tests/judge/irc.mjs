// A real IRC server (ngircd) on loopback, and a person on it, who plays by what is whispered to them.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './harness.mjs';

const PROGRAMS = [process.env.TALON_NGIRCD, 'build/servers/ngircd', '/usr/sbin/ngircd'];
export const ngircd = PROGRAMS.find((path) => path && existsSync(path));

const freePort = () =>
  new Promise((done) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

export class Ircd {
  static async start() {
    const ircd = new Ircd();
    ircd.port = await freePort();
    ircd.folder = mkdtempSync(join(tmpdir(), 'talon-ircd-'));
    const config = join(ircd.folder, 'ngircd.conf');
    const root = process.geteuid() === 0 ? 'ServerUID = nobody\nServerGID = nogroup\n' : '';
    writeFileSync(config, `[Global]\nName = irc.test\nInfo = test\nListen = 127.0.0.1\nPorts = ${ircd.port}\n${root}` +
      '[Limits]\nMaxConnectionsIP = 0\nMaxPenaltyTime = 0\n[Options]\nDNS = no\nIdent = no\nPAM = no\n');
    ircd.child = spawn(ngircd, ['-n', '-f', config], { stdio: 'ignore' });
    process.once('exit', () => ircd.child.kill('SIGKILL'));
    await until('the IRC server', () => new Promise((done) => {
      const socket = net.connect(ircd.port, '127.0.0.1', () => done(socket.destroy()));
      socket.on('error', () => done(false));
    }));
    return ircd;
  }

  close() {
    this.child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

// What a whisper asks for, and what they do about it: the first that fits.
const LABEL = /\[([^\]]+)\]\*/; // that may be played
const card = (label) => (/^W/.test(label) ? `!play ${label} red` : `!play ${label}`);
const ANSWERS = [
  [/!challenge/, () => '!accept'],
  [/!colour/, () => '!colour red'],
  [/play it or !keep/, () => '!keep'],
  [/Your turn on/, (text) => (LABEL.test(text) ? card(text.match(LABEL)[1]) : '!draw')],
];

export class Person {
  constructor(ircd, nick, channel) {
    Object.assign(this, { nick, channel, heard: [], whispers: [], moves: 0 });
    this.socket = net.connect(ircd.port, '127.0.0.1').setEncoding('utf8');
    let rest = '';
    this.socket.on('data', (data) => {
      const lines = (rest + data).split('\r\n');
      rest = lines.pop();
      for (const line of lines) this.take(line);
    });
    this.send(`NICK ${nick}`, `USER ${nick} 0 * :${nick}`, `JOIN ${channel}`);
  }

  send(...lines) {
    for (const line of lines) this.socket.write(`${line}\r\n`);
  }

  say(text) {
    this.send(`PRIVMSG ${this.channel} :${text}`);
  }

  take(line) {
    if (line.startsWith('PING')) this.send(line.replace('PING', 'PONG'));
    const [, to, text] = line.match(/^:\S+ (?:PRIVMSG|NOTICE) (\S+) :(.*)$/) ?? [];
    if (/^:\S+ 366 /.test(line)) this.inside = true;
    if (to === this.channel) this.heard.push(text);
    if (to !== this.nick) return;
    const plain = text.replace(/\x03\d{0,2}(,\d{1,2})?|[\x02\x0f\x1d\x1f\x16]/g, '');
    this.whispers.push(plain);
    const [, act] = (this.plays && ANSWERS.find(([asks]) => asks.test(plain))) || [];
    if (!act) return;
    this.moves++;
    this.say(act(plain));
  }

  entered() {
    return until(`${this.nick} in ${this.channel}`, () => this.inside);
  }

  // Until a line to the channel says so.
  hears(pattern) {
    return until(`${this.nick} to hear ${pattern}`, () => this.heard.find((text) => pattern.test(text)));
  }

  close() {
    this.socket.destroy();
  }
}
