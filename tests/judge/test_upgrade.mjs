// A table that an older Talon posted goes on. Its message is plain text with embeds and rows. The first edit turns
// it into a container without these.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { Judge, NO_LIMITS, until } from './harness.mjs';
import { Table } from './players.mjs';

const rowsOf = (list) => list.flatMap((c) => (c.type === 1 ? [c] : rowsOf(c.components ?? [])));

// Changes a message into the form before containers: words as content, rows of buttons, an embed.
function aged(message) {
  const components = rowsOf(message.components);
  Object.assign(message, { content: 'On top [R 5]', embeds: [{ title: 'an old one' }], components, flags: 0 });
}

describe('upgrade', { concurrency: 2 }, () => {
  for (const board of ['new', 'edit'])
    test(`in mid-round, board = ${board}`, () =>
      Judge.run({ limits: NO_LIMITS, discord: { board, images: 'on' } }, async (judge) => {
        const table = new Table(judge, ['alice', 'bob', 'carol']);
        await table.open();
        await table.start();
        await table.playOn(() => table.moves(6));
        await judge.stop('SIGTERM');
        const { board: shown } = await table.opener.look();
        const message = judge.world.messages.get(shown.id);
        aged(message);
        // If the message stays, its buttons still work before it becomes a container.
        await judge.start();
        await table.playOn(() => table.moves(6));
        await until('a container', async () => (await table.opener.look()).board?.components);
        if (board === 'edit') {
          assert.equal((await table.opener.look()).board.id, shown.id);
          assert.equal(message.flags & 32768, 32768);
          assert.deepEqual(message.embeds, []);
          assert.ok(!message.content, message.content);
        } else assert.ok(message.deleted, 'the old message stays');
        assert.equal((await table.opener.look()).board.embeds.length, 0);
        await table.play();
        await table.alone();
        assert.deepEqual(table.unanswered, []);
      }));
});
