/* What the service worker stores (adapters/web/site/root/talon-sw.js), in a real browser. It stores only Play now,
 * never seats or what the server tells. After an upgrade it shows nothing old. */
import test from "node:test";
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { browsers } from "./browser.mjs";
import { POLICY } from "./serve.mjs";

const site = fileURLToPath(new URL("../../adapters/web/site", import.meta.url));
const OLD = "0123456789ab", NEW = "ba9876543210"; // like site_hash of adapters/web/asset.h

const FULL = 'Cache.prototype.put = async () => { throw new DOMException("-", "QuotaExceededError"); };\n';

/* Serves a small site below /talon. `is.version`: what its script says. `is.folder`: the folder of its files; "" as for
 * files of `talon site`. `is.full`: the worker cannot store anything. */
async function serve(is) {
  const page = () => `<!DOCTYPE html><title>-</title><script type="module" src="/talon/site/${is.folder}app.js"></script>`;
  const own = (file) => readFile(`${site}/${file}`, "utf8");
  const answer = async (path) => {
    const file = /^\/talon\/site\/(.*)$/.exec(path)?.[1];
    if (file === `${is.folder}app.js`) return `import { offline } from "./offline.js"; await offline([]); document.title = "${is.version}";`;
    if (file !== undefined && file.startsWith(is.folder)) return own(file.slice(is.folder.length));
    if (path === "/talon/talon-sw.js") return (is.full ? FULL : "") + (await own("root/talon-sw.js"));
    return /^\/talon\/(play|seat|api\/1\/tables|blog\/site\/x\.js)$/.test(path) ? page() : null;
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://here").pathname;
    const body = await answer(path).catch(() => null);
    const type = path.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(body === null ? 404 : 200, { "Content-Type": type, "Content-Security-Policy": POLICY, "Cache-Control": "no-cache" });
    response.end(body ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/talon`, close: () => server.close() };
}

const kept = (tab) => tab.evaluate(async () =>
  (await (await caches.open("talon-play")).keys()).map(({ url }) => url.slice(location.origin.length)).sort());

/* Opens an address until its script says `version` and the worker has stored `file`. */
async function open(tab, url, version, file) {
  await tab.open(url);
  await tab.until((words) => document.title === words, version);
  await tab.until(async (name) => (await (await caches.open("talon-play")).match(name)) !== undefined, file);
}

async function run(is, each) {
  const { url, close } = await serve(is);
  const browser = await browsers.chromium("dark");
  try {
    await each(await browser.tab("dark"), url);
  } finally {
    await browser.close();
    close();
  }
}

const named = { version: "old", folder: `${OLD}/` };
test("what is kept is Play now alone, and after an upgrade nothing old", () => run(named, async (tab, url) => {
  await open(tab, `${url}/play`, "old", `/talon/site/${OLD}/app.js`);
  await open(tab, `${url}/play?lang=fr`, "old", "/talon/play?lang=fr");
  await tab.evaluate(async (paths) => {
    for (const path of paths) await fetch(path);
  }, ["/talon/seat", "/talon/api/1/tables", "/talon/blog/site/x.js"]);
  await tab.open(`${url}/seat`);
  await tab.until((words) => document.title === words, "old");
  await tab.evaluate(async () => { // a page may ask the worker for more, but the worker stores only Play now
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ keep: ["/talon/api/1/tables", "/talon/seat"].map((path) => location.origin + path) });
    active.postMessage({ keep: [`${location.origin}/talon/play?last`] });
  });
  await tab.until(async () => (await (await caches.open("talon-play")).match("/talon/play?last")) !== undefined);
  assert.deepEqual((await kept(tab)).filter((path) => !/^\/talon\/(play(\?(lang=fr|last))?|site\/0123456789ab\/[a-z]+\.js)$/.test(path)), []);
  Object.assign(named, { version: "new", folder: `${NEW}/` });
  await open(tab, `${url}/play`, "new", `/talon/site/${NEW}/app.js`);
  await tab.until(async (old) => !(await (await caches.open("talon-play")).keys()).some(({ url: one }) => one.includes(old)), OLD);
  await tab.offline(true);
  await tab.open(`${url}/play?lang=fr`); // this stored page belonged to the old site
  await tab.until((words) => document.title === words, "new");
}));

const files = { version: "old", folder: "" };
test("files whose addresses stay are fetched anew while there is a network", () => run(files, async (tab, url) => {
  await open(tab, `${url}/play`, "old", "/talon/site/app.js");
  await tab.open(`${url}/play`);
  files.version = "new";
  await open(tab, `${url}/play`, "new", "/talon/site/app.js");
  await tab.offline(true);
  await open(tab, `${url}/play`, "new", "/talon/site/app.js");
}));

test("a page that finds no room to be stored works while there is a network", () =>
  run({ version: "old", folder: "", full: true }, async (tab, url) => {
    await tab.open(`${url}/play`);
    await tab.until(() => document.title === "old" && navigator.serviceWorker.controller !== null);
    await tab.open(`${url}/play?lang=fr`);
    await tab.until(() => document.title === "old");
    assert.deepEqual(await kept(tab), []);
    assert.deepEqual(tab.errors.filter((error) => !/404/.test(error)), []); // 404: the small site has no manifest
  }));
