// Plays a seat as the script of the web page does. It exchanges the link's secret for a cookie, reads documents
// from a WebSocket, and sends words with the stamp of the document that they answer.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { until } from './harness.mjs';

const require = createRequire(join(process.env.TALON_JUDGE, 'package.json'));
const WebSocket = require('ws');

export class Page {
  // `name`: of a guest, for a link that is an invitation.
  static async sit(link, name) {
    const { origin, hash } = new URL(link);
    const secret = new URLSearchParams(hash.slice(1));
    const body = secret.has('i') ? { i: secret.get('i'), name } : { t: secret.get('t') };
    const answer = await fetch(`${origin}/seat`, {
      method: 'POST', headers: { Origin: origin, 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`no seat: ${answer.status} ${await answer.text()}`);
    const page = new Page(origin, answer.headers.get('set-cookie').split(';')[0]);
    await until('the page to be told of its seat', () => page.now);
    return page;
  }

  constructor(origin, cookie) {
    Object.assign(this, { frames: [], lines: new Set(), said: [], moves: 0, plays: false, now: null });
    this.socket = new WebSocket(`${origin.replace('http', 'ws')}/seat/live?lang=en`, { headers: { Cookie: cookie, Origin: origin } });
    this.socket.on('message', (bytes) => this.take(String(bytes)));
    this.socket.on('error', () => {});
  }

  take(text) {
    const frame = JSON.parse(text);
    this.frames.push(text);
    if (frame.type === 'said') this.said.push(frame);
    if (frame.type === 'said' && this.plays) this.act(); // the last move came too late: try the next one
    if (frame.type !== 'seat') return;
    this.now = frame;
    for (const line of frame.table.lines) this.lines.add(line);
    if (this.plays) this.act();
  }

  // The words of the next press; null: nothing can be pressed.
  next() {
    const { choices, hand, actions, seat, turn } = this.now;
    const act = (name) => actions.find(({ words }) => words === name)?.words;
    if (choices.length) return choices.find(({ words }) => words)?.words ?? null;
    if (seat !== turn) return null;
    return hand.find(({ playable }) => playable)?.ways[0].words ?? act('accept') ?? act('keep') ?? act('draw') ?? null;
  }

  act() {
    const words = this.next();
    if (words === null) return;
    this.moves++;
    this.say(words);
  }

  say(words) {
    this.socket.send(JSON.stringify({ say: words, stamp: this.now.stamp }));
  }

  play() {
    this.plays = true;
    this.act();
  }

  close() {
    this.socket.terminate();
  }
}
