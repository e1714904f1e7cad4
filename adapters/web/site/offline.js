/* offline.js: a service worker keeps the page for when there is no network. It stands at the root of the site, since a
 * worker serves only what lies below it. */
import { pageAddress } from "./dom.js";
import { scriptAddress } from "./trusted.js";

export async function offline() {
  if (!("serviceWorker" in navigator) || location.protocol === "file:") return;
  try {
    await navigator.serviceWorker.register(scriptAddress(new URL(pageAddress("/talon-sw.js").split("?")[0], location.href)));
  } catch {
    // a site without one, or a browser that allows none: the page works, with a network
  }
}
