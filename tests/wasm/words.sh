#!/bin/sh
# words.sh NODE TABLE MORE CATALOGUE: the files that the build made of a catalogue have every text of the pages' scripts
# exactly once, with all forms if it is counted. They leave out only texts that are the same in English. No script is
# left out. Each page loads the file with its texts.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh config/locale/extract.sh "$work/site.pot" site
"$1" --input-type=module - "$2" "$3" "$work/site.pot" "$4" <<'END'
import { readFileSync, readdirSync } from "node:fs";
import assert from "node:assert/strict";
const [tableWords, moreWords, pot, catalogue] = process.argv.slice(2).map((path) => readFileSync(path, "utf8"));
const [table, more] = [JSON.parse(tableWords), JSON.parse(moreWords)];
const whole = (lines) => JSON.parse(lines.replaceAll('"\n"', ""));
const texts = (text) => [...text.matchAll(/^msgid (".*(?:\n".*)*)/gm)].map(([, id]) => whole(id)).filter(Boolean);
const same = Object.fromEntries([...catalogue.matchAll(/^msgid (".*(?:\n".*)*)\nmsgstr (".*(?:\n".*)*)/gm)]
  .map(([, ...pair]) => pair.map(whole)).filter(([english, text]) => english === text));
for (const text of texts(pot)) assert.equal([table, more, same].filter((words) => text in words).length, 1, text);
const forms = 1 + Math.max(...table[""]);
delete table[""];
for (const [text, value] of Object.entries({ ...table, ...more })) assert.ok(Array.isArray(value) ? value.length === forms : value.length > 0, text);
const folder = "adapters/web/site";
const read = (file) => readFileSync(`${folder}/${file}`, "utf8");
const said = (file) => [...read(file).matchAll(/\b(?:tr|trn)\("((?:[^"\\]|\\.)*)"/g)].map(([, text]) => JSON.parse(`"${text}"`));
const has = (words, text) => Object.keys(words).some((key) => key.startsWith(text));
const loaded = (file, files = new Set()) => {
  if (files.has(file)) return files;
  files.add(file);
  for (const [, next] of read(file).matchAll(/(?:from |import\()"\.\/([a-z_]+\.js)"/g)) loaded(next, files);
  return files;
};
let pages = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
  for (const text of said(file)) assert.ok([table, more, same].some((words) => has(words, text)), `not extracted: ${text}`);
  const way = /loadWords\((true|)\)/.exec(read(file));
  if (way === null || file === "words.js") continue;
  pages++;
  for (const text of [...loaded(file)].flatMap(said)) assert.ok(has(table, text) || has(same, text) || way[1] === "true", `${file} lacks: ${text}`);
}
assert.ok(pages >= 5);
console.log(`${texts(pot).length} texts, ${Object.keys(table).length} of them for tables`);
END
