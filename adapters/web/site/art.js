/* art.js: loads the cards of a rule set, drawn in the reader's language. They lie beside this file in
 * art-SET-LANGUAGE.svg (bot/text/sprites.c lists the drawings). The drawings become part of the page, because browsers
 * find no patterns in other files. */
import { language } from "./words.js";

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

/* Puts the cards of a set into the page, and removes those of another set. Card elements made earlier show as soon as
 * the drawings are there. */
export function loadArt(set) {
  if (loading.set !== set) {
    loading = { set };
    loading.done = load(set);
  }
  return loading.done;
}
