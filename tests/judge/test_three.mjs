// One table in a channel of Discord, in one of IRC and on web pages. People of all three play a round at it.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { freePort } from '../real/port.mjs';
import { Judge, until, words } from './harness.mjs';
import { Ircd, Person, ngircd } from './irc.mjs';
import { Page } from './page.mjs';
import { Table, plain, rows } from './players.mjs';
import { checkSaid, isOpen } from './secrecy.mjs';

const CHANNEL = '#cards';
const PEOPLE = ['alice', 'bob', 'carol', 'Zoé (guest)'];

// Says a command, and returns the address that the bot whispers for it.
async function link(person, words) {
  const links = () => person.whispers.flatMap((text) => text.match(/http:\S+\/seat#\S+/g) ?? []);
  const before = links().length;
  person.say(words);
  return until(`a link for ${words}`, () => links()[before]);
}

// ---- what people may see -----------------------------------------------------

const MANY = 4; // two hands never have so many cards in common by chance

// The coloured cards of a hand, from words ("[R 5]") or from codes, sorted: equal lists mean the same hand.
const coloured = (cards) => cards.map((card) => card.replace(/[[\]\s]/g, '')).filter((card) => /^[RGBY](?:\d|\+2|skip|rev)$/.test(card)).sort();
const inWords = (text) => coloured(plain(text).match(/\[[RGBY]\s[^\]]+\]/g) ?? []);

// The hands that were shown, and to whom. A hand may be shown to its owner only.
class Hands {
  constructor() {
    this.owners = new Map();
  }
  saw(who, cards) {
    if (cards.length < MANY) return;
    const key = cards.join(' ');
    const owner = this.owners.get(key) ?? who;
    assert.equal(owner, who, `${who} was shown the hand of ${owner}: ${key}`);
    this.owners.set(key, who);
  }
}

const whispered = /our hand: (.*)/;

const CODE = /"(?:[RGBY](?:\d|\+2|skip|rev)|W[A-Z0-9+]*)"/g;

// Checks that a seat's documents name only the cards of its own hand, the top card, and in moves the cards that
// everybody saw or this seat drew.
function checkFrames(page, you) {
  for (const text of page.frames) {
    const frame = JSON.parse(text);
    if (frame.type !== 'seat') continue;
    assert.equal(frame.you, you);
    const { lines, moves, end, ...open } = frame.table;
    const rest = JSON.stringify({ ...frame, hand: [], choices: [], actions: [], asked: '', table: { ...open, play: null } });
    assert.deepEqual(rest.match(CODE), null, `${you}: ${rest}`);
    assert.ok(end === null || frame.plays === false || open.play === null || open.play.phase === 'round_over', `${you} sees hands: ${text}`);
    for (const event of moves.flatMap(({ events }) => events))
      if (event.kind === 'drew' && event.seat !== frame.seat) assert.deepEqual(JSON.stringify(event).match(CODE), null, `${you}: ${text}`);
    for (const line of lines) assert.ok(isOpen(line), `told to all: ${line}`);
  }
}

// ---- the round ---------------------------------------------------------------

// People of IRC and of pages sit down beside alice of Discord.
async function gather(table, { bob, carol }) {
  const [alice] = table.players;
  const given = await alice.command('bridge');
  bob.say(`!bridge ${given.message.content.match(/code of this table is \W*(\w{8})/)[1]}`);
  await bob.hears(/is here now too/);
  for (const person of [bob, carol]) {
    person.say('!join');
    await table.says(new RegExp(`At the table: .*${person.nick}`));
  }
  const seat = await Page.sit(await link(carol, '!web'));
  carol.say('!web chat off');
  await until('carol to be told of it', () => carol.whispers.find((text) => /only the page shows your hand/.test(text)));
  const guest = await Page.sit(await link(bob, '!invite'), 'Zoé');
  await table.says(/At the table: .*Zoé \(guest\)/);
  return { seat, guest };
}

// The first page links to both networks, and to Discord's page that adds the bot.
async function checkWays(judge, web) {
  const home = await (await fetch(web)).text();
  const addresses = [...home.matchAll(/href="([^"]+)" data-way="([^"]+)"/g)].map(([, address, way]) => `${way} ${address.replaceAll('&amp;', '&')}`);
  assert.deepEqual(addresses.map((address) => address.replace('/%23cards', '')).sort(), [
    `add https://discord.com/oauth2/authorize?client_id=${judge.world.app.id}&scope=bot+applications.commands&permissions=309237681152`,
    'join https://discord.gg/test',
    'join ircs://irc.test',
  ]);
}

// Checks that each place was told what each player did, and how the round ended.
async function checkTold(judge, heard, pages) {
  const public_ = (entry) => /^(POST|PATCH) \/channels\//.test(entry.route ?? '') && entry.status < 300;
  const onDiscord = (await judge.log('rest')).filter(public_).map((entry) => plain(words(entry.body)));
  const places = { Discord: onDiscord, IRC: heard, ...Object.fromEntries(pages.map((page) => [page.now.you, [...page.lines]])) };
  for (const [place, lines] of Object.entries(places)) {
    const all = lines.join('\n').replace(/[\x02\x0f\x1d\x1f\x16]|\x03\d{0,2}(,\d{1,2})?/g, '');
    for (const who of PEOPLE)
      assert.match(all, new RegExp(`${who.replace(/[()]/g, '\\$&')}[^\\n]* (plays|draws|accepts|is skipped)`), `${place} of ${who}`);
    assert.match(all, /wins the (round|match)/, place);
  }
}

test('people of Discord, of IRC and of pages play a round at one table', { skip: !ngircd && 'no ngircd here', timeout: 600_000 }, async () => {
  const ircd = await Ircd.start();
  const port = await freePort();
  const people = Object.fromEntries(['bob', 'carol', 'dora'].map((nick) => [nick, new Person(ircd, nick, CHANNEL)]));
  const { bob, carol, dora } = people;
  const pages = [];
  const others = {
    'irc irc': { host: '127.0.0.1', port: ircd.port, tls: 'off', nick: 'Talon', channels: CHANNEL, join_url: 'ircs://irc.test' },
    web: { listen: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` },
  };
  try {
    await Judge.run({ others, discord: { join_url: 'https://discord.gg/test' }, daemon: false }, async (judge) => {
      await bob.entered(); // before the daemon: he becomes the channel's operator
      await judge.start();
      const table = new Table(judge, ['alice']);
      const [alice] = table.players;
      await table.open();
      await table.set('score', 'single_round');
      const { seat, guest } = await gather(table, people);
      pages.push(seat, guest);
      await checkWays(judge, others.web.url);
      const hands = new Hands();
      const look = alice.look.bind(alice);
      alice.look = async () => {
        const seen = await look();
        if (seen.hand) hands.saw('alice', inWords(rows(seen.hand.content)));
        return seen;
      };
      const told = carol.whispers.length;
      bob.plays = true;
      await table.start();
      for (const page of pages) page.play();
      await table.play();
      await Promise.all(pages.map((page) => until('its end on a page', () => [...page.lines].some((line) => /wins the/.test(line)))));
      await dora.hears(/wins the/);

      for (const [who, did] of Object.entries({ alice: alice.moved, bob: bob.moves, carol: seat.moves, guest: guest.moves }))
        assert.ok(did > 1, `${did} moves of ${who}`);
      await checkTold(judge, dora.heard, pages);

      for (const text of bob.whispers) if (whispered.test(text)) hands.saw('bob', inWords(text.match(whispered)[1]));
      for (const page of pages) {
        checkFrames(page, page === seat ? 'carol' : 'Zoé (guest)');
        for (const text of page.frames) {
          const { type, you, hand } = JSON.parse(text);
          if (type === 'seat') hands.saw(you, coloured(hand.map(({ card }) => card)));
        }
      }
      assert.deepEqual([...new Set(hands.owners.values())].sort(), [...PEOPLE].sort(), 'whose hands were looked at');
      assert.deepEqual(carol.whispers.slice(told).filter((text) => whispered.test(text)), [], 'her page is open');
      assert.deepEqual(dora.whispers, []);
      for (const text of dora.heard) assert.ok(isOpen(text.replace(/[\x02\x0f\x1d\x1f\x16]|\x03\d{0,2}(,\d{1,2})?/g, '')), `said aloud: ${text}`);
      await checkSaid(judge);
    });
  } finally {
    for (const page of pages) page.close();
    for (const person of Object.values(people)) person.close();
    ircd.close();
  }
});
