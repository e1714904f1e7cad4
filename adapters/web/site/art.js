/* art.js: the cards of a rule set, drawn in the reader's language: the file art-SET-LANGUAGE.svg beside
 * this one (bot/text/sprites.c lists what is in it). It becomes part of the page, because browsers find
 * no patterns in other files. */
import { language } from "./words.js";

/* The name of the file with a set's cards. */
export const artFile = (set) => `art-${set}-${language()}.svg`;

let loading = { set: null, done: null };

/* Fetches the file as a document. The pages' policy (Trusted Types) lets no script turn text into markup. */
function fetchDrawing(set) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", new URL(artFile(set), import.meta.url));
    request.responseType = "document";
    request.onload = () => resolve(request.status < 400 ? request.response?.documentElement ?? null : null);
    request.onerror = () => resolve(null);
    request.send();
  });
}

async function load(set) {
  const drawing = await fetchDrawing(set);
  if (drawing === null || loading.set !== set) return;
  document.querySelector("body > svg.art[data-set]")?.remove();
  drawing.setAttribute("data-set", set);
  document.body.prepend(document.importNode(drawing, true));
}

/* Puts the cards of a set into the page, in place of those of another set. Cards that were made before
 * are drawn as soon as they are there. */
export function loadArt(set) {
  if (loading.set !== set) {
    loading = { set };
    loading.done = load(set);
  }
  return loading.done;
}
