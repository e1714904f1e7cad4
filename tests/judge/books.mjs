// Records which moves each player asked for and which were confirmed to them, and compares these with the stored
// moves.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { words } from './harness.mjs';
import { plain, rows } from './players.mjs';

const run = promisify(execFile);
const NAMES = /person\.([^,\n]+)/g;
const TOLD = /\*\*(\w+)\*\* (?:draws \d+ cards? and )?plays \[([^\]]+)\]/g;

const card = (label) => label.replace(/[[\]\s*]/g, '').replace('W+', 'W'); // as the journal writes it
const cards = (content) => (rows(content).match(/\[[^\]]+\]/g) ?? []).map(card);
const count = (list, what) => list.filter((one) => one === what).length;
const add = (book, key) => book.set(key, (book.get(key) ?? 0) + 1);

export class Books {
  asked = new Map(); // times for each move: "alice G2", "alice draw"
  told = new Map(); // the same, for plays after which the answer showed a hand without the card
  acts = 0;

  // Records every press at that judge. `db`: the database with the moves.
  constructor(judge, db = join(judge.folder, 'talon.db')) {
    Object.assign(this, { judge, db });
    const { post } = judge;
    judge.post = (call, body) => {
      const acts = call === 'click' || call === 'select';
      return acts ? this.note(call, body, post) : post.call(judge, call, body);
    };
  }

  // Lets the player to move draw by a command or by typed words. These carry no state of the table, as buttons do.
  async draw(players, random) {
    for (const { name, where, words, look } of players.map((p) => ({ ...p, look: () => p.look() }))) {
      const { hand } = await look();
      if (!hand || !words.turn.test(hand.content)) continue;
      add(this.asked, `${name} draw`);
      if (random() < 0.5) await this.judge.post('command', { ...where, name: 'draw', options: {}, wait: 0 });
      else await this.judge.post('message', { ...where, content: `<@${this.judge.world.bot.id}> draw` });
    }
  }

  async note(call, body, post) {
    const { world } = this.judge;
    const channel = world.channels.get(world.messages.get(body.message)?.channelId)?.name;
    const seen = (await this.judge.get('view', { user: body.user, channel })).find((m) => m.id === body.message);
    const wanted = call === 'select' ? this.played(seen, body) : this.pressed(seen, body);
    this.acts++;
    if (wanted) add(this.asked, `${body.user} ${wanted}`);
    const outcome = await post.call(this.judge, call, body);
    if (wanted && outcome.state === 'acknowledged' && outcome.message?.id === body.message) {
      const before = cards(seen.content);
      const after = cards(outcome.message.content);
      const gone = count(before, wanted) - count(after, wanted);
      if (gone === 1 && after.length === before.length - 1) add(this.told, `${body.user} ${wanted}`);
    }
    return outcome;
  }

  // The card that is played, if "[G 7] and UNO!" is chosen in the menu of cards.
  played(message, { select, values }) {
    const menu = message?.selects.find((s) => s.custom_id === select);
    const label = /^\[[^\]]+\]/.exec(values[0])?.[0];
    return menu && label && !/player|joueur/i.test(menu.placeholder) ? card(label) : null;
  }

  // "draw" for "Draw" and "Draw 2 cards"; the card for "Play [G 7]", the button of a drawn card.
  pressed(message, { button }) {
    const label = message?.buttons.find((b) => b.custom_id === button || b.label === button)?.label ?? '';
    const drawn = /^Play (\[[^\]]+\])/.exec(label);
    return /^Draw/.test(label) ? 'draw' : drawn ? card(drawn[1]) : null;
  }

  // Records what people typed and what was told on IRC.
  takeFrom(table) {
    for (const { nick, said } of table.people)
      for (const [, draw, label] of said.map((text) => /^!(?:(draw)|play (.*?)(?: red)?)$/.exec(text)).filter(Boolean))
        add(this.asked, `${nick} ${draw ?? card(label)}`);
    for (const { who, label } of table.told) add(this.told, `${who} ${card(label)}`);
  }

  // All plays and draws that are stored, in order.
  async kept() {
    const { stdout } = await run(process.env.TALON_PROGRAM, ['export', '--db', this.db], { maxBuffer: 1 << 28 });
    const rounds = stdout.split('\n').filter((line) => line.startsWith('{"round"')).map((line) => JSON.parse(line));
    return rounds.sort((a, b) => a.round - b.round).flatMap(({ setup, actions }) => {
      const names = [...setup.matchAll(NAMES)].map(([, name]) => name);
      return actions.map(([, text]) => text.split(' ')).filter(([, verb]) => verb === 'play' || verb === 'draw')
        .map(([seat, verb, face]) => `${names[seat.slice(1) - 1]} ${verb === 'draw' ? verb : face}`);
    });
  }

  // Every play that was confirmed is stored. No move is stored more often than somebody asked for it.
  async check() {
    const kept = await this.kept();
    for (const [play, times] of this.told)
      assert.ok(count(kept, play) >= times, `${play}: told ${times} times, kept ${count(kept, play)}`);
    for (const play of new Set(kept))
      assert.ok(count(kept, play) <= (this.asked.get(play) ?? 0), `${play}: asked for ${this.asked.get(play)} times, kept ${count(kept, play)}`);
    const plays = kept.filter((move) => !move.endsWith(' draw'));
    for (const said of await this.said()) this.follows(said, plays);
    assert.ok(kept.length > 10 && this.told.size > 5, 'too little was played');
  }

  // For each public message, the plays that it tells, in order.
  async said() {
    const log = await this.judge.log('rest');
    const all = log.filter((e) => e.status < 300 && /^(POST|PATCH) \/channels\//.test(e.route ?? ''));
    return all.map((e) => [...plain(words(e.body)).matchAll(TOLD)].map(([, who, label]) => `${who} ${card(label)}`));
  }

  // The plays that a message tells are stored in the same order, with no other between them.
  follows(said, kept) {
    const at = kept.findIndex((_, i) => said.every((play, n) => kept[i + n] === play));
    assert.ok(said.length === 0 || at >= 0, `told to all, and not kept so: ${said.join(', ')}`);
  }
}
