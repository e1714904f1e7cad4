/* seen.js: what this browser was told of shuffles before they were dealt, so that a replay can be held
 * against it later. Only a page that shows a running table may remember; tokens are those of
 * bot/table/reveal.h ("s0=...", "d1=..."). */
import { tokensOf } from "./transcript.js";

const KEY = "talon.seen";
const MOST = 200;

/* [{token, at, dealt}], the oldest first. */
export function seen() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // no storage here
  }
}

/* Keeps the tokens of commitments and deals in a text that are new. `dealt`: the last shuffle of them that was
 * dealt by then; what was told after a deal proves nothing of it, but all that come later. */
export function remember(text, { now = Date.now(), dealt = 0 } = {}) {
  const kept = seen();
  const known = new Set(kept.map(({ token }) => token));
  for (const { kind, number, value } of tokensOf(text)) {
    const token = `${kind}${number}=${value}`;
    if ("sd".includes(kind) && value.length === 64 && !known.has(token)) kept.push({ token, at: now, dealt });
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(-MOST)));
  } catch {
    // no storage here: nothing was seen
  }
}
