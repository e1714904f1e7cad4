/* offline.js: starts a service worker that stores Play now, so that it works without a network. The worker's file lies
 * above the folder of the site's files, because a worker serves only what lies below it. */
import { element } from "./dom.js";
import { scriptAddress } from "./trusted.js";

const ROOT = import.meta.url.replace(/\/site\/.*$/, "/");

/* Browsers need this to install the page. Pages written to files (.html) have a manifest of their own. */
function install() {
  const file = location.pathname.endsWith(".html") ? "talon-files.webmanifest" : "talon.webmanifest";
  document.head.append(element("link", { rel: "manifest", href: ROOT + file }), element("meta", { name: "theme-color", content: "#143032" }));
}

/* Also stores the files at the addresses `more`, which this page has not loaded yet. */
export async function offline(more) {
  install();
  if (!("serviceWorker" in navigator) || location.protocol === "file:") return;
  try {
    const { serviceWorker } = navigator;
    await serviceWorker.register(scriptAddress(`${ROOT}talon-sw.js`));
    const { active } = await serviceWorker.ready;
    const asked = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(`${ROOT}site/`));
    active.postMessage({ keep: [...new Set([location.href.split("#")[0], ...asked, ...more])] });
  } catch {
    // the browser allows no worker, or not at this address: the page works with a network
  }
}
