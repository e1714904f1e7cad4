/* A page of another site shows a leaderboard and a running table, each in a frame. No other page of ours can be
 * framed. */
import test from "node:test";
import assert from "node:assert/strict";
import { createServer } from "node:http";

import { browsers } from "./browser.mjs";
import { until } from "./daemon.mjs";
import { Terminal } from "./terminal.mjs";

/* A page of another origin and another site, since ours is 127.0.0.1. */
async function elsewhere(...addresses) {
  const frames = addresses.map((address) => `<iframe src="${address}" width="500" height="500"></iframe>`).join("");
  const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" })
    .end(`<!DOCTYPE html><title>elsewhere</title>${frames}`));
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

test("boards and tables stand in a page of another site, and nothing else does", async () => {
  const terminal = await Terminal.open();
  const browser = await browsers.chromium();
  await terminal.asked();
  const { table } = await terminal.table();
  const site = await elsewhere(...[`/embed/tables/${table}`, "/embed/boards?lang=fr", "/boards", `/tables/${table}`]
    .map((path) => terminal.url + path));
  try {
    const tab = await browser.tab("light");
    await tab.open(site.url);
    const [live, board, ...refused] = tab.page.mainFrame().childFrames();
    assert.match(await board.textContent("main"), /Classements/);
    assert.equal(await board.evaluate(() => document.querySelectorAll("form, nav").length), 0);
    assert.equal(await board.evaluate(() => document.cookie), "");
    assert.ok(await board.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.equal(refused.length, 2);
    await until(() => tab.errors.filter((error) => /frame-ancestors 'none'/.test(error)).length === 2, "both are refused");
    const before = Number(await live.getAttribute("#live", "data-seq"));
    await terminal.answer();
    await live.locator(`#live:not([data-seq="${before}"])`).waitFor({ state: "attached" });
    assert.ok(Number(await live.getAttribute("#live", "data-seq")) > before);
    const opened = tab.page.waitForEvent("popup");
    await live.click(".mark");
    await (await opened).waitForURL(`${terminal.url}/tables/${table}`);
  } finally {
    await browser.close();
    await terminal.close();
    site.close();
  }
});
