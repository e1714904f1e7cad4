/* make.mjs: makes the pictures of the README, each from a real run: `talon play` in a terminal (tmux), a phone that
 * watches a table of a real IRC server, and the picture that a channel of Discord shows of its table.
 *
 * `./dev pictures` calls it. Without TALON_JUDGE (a double of Discord) it leaves Discord's picture as it is. Without an
 * IRC server it leaves the phone's. */
import { execFileSync, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { screen } from './screen.mjs';

const { TALON_WEB, TALON_PROGRAM, TALON_JUDGE, TALON_PICTURES } = process.env;
const { chromium } = createRequire(`${TALON_WEB}/package.json`)('playwright-core');
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };
const PATIENCE = 60_000; // ms

const browser = await chromium.launch({
  executablePath: process.env.TALON_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
});
const path = (name) => join(TALON_PICTURES, `${name}.png`);

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
  await page.locator('pre').screenshot({ path: path('terminal') });
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
    for (const person of people) person.plays = true;
    alice.say('!start');
    await until('some moves', () => people.reduce((sum, { moves }) => sum + moves, 0) > 9);
    for (const person of people) person.plays = false;
    const page = await (await browser.newContext(PHONE)).newPage();
    await page.goto(`http://127.0.0.1:${port}/tables/1`);
    await until('the table in the page', () => page.evaluate(() => document.querySelector('[data-seq] .card') !== null));
    await page.screenshot({ path: path('phone') });
  } finally {
    daemon.kill('SIGTERM');
    await new Promise((done) => daemon.once('exit', done));
    for (const person of people) person.close();
    ircd.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

// ---- Discord -------------------------------------------------------------------

async function discord() {
  if (!TALON_JUDGE) return console.error('pictures: no double of Discord here: that of its table stays as it is');
  const { Judge } = await import('../judge/harness.mjs');
  const { Table } = await import('../judge/players.mjs');
  await Judge.run({ discord: { images: 'on' } }, async (judge) => {
    const table = new Table(judge, ['alice', 'bob', 'carol']);
    await table.open('classic');
    await table.start();
    let pictures = 0;
    let last = null;
    await table.playOn(async () => {
      await until('a picture of the table', async () => {
        const file = (await table.players[0].look()).boards.at(-1)?.files[0];
        if (!file || file.sha1 === last) return pictures > 5;
        last = file.sha1;
        pictures++;
        const { bytes } = judge.world.files.get(/attachments\/(\d+)/.exec(file.url)[1]);
        writeFileSync(path('discord'), bytes);
        return pictures > 5;
      });
    });
  });
}

const makers = { terminal, phone, discord };
for (const [name, make] of Object.entries(makers)) {
  await make();
  console.error(`pictures: ${name}`);
}
await browser.close();
process.exit(0); // timers of the judge would keep the process alive
