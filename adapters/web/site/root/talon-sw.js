/* talon-sw.js: what Play now needs, kept for when there is no network. The pages ask for their own files, by addresses
 * that name what is in them: what was fetched once is fetched never again, and what no page asks for any more goes. */
const KEPT = "talon-play";
const SITE = /\/site\//;

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const folderOf = (address) => address.slice(0, address.lastIndexOf("/"));
const isPage = (url) => /\/(play|play\.html)$/.test(url.pathname);

/* The newest page, or the one that was kept. */
async function page(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const known = (await kept.match(request)) ?? (await kept.match(request, { ignoreSearch: true }));
    if (known === undefined) throw error;
    return known;
  }
}

/* A file of the site is what its address says it is. */
async function file(request) {
  const kept = await caches.open(KEPT);
  const known = await kept.match(request);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

/* What a page uses, so that the next visit needs no network; files of an older site go. */
async function keep(addresses) {
  const kept = await caches.open(KEPT);
  for (const address of addresses) {
    if (SITE.test(address) && (await kept.match(address)) !== undefined) continue;
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) await kept.put(address, answer);
  }
  const folders = new Set(addresses.filter((one) => SITE.test(one)).map(folderOf));
  for (const { url } of await kept.keys()) if (SITE.test(url) && !folders.has(folderOf(url))) await kept.delete(url);
}

addEventListener("message", (event) => event.waitUntil(keep(event.data.keep)));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && isPage(url)) event.respondWith(page(event.request));
  else if (SITE.test(url.pathname)) event.respondWith(file(event.request));
});
