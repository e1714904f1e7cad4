/* make.mjs: makes the pictures of README and docs, each from a real run: `talon play` in a terminal (tmux), a seat of
 * a table of a real IRC server as a phone shows it, and three messages of Discord: a table, a hand, the end of a round.
 *
 * `./dev pictures [NAME...]` calls it; without names it makes all: terminal, phone, discord. Without TALON_JUDGE (a
 * double of Discord) it leaves Discord's pictures as they are. Without an IRC server it leaves the phone's. */
import { execFileSync, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { page as message } from './message.mjs';
import { screen } from './screen.mjs';
import { small } from './small.mjs';

const { TALON_WEB, TALON_PROGRAM, TALON_JUDGE, TALON_PICTURES } = process.env;
const { chromium } = createRequire(`${TALON_WEB}/package.json`)('playwright-core');
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };
const PATIENCE = 60_000; // ms

const browser = await chromium.launch({
  executablePath: process.env.TALON_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
});

/* Keeps what a page, or a part of it, looks like. */
async function keep(name, shown) {
  writeFileSync(join(TALON_PICTURES, `${name}.png`), await small(browser, await shown.screenshot()));
}

async function until(what, test) {
  for (const end = Date.now() + PATIENCE; ; await sleep(50)) {
    const value = await test();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
  }
}

// ---- a terminal ----------------------------------------------------------------

async function terminal() {
  const folder = mkdtempSync(join(tmpdir(), 'talon-pictures-'));
  const tmux = (...words) => execFileSync('tmux', ['-S', `${folder}/tmux`, ...words], { encoding: 'utf8' });
  const shows = (text) => () => tmux('capture-pane', '-p').includes(text);
  tmux('-f', '/dev/null', 'new-session', '-d', '-x', '80', '-y', '24',
       `TERM=xterm-256color LANG=C.UTF-8 exec ${TALON_PROGRAM} play --lang en --seed 11 --db ${folder}/play.db`);
  await until('a turn at the terminal', shows('YOUR TURN'));
  tmux('send-keys', 'Right');
  await until('what is asked', shows('can be played'));
  const page = await browser.newPage();
  await page.setContent(screen(tmux('capture-pane', '-p', '-e', '-N')));
  tmux('kill-server');
  rmSync(folder, { recursive: true, force: true });
  await keep('terminal', page.locator('pre'));
}

// ---- a phone -------------------------------------------------------------------

async function phone() {
  const { Ircd, Person, ngircd } = await import('../judge/irc.mjs');
  if (!ngircd) return console.error('pictures: no ngircd here: that of the phone stays as it is');
  const folder = mkdtempSync(join(tmpdir(), 'talon-pictures-'));
  const ircd = await Ircd.start();
  const people = ['alice', 'bob', 'carol'].map((nick) => new Person(ircd, nick, '#cards'));
  for (const person of people) await person.entered(); // before the daemon: alice becomes the channel's operator
  const config = join(folder, 'talon.conf');
  const port = ircd.port + 1;
  writeFileSync(config, `[talon]\ndatabase = ${folder}/talon.db\ncontrol_socket = ${folder}/ctl\n[web]\nlisten = 127.0.0.1:${port}\n` +
    `url = http://127.0.0.1:${port}\n[irc example]\nhost = 127.0.0.1\nport = ${ircd.port}\ntls = off\nchannels = #cards\n`);
  const daemon = spawn(TALON_PROGRAM, ['serve', '--config', config], { stdio: 'ignore' });
  try {
    const [alice, bob, carol] = people;
    await until('the daemon', async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null))?.ok);
    await until('an answer', async () => {
      alice.say('!set channel web watch');
      await sleep(500);
      return alice.heard.some((line) => /web/.test(line));
    });
    alice.say('!new hyper');
    await alice.hears(/opens a table/);
    bob.say('!join');
    carol.say('!join');
    await alice.hears(/carol takes a seat|takes? a seat.*carol|alice, bob, carol/);
    alice.say('!web');
    const link = await until('the link to the seat', () => alice.whispers.map((text) => /http:\S+\/seat#\S+/.exec(text)?.[0]).find(Boolean));
    const page = await (await browser.newContext(PHONE)).newPage();
    await page.goto(link);
    await page.locator('[data-do=sit]').click();
    for (const person of people) person.plays = true;
    alice.say('!start');
    alice.plays = false; // she answers when the page has nothing to choose from
    const parts = ['.hand .card', '.hand .playable'];
    const chooses = () => page.evaluate((all) => all.map((part) => document.querySelectorAll(part).length), parts);
    for (let moves = 0, rounds = 0; ; moves++) {
      await until('a turn', () => {
        const over = alice.heard.filter((text) => /wins the round/.test(text)).length;
        if (over > rounds) alice.say('!start');
        rounds = over;
        return alice.asked;
      });
      await sleep(500); // until the page shows it at rest
      const [cards, playable] = await chooses();
      if (moves > 1 && cards > 4 && playable > 1) break;
      alice.answer();
    }
    await keep('phone', page);
  } finally {
    daemon.kill('SIGTERM');
    await new Promise((done) => daemon.once('exit', done));
    for (const person of people) person.close();
    ircd.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

// ---- Discord -------------------------------------------------------------------

/* Draws a message, and whatever it shows, as the daemon sent it. */
async function drawn(judge, name, { id }) {
  const page = await (await browser.newContext({ deviceScaleFactor: 4 / 3 })).newPage();
  await page.setContent(message(judge.world, judge.world.messages.get(id)));
  await keep(name, page.locator('article'));
}

/* A hand at its turn that shows something to choose from, and the table as it is then; undefined: not now. */
async function choice(player) {
  const { hand, board } = await player.look();
  const cards = hand?.content.match(/\[[^\]]+\]\*?/g) ?? [];
  const open = hand?.selects.find(({ placeholder }) => placeholder === player.words.play)?.options ?? [];
  const turns = new RegExp(`→ \\*\\*${player.name}\\*\\*`).test(board?.content);
  const moves = board?.content.split('\n').filter((line) => / → /.test(line)).length;
  return turns && cards.length > 5 && open.length > 1 && moves > 2 && hand.files.length && board.files.length ? { hand, board } : undefined;
}

async function discord() {
  if (!TALON_JUDGE) return console.error('pictures: no double of Discord here: those of its table, hand and end stay as they are');
  const { Judge, NO_LIMITS } = await import('../judge/harness.mjs');
  const { Table } = await import('../judge/players.mjs');
  await Judge.run({ discord: { images: 'on', emoji: 'on' }, limits: NO_LIMITS }, async (judge) => {
    await until('the emoji of cards', () => /the emoji of cards are there/.test(judge.said()));
    const table = new Table(judge, ['alice', 'bob', 'carol']);
    const { opener } = table;
    await opener.command('uno', { rules: 'classic' });
    await table.join();
    await table.start();
    let chosen;
    while (!(await table.over()) || chosen === undefined) {
      if (await table.over()) await table.start('Rematch');
      for (const player of table.players) {
        if (player === opener && chosen === undefined && (chosen = await choice(opener))) {
          await drawn(judge, 'discord', chosen.board);
          await drawn(judge, 'discord-hand', chosen.hand);
        }
        await player.step();
      }
    }
    await drawn(judge, 'discord-end', (await opener.look()).board);
  });
}

const makers = { terminal, phone, discord };
const wanted = process.argv.slice(2);
for (const [name, make] of Object.entries(makers)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await make();
  console.error(`pictures: ${name}`);
}
await browser.close();
process.exit(0); // timers of the judge would keep the process alive
