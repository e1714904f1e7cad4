/* The first page of a folder that `talon site` wrote, for somebody who has never heard of Talon: one screen says what it
 * is, in both languages, with a script and without one. */
import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";

import { browsers } from "./browser.mjs";
import { played } from "./golden_data.mjs";

const program = process.env.TALON_PROGRAM;
const SCREENS = [[1280, 800], [390, 844]];
const PAGES = { "index.html": /free bot/, "fr/index.html": /bot gratuit/ };
const TYPES = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm", json: "application/json", html: "text/html; charset=utf-8" };

/* What `talon site` writes of a database in which people have played, behind a server that knows files only. */
async function folder() {
  const at = await mkdtemp(`${tmpdir()}/talon-folder-`);
  execFileSync(program, ["import", "--db", `${at}/talon.db`], { input: played(), stdio: "pipe" });
  execFileSync(program, ["site", "--db", `${at}/talon.db`, `${at}/site`], { stdio: "pipe" });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://here");
    try {
      const body = await readFile(`${at}/site${pathname}`);
      response.writeHead(200, { "Content-Type": TYPES[/\.([a-z]+)$/.exec(pathname)?.[1]] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => (server.close(), server.closeAllConnections(), rm(at, { recursive: true })) };
}

/* Of these elements, those that are not wholly on the screen without scrolling. */
const hidden = (tab, selectors) => tab.evaluate((all) => all.filter((selector) => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || right === left;
}), selectors);

for (const begin of Object.values(browsers))
  test(`${begin.name}: one screen says what Talon is, and a table plays by itself in it`, async () => {
    const site = await folder();
    const browser = await begin();
    try {
      for (const [page, words] of Object.entries(PAGES)) {
        const tab = await browser.tab("light", "no-preference");
        await tab.open(`${site.url}/${page}`);
        for (const [width, height] of SCREENS) {
          await tab.size(width, height);
          assert.deepEqual(await hidden(tab, ["h1", ".lead", ".go a:first-child", ".go a:last-child", "#art", "#how"]), [], `${page} ${width}`);
        }
        assert.match(await tab.text(".lead"), words);
        assert.deepEqual(await tab.faults(), [], page);
        if (begin.name === "chromium") { // Firefox is told here that its reader wants no motion
          await tab.until(() => document.querySelector(".demo .seat[data-turn]") !== null);
          const turn = await tab.text(".demo .seat[data-turn]");
          await tab.until((before) => document.querySelector(".demo .seat[data-turn]")?.textContent !== before, turn);
          assert.deepEqual(await hidden(tab, [".demo .pile .card"]), []);
        }
        await tab.click(".go a:last-child");
        await tab.until(() => document.querySelector("#bring").getBoundingClientRect().top < innerHeight / 2);
        await tab.click(".go a:first-child");
        await tab.until(() => document.querySelector("#play form, #play button") !== null);
        assert.deepEqual(tab.errors, []);
      }
    } finally {
      await browser.close();
      await site.close();
    }
  });

test("the same is there as text, and small", async () => {
  const site = await folder();
  try {
    for (const [page, words] of Object.entries(PAGES)) {
      const text = await (await fetch(`${site.url}/${page}`)).text();
      assert.match(text, words);
      const steps = [...text.matchAll(/<li><p>(.*?)<\/p><\/li>/gs)].map(([, step]) => step);
      assert.equal(steps.length, 6, page);
      for (const step of steps) assert.match(step, /<code>[^<{]+<\/code>/); // each names what one types
      assert.match(text, /<code>!uno<\/code>.*<code>sudo talon setup<\/code>/s);
      assert.ok(text.length <= 28 * 1024, `${text.length} characters`);
      assert.doesNotMatch(text, /data-way/); // a folder knows no network
    }
  } finally {
    await site.close();
  }
});
