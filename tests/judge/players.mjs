// People at a table, who know only what their client shows them: the board, their own hand, and the controls that
// they can press.
import { LONG, PATIENCE, sleep, until } from './harness.mjs';

// The words that a player looks for, in both languages.
export const WORDS = {
  en: {
    mine: 'My hand', join: 'Join', leave: 'Leave', start: 'Start', again: 'Rematch', draw: 'Draw', keep: 'Keep',
    pass: 'Pass', uno: 'UNO!', challenge: 'Challenge', accept: 'Accept', speak: 'Speak the words', play: 'Play a card',
    player: 'Which player?', catch: /^Catch /, turn: /^Your turn/, page: /^[◀▶] \d/, drawn: /^Play \[/,
    settings: 'Settings', bots: 'Computer players', none: 'No computer players', one: '1 computer player',
    remove: 'Remove a player',
    colours: ['red', 'green', 'blue', 'yellow', 'purple', 'orange'],
    closed: 'The table is closed.', power: 'By the power of Grayskull, I have the power!',
  },
};

WORDS.fr = {
  mine: 'Ma main', join: 'Rejoindre', leave: 'Quitter', start: 'Commencer', again: 'Revanche', draw: 'Piger',
  keep: 'Garder', pass: 'Passer', uno: 'UNO !', challenge: 'Défier', accept: 'Accepter',
  speak: 'Dire les paroles', play: 'Jouer une carte', player: 'Qui ?', catch: /^Contrer /,
  turn: /^À vous/, page: WORDS.en.page, drawn: /^Jouer \[/, settings: 'Paramètres',
  bots: 'Ordis', none: 'Aucun ordi', one: '1 ordi', remove: "Retirer quelqu'un",
  colours: ['rouge', 'vert', 'bleu', 'jaune', 'violet', 'orange'],
  closed: 'La table est fermée.',
  power: 'Par le pouvoir du crâne ancestral, je détiens la force toute-puissante !',
};

const SQUARES = /[🟥🟩🟦🟨🟪🟧⬛]/gu;
// The text as a client shows it, without escapes of Markdown and without squares.
export const plain = (text) => text.replace(SQUARES, '').replace(/\[[^\]]*\]/g, (card) => card.replaceAll('\u00A0', ' ')).replace(/\\([^a-z0-9\s])/gi, '$1');
// The rows of cards of a hand; '' for a text without cards.
export const rows = (text) =>
  plain(text).split('\n').filter((line) => /^\[/.test(line)).join('\n').replaceAll('*', '');

// True for the settings, and for a question such as whether to leave. Both stand beside table and hand.
const isPanel = (m) => [...m.buttons, ...m.selects].some((c) => /!(settings|leave (yes|no))/.test(c.custom_id)) ||
  /^(You keep your seat|The table is closed)\.$/.test(m.content);

export class Player {
  // `likes`: pattern of the cards that they prefer. `catches`, `calls`: how often they catch others and call UNO, 0
  // to 1. `hoards`: they draw to get many cards. `openly`: they use the table's buttons where the hand has the
  // same.
  constructor(judge, name, place, { locale = 'en', table = 'en', random = Math.random, likes, catches = 0.5, calls = 0.7, hoards, openly = false } = {}) {
    Object.assign(this, { judge, name, words: WORDS[locale], table: WORDS[table], random, likes, catches, calls, hoards, openly });
    this.where = { user: name, ...(place === 'dm' ? { dm: true } : { channel: place }) };
    this.seen = new Set(); // the ways of acting that were used
    this.acks = [];
    this.plays = 0;
    this.moved = 0; // moves that the bot has answered
    this.failed = [];
    this.wanted = new Map(); // for each thing they look at, since when it has not changed
  }

  view() {
    return this.judge.get('view', this.where);
  }

  async look() {
    const all = (await this.view()).filter((m) => m.author === 'bot');
    const own = all.filter((m) => m.audience.startsWith('ephemeral'));
    const boards = all.filter((m) => !m.audience.startsWith('ephemeral') && m.buttons.length);
    return { all, board: boards.at(-1), boards, hand: own.findLast((m) => !isPanel(m)), panel: own.findLast(isPanel) };
  }

  // ---- acting ------------------------------------------------------------

  async note(kind, asked) {
    const outcome = await asked;
    this.did = kind;
    this.seen.add(kind);
    if (outcome.state === 'acknowledged') this.acks.push(outcome.acked_after_ms);
    else this.failed.push(kind);
    return outcome;
  }

  command(name, options = {}, more = {}) {
    return this.note(`/${name}`, this.judge.post('command', { ...this.where, name: this.judge.path(name), options, wait: 2 * PATIENCE, ...more }));
  }

  click(message, button, kind = button) {
    return this.note(kind, this.judge.post('click', { user: this.name, message: message.id, button, wait: 2 * PATIENCE }));
  }

  async select(message, menu, value, kind) {
    const { name: user } = this;
    const asked = { user, message: message.id, select: menu.custom_id, values: [value], wait: 2 * PATIENCE };
    const outcome = await this.note(kind, this.judge.post('select', asked));
    this.did = `<${menu.placeholder}> ${value}`;
    return outcome;
  }

  // Presses a button of the newest public message that has it.
  press(label, kind = String(label)) {
    const pick = (m) => m.buttons.find((b) => !b.disabled && matches(b.label, label));
    return this.reach(`button ${label}`, pick, (board) => this.click(board, pick(board).custom_id, kind));
  }

  // Chooses in a menu of the panel that Settings opens.
  async choose(menu, option) {
    const pick = (m) => m?.selects.find((s) => s.placeholder === menu && s.options.includes(option));
    if (!(await this.look()).panel) await this.press(this.table.settings);
    return until(`${this.name}'s ${menu}: ${option}`, async () => {
      const { panel } = await this.look();
      return pick(panel) && this.select(panel, pick(panel), option, menu).catch(gone);
    });
  }

  // Tries again until the control is there, and does not vanish before the press.
  reach(what, pick, act) {
    return until(`${this.name}'s ${what}`, async () => {
      const board = (await this.look()).boards.findLast(pick);
      return board && act(board).catch(gone);
    });
  }

  pick(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  // ---- playing -----------------------------------------------------------

  // Presses "Draw" or another word, in the hand or on the table. The table gets the button later than the hand, so
  // players who act openly wait for it. False: it is not there yet.
  use(hand, board, word) {
    if (!this.openly || !['draw', 'challenge', 'accept'].includes(word)) return this.click(hand, this.words[word]);
    const there = board.buttons.some((b) => b.label === this.table[word]);
    return there && this.anew(`${word} ${board.id} ${board.content}`) && this.click(board, this.table[word], `${this.table[word]} on the table`);
  }

  // Does what their hand asks for. False: it asks for nothing.
  async answer(hand, board) {
    const { words } = this;
    const has = (label) => hand.buttons.some((b) => b.label === label && !b.disabled);
    const menu = (name) => hand.selects.find((s) => s.placeholder === name);
    const colours = hand.buttons.filter((b) => words.colours.includes(b.label));
    if (has(words.speak)) return this.speak(hand);
    if (menu(words.player)) return this.select(hand, menu(words.player), this.pick(menu(words.player).options), 'target');
    if (colours.length) return this.click(hand, this.pick(colours).custom_id, 'colour');
    if (has(words.challenge)) return this.use(hand, board, this.pick(['challenge', 'accept']));
    const drawn = hand.buttons.filter((b) => words.drawn.test(b.label));
    if (drawn.length && !(has(words.keep) && (this.hoards || this.random() < 0.3))) return this.playDrawn(hand, drawn);
    const page = menu(words.play)?.options.find((o) => words.page.test(o));
    const waits = this.hoards ? !page : this.random() < (has(words.keep) ? 0.3 : 0.05);
    if (menu(words.play) && !(waits && (has(words.draw) || has(words.keep)))) return this.play(hand, menu(words.play));
    for (const word of ['draw', 'keep', 'pass']) if (has(words[word])) return this.use(hand, board, word);
    return false;
  }

  play(hand, menu) {
    this.plays++;
    const uno = menu.options.filter((o) => /UNO/.test(o));
    const liked = this.likes ? menu.options.filter((o) => this.likes.test(o)) : [];
    const mild = menu.options.filter((o) => !/UNO/.test(o));
    const open = uno.length && this.random() < this.calls ? uno : liked.length ? liked : mild.length ? mild : menu.options;
    const pages = menu.options.filter((o) => this.words.page.test(o));
    const turns = pages.length && (this.hoards || this.random() < 0.3);
    const option = this.pick(turns ? pages : open.filter((o) => !pages.includes(o)));
    if (/flex side|côté Flex/.test(option)) this.seen.add('flex side');
    return this.select(hand, menu, option, this.words.page.test(option) ? 'page' : 'play');
  }

  playDrawn(hand, ways) {
    this.plays++;
    const uno = ways.filter((b) => /UNO/.test(b.label));
    const silent = ways.filter((b) => !/UNO/.test(b.label));
    const way = this.pick(uno.length && this.random() < this.calls ? uno : silent.length ? silent : ways);
    return this.click(hand, way.custom_id, `play drawn: ${way.label}`);
  }

  async speak(hand) {
    const opened = await this.click(hand, this.words.speak);
    if (!opened.modal) throw new Error('no modal opened');
    const outcome = this.judge.post('modal', {
      interaction: opened.interaction, values: { words: this.words.power }, wait: 2 * PATIENCE,
    });
    return this.note('modal', outcome);
  }

  // Looks once, and does one thing at most. False: there was nothing to do.
  async step() {
    const { board, hand } = await this.look();
    const { words, table } = this; // the board speaks the language of its channel
    const labels = board?.buttons.map((b) => b.label) ?? [];
    if (!labels.includes(table.mine)) return false;
    const caught = labels.find((l) => table.catch.test(l) && !l.endsWith(` ${this.name}`));
    if (caught && this.random() < this.catches) return this.click(board, caught, 'catch').catch(gone);
    const exposed = labels.some((l) => table.catch.test(l) && l.endsWith(` ${this.name}`));
    if (exposed && this.openly) return this.click(board, table.uno, 'UNO! on the table').catch(gone);
    if (hand && this.openly && this.holds(board, hand, labels)) return false;
    if (hand) {
      const outcome = await this.answer(hand, board).catch(gone);
      if (outcome && outcome.state === 'acknowledged') this.moved++;
      if (outcome) return true;
    }
    const mine = await this.judge.userId(this.name);
    const called = board.content.includes(`<@${mine}>`);
    const asked = hand && (words.turn.test(hand.content) || hand.selects.length);
    if (!hand || (called && !asked && this.waited(board.id, 1000))) return this.click(board, table.mine).catch(gone);
    return false;
  }

  // True while somebody with one card may still say UNO. Players who act openly wait for that, because their move
  // would end the chance.
  holds(board, hand, labels) {
    const one = /^The others:.* 1(?: card)?(?:,|$)/m.test(hand.content);
    const said = /\(1(?: card)?\)/.test(board.content) && !labels.some((l) => this.table.catch.test(l));
    return one && !said && !this.waited(hand.content, 2000);
  }

  // True the first time, and then every 2 s: nobody hammers at a table that is not up to date.
  anew(what) {
    const first = !this.wanted.has(what);
    return this.waited(what, 2000) || first;
  }

  // True if what they look at has not changed for so many ms.
  waited(what, ms) {
    const since = this.wanted.get(what) ?? Date.now();
    this.wanted.set(what, since);
    if (Date.now() - since < ms) return false;
    return this.wanted.delete(what);
  }

  // Plays until `done()` is true, with `pause` ms after each action.
  async run(done, pause = 0) {
    while (!(await done())) {
      const did = await this.step();
      await sleep(did ? pause : 25);
    }
  }
}

const matches = (label, wanted) => (wanted instanceof RegExp ? wanted.test(label) : label === wanted);

// Ignores that a control has vanished before the press, as happens to people.
const gone = (error) => {
  if (!/no such component|does not see|no message|no option|is disabled/.test(error.message)) throw error;
  return false;
};

// ---- a table ---------------------------------------------------------------

export class Table {
  constructor(judge, names, { place = 'games', locales = {}, ...options } = {}) {
    this.judge = judge;
    this.place = place;
    this.players = names.map((name) => new Player(judge, name, place, { locale: locales[name], ...options }));
    this.seen = new Set();
  }

  get opener() {
    return this.players[0];
  }

  // The first player opens the table, the others join. Its rounds are told apart by their secrets (scores.mjs).
  async open(set = 'classic') {
    const opened = await this.opener.command('uno', { rules: set });
    if (opened.state !== 'acknowledged') throw new Error('/uno was not answered');
    await this.opener.command('set', { name: 'proofs', value: 'text' });
    await this.join();
  }

  async join() {
    for (const player of this.players.slice(1)) {
      await player.press('Join', 'join');
      await this.says(new RegExp(`At the table: .*${player.name}`));
    }
  }

  // Waits for a board that says so, and returns it.
  says(pattern, ms = LONG) {
    return until(`a board with ${pattern}`, async () => {
      const { boards } = await this.opener.look();
      return boards.findLast((m) => pattern.test(plain(m.content)));
    }, ms);
  }

  // The opener sets a rule. The board then tells it in words, unless it is the value of the rule sheet.
  async set(name, value) {
    const content = async () => (await this.opener.look()).boards.at(-1)?.content;
    const before = await content();
    await this.opener.command('set', { name, value });
    await until(`a board that tells of ${name}`, async () => {
      const now = await content();
      return now && (now !== before || /as on its sheet/.test(now));
    });
  }

  async start(label = 'Start') {
    await this.opener.press(label, 'start');
    await this.says(/^.*Turn: /s);
  }

  // At the end one message has the table, and no old one is left. `most`: a daemon that was killed may have left
  // others.
  async alone(most = 1) {
    let boards = [];
    const one = async () => ({ boards } = await this.opener.look()).boards.length > 0 && boards.length <= most;
    await until('one table alone', one).catch((error) => {
      throw new Error(`${error.message}: ${JSON.stringify(boards, null, 1)}`);
    });
  }

  async over() {
    const { board } = await this.opener.look();
    return board?.buttons.some((b) => b.label === 'Rematch');
  }

  // Plays a whole match, with all players at once. `meanwhile` runs beside it.
  async play({ pause = 0, meanwhile } = {}) {
    let finished = false;
    const watch = () => this.until('the end of the match', () => this.over()).finally(() => (finished = true));
    await Promise.all([watch(), ...this.players.map((p) => p.run(() => finished, pause)), meanwhile?.()]);
    for (const p of this.players) for (const way of p.seen) this.seen.add(way);
  }

  // Plays match after match until `done()` resolves.
  async playOn(done, pause = 0) {
    let stop = false;
    const again = async () => {
      while (!stop) {
        const { board } = await this.opener.look();
        const rematch = board?.buttons.find((b) => b.label === 'Rematch');
        if (rematch) await this.opener.click(board, rematch.custom_id, 'rematch').catch(gone);
        await sleep(100);
      }
    };
    const playing = Promise.all([again(), ...this.players.map((p) => p.run(() => stop, pause))]);
    try {
      await Promise.race([done(), playing]);
    } finally {
      stop = true;
      await playing;
    }
    for (const p of this.players) for (const way of p.seen) this.seen.add(way);
  }

  // Waits for `test` while they play, for `most` moves, however long each takes.
  async until(what, test, most = 3000) {
    const first = this.moved;
    for (let last = first, end = Date.now() + LONG; ; await sleep(25)) {
      const value = await test();
      if (value) return value;
      if (this.moved > first + most) throw new Error(`${most} moves without ${what}`);
      if (this.moved > last) [last, end] = [this.moved, Date.now() + LONG];
      if (Date.now() > end) throw new Error(`nobody moves; waited for ${what}`);
    }
  }

  // Waits for `n` more moves of all players together.
  moves(n) {
    const wanted = this.moved + n;
    return this.until(`${n} more moves`, () => this.moved >= wanted);
  }

  get moved() {
    return this.players.reduce((sum, p) => sum + p.moved, 0);
  }

  get acks() {
    return this.players.flatMap((p) => p.acks);
  }

  get unanswered() {
    return this.players.flatMap((p) => p.failed.map((kind) => `${p.name}: ${kind}`));
  }
}
