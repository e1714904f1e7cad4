#!/bin/sh
# words.sh FILE NODE: every text of the web pages' scripts stands in what the build made of a catalogue, with both
# forms where it is counted; and no script is left unread.
set -eu
words=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh config/locale/extract.sh "$work/site.pot" site
"$2" --input-type=module - "$words" "$work/site.pot" <<'END'
import { readFileSync, readdirSync } from "node:fs";
import assert from "node:assert/strict";
const [words, pot] = process.argv.slice(2).map((path) => readFileSync(path, "utf8"));
const catalogue = JSON.parse(words);
const texts = (text) => [...text.matchAll(/^msgid (".*(?:\n".*)*)/gm)].map(([, id]) => JSON.parse(`[${id.replaceAll('"\n"', "")}]`)[0]).filter(Boolean);
for (const text of texts(pot)) assert.ok(text in catalogue, text);
for (const [text, value] of Object.entries(catalogue)) assert.ok(Array.isArray(value) ? value.length === 2 : value.length > 0, text);
const folder = "adapters/web/site";
const said = readdirSync(folder).filter((file) => file.endsWith(".js"))
  .flatMap((file) => [...readFileSync(`${folder}/${file}`, "utf8").matchAll(/\btr\("((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text));
for (const text of said) assert.ok(Object.keys(catalogue).some((key) => key.startsWith(text)), `not extracted: ${text}`);
console.log(`${texts(pot).length} texts`);
END
