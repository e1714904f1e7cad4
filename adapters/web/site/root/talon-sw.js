/* talon-sw.js: a service worker that stores what Play now needs, and nothing else, so that it works without a network.
 * The daemon's addresses of files have a hash of their content, so a stored file is never fetched again. Addresses of
 * `talon site` have none, so its stored files are used only without a network. Files that no page uses any more are
 * deleted. */
const KEPT = "talon-play";
const SITE = new URL("site/", location).href;
const NAMED = /^[0-9a-f]{12}\//; // site_hash of adapters/web/asset.h

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const isFile = (address) => address.startsWith(SITE);
const isNamed = (address) => isFile(address) && NAMED.test(address.slice(SITE.length));
const isPage = (address) => /\/(play|play\.html)$/.test(new URL(address).pathname);
const folderOf = (address) => address.slice(0, address.lastIndexOf("/"));

/* Answers from the network, and stores the answer. The page gets it even if the browser has no room to store it, or the
 * reader has left the page. */
async function fetched(event, kept) {
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(kept.put(event.request, answer.clone()).catch(() => {}));
  return answer;
}

/* Answers with the newest file or page. Without a network, answers with the stored one. */
async function newest(event) {
  const kept = await caches.open(KEPT);
  try {
    return await fetched(event, kept);
  } catch (error) {
    const known = (await kept.match(event.request)) ?? (await kept.match(event.request, { ignoreSearch: true }));
    if (known === undefined) throw error;
    return known;
  }
}

/* Answers with the stored file if there is one: its address has a hash of its content. */
async function named(event) {
  const kept = await caches.open(KEPT);
  return (await kept.match(event.request)) ?? fetched(event, kept);
}

/* Stores what a page uses, so that the next visit needs no network. Deletes files of older versions of the site, and
 * the pages that need them. */
async function keep(addresses) {
  const kept = await caches.open(KEPT);
  for (const address of addresses) {
    if (isNamed(address) && (await kept.match(address)) !== undefined) continue;
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) await kept.put(address, answer).catch(() => {}); // else the next visit needs a network
  }
  const folders = new Set(addresses.filter(isFile).map(folderOf));
  const there = (await kept.keys()).map(({ url }) => url);
  const old = there.filter((url) => folders.size > 0 && isFile(url) && !folders.has(folderOf(url)));
  const pages = old.length > 0 ? there.filter((url) => !isFile(url) && !addresses.includes(url)) : [];
  for (const url of [...old, ...pages]) await kept.delete(url);
}

addEventListener("message", (event) => event.waitUntil(keep(event.data.keep.filter((one) => isFile(one) || isPage(one)))));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (isNamed(request.url)) event.respondWith(named(event));
  else if (isFile(request.url) || (request.mode === "navigate" && isPage(request.url))) event.respondWith(newest(event));
});
