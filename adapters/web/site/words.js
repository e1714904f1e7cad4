/* words.js: translates what the page says.
 *
 * The English text is the key, as in the daemon. The catalogues are the daemon's, too (config/locale/talon-CODE.po):
 * config/locale/extract.sh finds the texts in calls of tr() and trn(). From them the build makes two files beside this
 * one (config/locale/words.sh). words-CODE.json has what tables and seats say, words-CODE-more.json what only other
 * pages say. */

const catalogue = {};

/* Returns the language of the page, from its <html>. */
export const language = () => document.documentElement.lang || "en";

const loadFile = async (name) => {
  try {
    const answer = await fetch(new URL(name, import.meta.url));
    if (answer.ok) Object.assign(catalogue, await answer.json());
  } catch {
    // the page speaks English
  }
};

/* Loads the catalogue. Wait for it before you say anything. If it cannot be loaded, the page speaks English. `more`:
 * also loads what neither tables nor seats say. */
export async function loadWords(more = false) {
  if (language() === "en") return;
  await Promise.all(["", ...(more ? ["-more"] : [])].map((part) => loadFile(`words-${language()}${part}.json`)));
}

export const tr = (text) => catalogue[text] ?? text;

/* Chooses the form for a number by the catalogue's rule (config/locale/words.sh): digit n of a text. The last digit is that
 * of all higher numbers; a text of 200 digits repeats its second half. English is "101". */
export function trn(one, many, n) {
  const rule = catalogue[""] ?? "101";
  const digit = rule[n] ?? (rule.length < 200 ? rule.at(-1) : rule[100 + (n % 100)]);
  return (catalogue[one] ?? [one, many])[digit];
}

/* Names written from right to left are isolated (U+2068, U+2069). Otherwise counts and arrows beside them would change
 * places. */
const RUNS_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]|[\uD802\uD803\uD83A\uD83B]/;
const isolated = (text) => (RUNS_LEFT.test(text) ? `\u2068${text}\u2069` : text);
/* Fills the {places} of a pattern that is translated already. */
export const say = (pattern, places) =>
  pattern.replace(/\{([a-z]+)\}/g, (all, name) => (name in places ? isolated(String(places[name])) : all));
