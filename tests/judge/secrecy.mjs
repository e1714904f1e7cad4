// Checks that nobody sees another's hand, neither now nor in a message that has been deleted.
import assert from 'node:assert/strict';
import { until, words } from './harness.mjs';
import { plain, rows } from './players.mjs';

// The places where everybody may see a card: those of the piles.
const OPEN = new RegExp(
  ['plays', 'first card', 'On top', 'draws', 'and', ',', 'jumps in with',
   'joue', 'première carte', 'Sur le talon\u00a0:', 'et', 'tire'].map((w) => `${w} \\[`).join('|'), 'g');
const count = (text, what) => [...text.matchAll(what)].length;

export const isOpen = (content) => {
  // W-2 to W-6: a Web Swing makes players show their hands to all. So does the end of a round.
  const text = plain(content).replace(/^Left in hand: .*$|^Restait en main.*$/gm, '').replace(/(shows|montre)((?: +\[[^\]]+\])+)/g, '$1');
  const cards = count(text, /\[(?:(?:[RGBYPOVJ]|Ver|Vio)\s|W|blanche)[^\]]*\]/g);
  const turned = count(text, /\[[^\]]+\] (?:is turned up|est retournée)/g);
  return cards <= count(text, OPEN) + turned && !/\]\*/.test(text);
};

const bodyOf = (entry) => (entry.body?.data && 'type' in entry.body ? entry.body.data : entry.body);
const isPublic = (entry) =>
  /^(POST|PATCH) \/channels\//.test(entry.route ?? '') ||
  (/callback$/.test(entry.route ?? '') && entry.body?.type === 4 && !(entry.body.data.flags & 64));

// Checks everything that was ever said in public, by the judge's log.
export async function checkSaid(judge) {
  for (const entry of await judge.log('rest')) {
    const body = isPublic(entry) && entry.status < 300 ? bodyOf(entry) : null;
    if (!body || /^dm to/.test(entry.audience ?? '')) continue;
    const all = [words(body), ...(body.attachments ?? []).map((file) => file.description ?? '')];
    for (const said of all) assert.ok(isOpen(said), `said to all: ${said}`);
    assert.ok(!/"label":"[^"]*\[/.test(JSON.stringify(body.components ?? [])), 'cards among the controls for all');
  }
}

// Waits until this was said to anybody in a request after `since`. The message itself may be gone by then.
export const told = (judge, pattern, since = 0) =>
  until(`${pattern} to be said`, async () =>
    (await judge.log('rest', since)).some((entry) => pattern.test(plain(words(bodyOf(entry))))));

// Two hands can have a row of so few cards in common by chance, because each card exists more than once.
const FEW = 4;

// Checks that nothing these players see now holds the hand of another of them.
export async function checkSeen(players) {
  const views = await Promise.all(players.map(async (p) => ({ name: p.name, ...(await p.look()) })));
  for (const owner of views) {
    const cards = owner.hand ? rows(owner.hand.content) : '';
    if (count(cards, /\[/g) <= FEW) continue;
    for (const other of views)
      if (other.name !== owner.name) // one person may look from two places
        for (const m of other.all)
          assert.ok(!rows(m.content).includes(cards), `${other.name} sees the hand of ${owner.name}: ${m.content}`);
  }
}
