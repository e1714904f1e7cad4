// Pictures are on by default: each table in play and each hand has one picture, whose description says what it shows.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, until } from './harness.mjs';
import { Player, Table, plain, rows } from './players.mjs';
import { checkSaid } from './secrecy.mjs';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

// Returns the description of a message's picture, after a check that it is one PNG of that name.
function check(judge, message, name) {
  const [file, more] = message.files;
  assert.ok(file && !more, `${message.files.length} pictures with: ${message.content}`);
  assert.equal(file.filename, name);
  assert.ok(file.size < 100_000, `${file.size} bytes`);
  const { bytes } = judge.world.files.get(/attachments\/(\d+)/.exec(file.url)[1]);
  assert.deepEqual(bytes.subarray(0, 8), PNG);
  return file.description;
}

function checkHand(judge, hand) {
  const cards = rows(hand.content).replace(/ — .*/, '');
  if (cards) {
    const said = check(judge, hand, 'hand.png'); // its description is one line
    assert.ok(said.length <= 100 && !said.includes('\n'), said);
    assert.ok(plain(hand.content).includes(plain(said)), `${hand.content} shows ${said}`);
  } else assert.deepEqual(hand.files, []);
}

function checkBoard(judge, board, words) {
  const plays = board.buttons.some((b) => b.label === words.mine);
  if (!plays && !/ wins round \d+ and /.test(board.content)) return assert.deepEqual(board.files, []);
  if (!plays) {
    const said = check(judge, board, 'end.png'); // such as "bob wins round 1 and 40 points."
    assert.match(said, /^\w+ wins round \d+ and \d+ points?\.$/);
    return assert.match(board.content, /\nLeft in hand: /);
  }
  const said = check(judge, board, 'table.png'); // such as "On top ...; draw pile 40; clockwise"
  assert.ok(said.length <= 100 && !said.includes('\n'), said);
  assert.ok(plain(board.content).includes(plain(said)), `${board.content} shows ${said}`);
}

// Checks all that they see, until they have seen `wanted` different pictures.
async function watch(judge, players, wanted) {
  const seen = new Set();
  await until(`${wanted} pictures`, async () => {
    for (const player of players) {
      const { boards, hand } = await player.look();
      if (hand) checkHand(judge, hand);
      for (const board of boards) checkBoard(judge, board, player.table);
      for (const m of [hand, boards.at(-1)]) for (const file of m?.files ?? []) seen.add(file.sha1);
    }
    return seen.size >= wanted;
  });
}

describe('pictures', { concurrency: 3 }, () => {
  for (const board of ['new', 'edit'])
    test(`a match, board = ${board}`, () =>
      Judge.run({ discord: { board } }, async (judge) => {
        const table = new Table(judge, ['alice', 'bob', 'carol']);
        await table.open('flex');
        await table.start();
        await table.playOn(() => watch(judge, table.players, 20));
        await table.play();
        checkBoard(judge, await table.says(/wins the match!/), table.opener.table);
        for (const player of table.players) checkHand(judge, (await player.look()).hand);
        await checkSaid(judge);
        assert.deepEqual(table.unanswered, []);
      }));

  test('a private table', () =>
    Judge.run({}, async (judge) => {
      const alice = new Player(judge, 'alice', 'dm');
      await alice.command('uno', { rules: 'minion' });
      await alice.press('Start');
      await watch(judge, [alice], 2);
    }));
});
