// A real IRC server (ngircd) on loopback, and people on it who do what whispers ask of them.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../real/port.mjs';
import { ours } from './children.mjs';
import { until } from './harness.mjs';

const PROGRAMS = [process.env.TALON_NGIRCD, 'build/servers/ngircd', '/usr/sbin/ngircd'];
export const ngircd = PROGRAMS.find((path) => path && existsSync(path));

export class Ircd {
  static async start() {
    const ircd = new Ircd();
    ircd.port = await freePort();
    ircd.folder = mkdtempSync(join(tmpdir(), 'talon-ircd-'));
    const config = join(ircd.folder, 'ngircd.conf');
    const root = process.geteuid() === 0 ? 'ServerUID = nobody\nServerGID = nogroup\n' : '';
    writeFileSync(config, `[Global]\nName = irc.test\nInfo = test\nListen = 127.0.0.1\nPorts = ${ircd.port}\n${root}` +
      '[Limits]\nMaxConnectionsIP = 0\nMaxPenaltyTime = 0\n[Options]\nDNS = no\nIdent = no\nPAM = no\n');
    ircd.child = ours(spawn(ngircd, ['-n', '-f', config], { stdio: 'ignore' }));
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

// What whispers ask for, and how people answer. The first pattern that fits counts.
const LABEL = /\[([^\]]+)\]\*/; // a card that may be played
const card = (label) => (/^W/.test(label) ? `!play ${label} red` : `!play ${label}`);
const ANSWERS = [
  [/!challenge/, () => '!accept'],
  [/!colour/, () => '!colour red'],
  [/play it or !keep/, () => '!keep'],
  [/Your turn on/, (text) => (LABEL.test(text) ? card(text.match(LABEL)[1]) : '!draw')],
];

export class Person {
  constructor(ircd, nick, channel) {
    Object.assign(this, { nick, channel, said: [], heard: [], whispers: [], moves: 0 });
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
    this.said.push(text);
    this.send(`PRIVMSG ${this.channel} :${text}`);
  }

  take(line) {
    if (line.startsWith('PING')) this.send(line.replace('PING', 'PONG'));
    const [, to, text] = line.match(/^:\S+ (?:PRIVMSG|NOTICE) (\S+) :(.*)$/) ?? [];
    if (/^:\S+ 366 /.test(line)) this.inside = true;
    if (/^:talon\S* JOIN /i.test(line)) this.met = true;
    if (!to) return;
    const plain = text.replace(/\x03\d{0,2}(,\d{1,2})?|[\u2060\u2068\u2069\x02\x0f\x1d\x1f\x16]/g, '');
    if (to === this.channel) this.heard.push(plain);
    if (to !== this.nick) return;
    this.whispers.push(plain);
    this.word = /seat word is (\w+)/.exec(plain)?.[1] ?? this.word;
    if (/A seat is kept for this nick/.test(plain)) this.send(`PRIVMSG ${line.slice(1).split('!')[0]} :!seat ${this.word}`);
    const [, act] = ANSWERS.find(([asks]) => asks.test(plain)) ?? [];
    this.asked = act ? act(plain) : this.asked;
    if (this.plays) this.answer();
  }

  // Says the answer to the last whisper.
  answer() {
    if (!this.asked) return;
    this.moves++;
    this.say(this.asked);
    this.asked = null;
  }

  entered() {
    return until(`${this.nick} in ${this.channel}`, () => this.inside);
  }

  // Waits for a line of the channel.
  hears(pattern) {
    return until(`${this.nick} to hear ${pattern}`, () => this.heard.find((text) => pattern.test(text)));
  }

  close() {
    this.socket.destroy();
  }
}

const SILENCE = 2000; // ms without a line after which people ask for their hands

// People who play at one table, match after match, whichever daemon has the table.
export class IrcTable {
  constructor(ircd, names, channel) {
    this.people = names.map((name) => new Person(ircd, name, channel));
  }

  // Wait for this before a daemon starts: start() needs to see it join.
  entered() {
    return Promise.all(this.people.map((p) => p.entered()));
  }

  async start() {
    const [one, ...others] = this.people;
    await until('Talon on IRC', () => one.met);
    one.say('!uno');
    await one.hears(/opens a table/);
    for (const p of others) {
      p.say('!join');
      await one.hears(new RegExp(`${p.nick} takes a seat`));
    }
    one.say('!start');
    await one.hears(/cards each/);
  }

  // The plays that the channel was told: "dora plays [G 2]". Leaves out the summary when a table goes on, because
  // it repeats a play.
  get told() {
    return this.people[0].heard.filter((text) => !text.startsWith('The table goes on'))
      .flatMap((text) => [...text.matchAll(/(\w+) (?:draws \d+ cards? and )?plays \[([^\]]+)\]/g)])
      .map(([, who, label]) => ({ who, label }));
  }

  // Lets them play until `n` more plays are told.
  async moves(n) {
    const [one] = this.people;
    const wanted = this.told.length + n;
    this.play(true);
    let asked = Date.now();
    let lines = one.heard.length;
    await until(`${n} more plays on IRC`, () => {
      if (one.heard.length > lines) [lines, asked] = [one.heard.length, Date.now()];
      if (Date.now() - asked > SILENCE) {
        asked = Date.now();
        one.say('!start');
        for (const p of this.people) p.say('!hand');
      }
      return this.told.length >= wanted;
    }).catch((error) => {
      const last = this.people.flatMap((p) => [p.nick, ...p.said.slice(-3), ...p.whispers.slice(-3)]);
      throw new Error(`${error.message}: ${JSON.stringify([one.heard.slice(-5), last], null, 1)}`);
    });
    this.play(false);
  }

  play(plays) {
    for (const p of this.people) {
      p.plays = plays;
      if (plays) p.answer();
    }
  }

  close() {
    for (const p of this.people) p.close();
  }
}
