/* page.mjs MODULE FILE...: judges logs as the web page does. Prints a line for each: "proven", "refused" or "none",
 * and why. */
import { readFile } from "node:fs/promises";

import { loadEngine } from "../../adapters/web/site/engine.js";

const [module, ...files] = process.argv.slice(2);
const engine = await loadEngine(await readFile(module));
for (const file of files) {
  const { verdict, line, why } = engine.prove(await readFile(file, "utf8"));
  console.log(`${verdict} ${file} ${line > 0 ? `line ${line}: ` : ""}${why}`);
}
