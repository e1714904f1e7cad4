/* talon-sw.js: what Play now needs, kept for when there is no network. The pages ask for their own files, by addresses
 * that name what is in them: what was fetched once is fetched never again, and what no page asks for any more goes. */
const KEPT = "talon-play";
const SITE = /\/site\//;

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && isPage(url)) event.respondWith(page(event.request));
  else if (SITE.test(url.pathname)) event.respondWith(file(event.request));
});
