/* words.js: what the page says, in the language of its reader.
 *
 * The English text is the key, as in the daemon, and the catalogues are the daemon's
 * (config/locale/talon-CODE.po): texts given to tr() and trn() are found there by
 * config/locale/extract.sh. The build writes words-CODE.json and words-CODE-more.json of them, which lie beside this
 * file: the first has what tables and seats say, the second what only other pages say (config/locale/words.sh). */

const catalogue = {};

/* The language of the page, as its <html> says it. */
export const language = () => document.documentElement.lang || "en";

const loadFile = async (name) => {
  try {
    const answer = await fetch(new URL(name, import.meta.url));
    if (answer.ok) Object.assign(catalogue, await answer.json());
  } catch {
    // it speaks English
  }
};

/* To be awaited before anything is said. English needs nothing; another language that cannot be had
 * speaks English. `more`: the page is neither a table nor a seat. */
export async function loadWords(more = false) {
  if (language() === "en") return;
  await Promise.all(["", ...(more ? ["-more"] : [])].map((part) => loadFile(`words-${language()}${part}.json`)));
}

export const tr = (text) => catalogue[text] ?? text;

/* French counts 0 and 1 as one, English only 1. */
export function trn(one, many, n) {
  const forms = catalogue[one] ?? [one, many];
  return forms[(language() === "fr" ? n > 1 : n !== 1) ? 1 : 0];
}

/* A name that is written from right to left stands in an isolate (U+2068, U+2069): else counts and
 * arrows beside it would change places. */
const RUNS_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]|[\uD802\uD803\uD83A\uD83B]/;
const isolated = (text) => (RUNS_LEFT.test(text) ? `\u2068${text}\u2069` : text);
/* Fills the {places} of a pattern that is translated already. */
export const say = (pattern, places) =>
  pattern.replace(/\{([a-z]+)\}/g, (all, name) => (name in places ? isolated(String(places[name])) : all));
