/* transcript.js: reads the public record of a round, and plays it again (docs/fair.md has the protocol).
 *
 * A record comes from `!fair` in a channel, or from the JSON of /api/1/rounds/ID: the number of the shuffle, its
 * secret, the setup's text and the moves. Engine.prove() judges what a log of the channel proves. */
import { fromHex } from "./engine.js";

export class Forged extends Error {}

/* -- values, as bot/table/setup.h writes them -- */

const PLAIN = /[A-Za-z0-9_+-]/;

function encode(value) {
  return Array.from(new TextEncoder().encode(value), (byte) => {
    const letter = String.fromCharCode(byte);
    return PLAIN.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

function decode(text) {
  const bytes = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "%") {
      bytes.push(parseInt(text.slice(at + 1, at + 3), 16));
      at += 2;
    } else bytes.push(text.charCodeAt(at));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/* -- the setup -- */

const SEAT = /^P([1-9]|1[0-9]|20)$/;

function readField(setup, field) {
  const [key, ...values] = field.split(".");
  const [first, second] = values.map(decode);
  if (key === "set") setup.set = first;
  else if (key === "rules") setup.rules = Number(first);
  else if (key === "round") setup.round = Number(first);
  else if (key === "dealer") setup.dealer = first === "-" ? null : Number(SEAT.exec(first)?.[1]) - 1;
  else if (key === "switch") setup.switches[first] = second;
  else if (key === "person") setup.seats.push({ name: first, level: null });
  else if (key === "computer") setup.seats.push({ name: first, level: second });
  else if (key === "cut") setup.cuts.push({ name: first, word: second });
  else if (field !== "talon2" && field !== "talon3") throw new Forged("the setup cannot be read");
}

function writeSetup(setup, order) {
  const switches = order.filter((name) => name in setup.switches);
  return [setup.form, `set.${setup.set}`, `rules.${setup.rules}`,
          ...switches.map((name) => `switch.${name}.${encode(setup.switches[name])}`),
          `round.${setup.round}`, `dealer.${setup.dealer === null ? "-" : `P${setup.dealer + 1}`}`,
          ...setup.seats.map(({ name, level }) =>
            level === null ? `person.${encode(name)}` : `computer.${encode(name)}.${encode(level)}`),
          ...setup.cuts.map(({ name, word }) => `cut.${encode(name)}.${encode(word)}`)].join(",");
}

/* Returns the version of the rules that a setup names; 0: none. */
export const rulesOf = (text) => Number(/(?:^|,)rules\.([1-9][0-9]{0,4})(?:,|$)/.exec(text)?.[1] ?? 0);

/* Reads a setup's text. Each setup can be written in one way only: for any other text it throws Forged. */
export function readSetup(engine, text) {
  const setup = { form: text.slice(0, 6), set: "", rules: 0, round: 0, dealer: null, switches: {}, seats: [], cuts: [] };
  for (const field of text.split(",")) readField(setup, field);
  if (!engine.sets.includes(setup.set) || !(setup.rules >= 1) || setup.seats.length < 2 || !(setup.dealer === null || setup.dealer >= 0))
    throw new Forged("the setup cannot be read");
  const sheet = engine.sheet(setup.set, setup.rules);
  const idle = Object.entries(setup.switches).some(([name, value]) => sheet[name] === value);
  if (idle || writeSetup(setup, engine.switches) !== text)
    throw new Forged("the setup is not written as it must be");
  return setup;
}

/* -- the record -- */

/* Codes for colour and style, and invisible characters, which chat clients put into a line. */
// eslint-disable-next-line no-control-regex
const NOISE = /\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x1b\[[^A-Za-z]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f\\*`\u200b-\u200f\u2060\ufe0f\ufeff]/g;
const TOKEN = /(?<![A-Za-z0-9%])(s)([0-9]{1,4})=([0-9a-f]{64})(?![A-Za-z0-9])|(?<![A-Za-z0-9%])([tm])([0-9]{1,4})\.([0-9]+)\/([0-9]+)=([A-Za-z0-9_+%.,-]+)/g;

/* Returns all tokens of a text: [{kind, number, part, parts, value}]. */
export function tokensOf(text) {
  return Array.from(text.replace(NOISE, "").matchAll(TOKEN), (found) =>
    found[1] !== undefined ? { kind: found[1], number: Number(found[2]), value: found[3] }
      : { kind: found[4], number: Number(found[5]), part: Number(found[6]), parts: Number(found[7]), value: found[8] });
}

function joined(tokens, kind, number) {
  const parts = [];
  for (const token of tokens)
    if (token.kind === kind && token.number === number) parts[token.part - 1] = token.value;
  return parts.includes(undefined) ? "" : parts.join("");
}

const movesOf = (text) =>
  text === "" ? [] : text.split(",").map((move) => move.split(".").map(decode).join(" "));

/* Finds the last round that is complete in a text; null: there is none. */
export function recordOf(text) {
  const tokens = tokensOf(text);
  const shuffle = tokens.filter((token) => token.kind === "t").at(-1)?.number;
  const setup = shuffle === undefined ? "" : joined(tokens, "t", shuffle);
  const secret = tokens.filter(({ kind, number, value }) => kind === "s" && number === shuffle);
  if (setup === "" || secret.length === 0) return null;
  return { shuffle, setup, secret: secret.at(-1).value, moves: movesOf(joined(tokens, "m", shuffle)) };
}

/* Makes a record of the JSON of /api/1/rounds/ID; null: the server no longer has the moves. If a player is hidden, the
 * names differ from those of the deal. Then the record has the seed in place of the secret, and proves nothing. */
export function recordOfRound({ proof, setup, seed, moves }) {
  if (proof) return recordOf(proof.lines);
  if (typeof setup !== "string" || typeof seed !== "string") return null;
  return { shuffle: 0, setup, secret: "", moves: moves.split("\n").filter(Boolean), seed };
}

/* Writes a record as the lines that a channel sees. `talon verify --transcript` reads them, too. */
export function recordText(record) {
  const lines = [`s${record.shuffle}=${record.secret}`, `t${record.shuffle}.1/1=${record.setup}`];
  const moves = record.moves.map((move) => move.split(" ").map(encode).join(".")).join(",");
  return [...lines, `m${record.shuffle}.1/1=${moves}`, ""].join("\n");
}

/* -- playing it again -- */

const words = (text) => new TextEncoder().encode(text);

/* Returns the seed: the hash of the secret and, in version 3, the words of the cuts, in version 2, the whole setup. */
export function seedOf(engine, { secret, setup: text }, setup) {
  const mixed = setup.form === "talon2" ? [text] : setup.cuts.map(({ word }) => `${word}\n`);
  return engine.sha256(words(`talon-seed-${setup.form.slice(5)}\n`), fromHex(secret), ...mixed.map(words));
}

/* Deals the round and makes all its moves. Throws Forged if a move cannot be made. Returns {setup, moves, show}.
 * The engine is then at the end of the round, and show(n) takes it to the state after n moves. */
export function replay(engine, record) {
  if (rulesOf(record.setup) > engine.version) throw new Forged("it was played by other rules");
  const setup = readSetup(engine, record.setup);
  const wrong = engine.rules(setup.set, setup.switches, setup.seats.length, setup.rules);
  if (wrong !== null) throw new Forged("the setup's switches contradict each other");
  const seed = record.seed ? fromHex(record.seed) : seedOf(engine, record, setup);
  let made = 0;
  const show = (count) => {
    if (count < made || made === 0) {
      engine.deal(seed, setup.dealer);
      made = 0;
    }
    for (; made < count; made++)
      if (engine.apply(record.moves[made]) !== null) {
        const number = made + 1;
        made = 0;
        throw Object.assign(new Forged("a move of the record cannot be made"), { move: number });
      }
  };
  show(0);
  show(record.moves.length);
  return { setup, show, moves: record.moves };
}
