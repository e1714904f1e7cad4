/* golden_data.mjs: makes the earlier rounds that the golden pictures show, in the format of `talon import`: six people,
 * and the same rounds at the same times in each run. */
const NAMES = ["Ann", "Émile", "Bo", "Yamada", "Dieter", "somebody with a rather long name"];
const NETWORK = "console", CHANNEL = "table", FIRST = Date.UTC(2026, 6, 1, 18), DAY = 86400000;
const SETS = ["classic", "classic", "flex", "classic", "hyper"];
const ROUNDS = 24;

/* The players of a round, the winner first. It varies from round to round. */
const seated = (round) => [0, 1, 2].map((seat) => (round * 5 + seat * (1 + round % 2)) % NAMES.length);
const taken = (who) => Array.from({ length: ROUNDS }, (_, round) => seated(round + 1)).filter((all) => all.includes(who)).length;
const pointsOf = (round) => 40 + (round * 37) % 160;
const digits = (round) => String(round).padStart(64, "0");

function* lines() {
  const sums = NAMES.map(() => ({ rounds: 0, won: 0, points: 0 }));
  yield { talon: "export", format: 1, tables: 0, rounds: ROUNDS, persons: NAMES.length };
  for (const [at, name] of NAMES.entries()) yield { person: at + 1, name, verified: at % 2 === 0, named: false, hidden: false };
  for (const [at, name] of NAMES.entries())
    yield { identity: at + 1, person: at + 1, network: NETWORK, account: name, verified: at % 2 === 0, name, seen_at: FIRST, rounds: taken(at), mark: "" };
  for (let round = 1; round <= ROUNDS; round++) {
    const at = FIRST + round * 5 * DAY;
    const results = seated(round).map((who, seat) => {
      const won = seat === 0;
      sums[who].rounds++;
      sums[who].won += won ? 1 : 0;
      sums[who].points += won ? pointsOf(round) : 0;
      return [seat, who + 1, won ? pointsOf(round) : 0, won, false, false, seat + 1, null, null, null, null, null, 9 + seat, 5 + round % 7, 0, 0, 0];
    });
    yield { round, table: 0, network: NETWORK, channel: CHANNEL, set: SETS[round % SETS.length], rules: 1, started_at: at - 300000, ended_at: at,
            outcome: "won", counts: true, secret: digits(round), commitment: digits(round), deal: digits(round).slice(48), setup: null, actions: null, results };
  }
  for (const [score, network, channel] of [[0, NETWORK, CHANNEL], [1, NETWORK, ""], [2, "", ""]])
    for (const [at, { rounds, won, points }] of sums.entries())
      yield { score, network, channel, span: 4, start: 0, person: at + 1, rounds, rounds_won: won, matches: 0, matches_won: 0, points };
}

export function played() {
  const all = [...lines()].map((line) => JSON.stringify(line));
  return `${all.join("\n")}\n{"end":${all.length}}\n`;
}
