/* dom.js: makes elements without parsing markup, which the pages' policy (Trusted Types) forbids. */

/* Makes an element: element("button", {type: "button", "data-card": "R5", onclick: f}, "text", child, null...) */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/* Like element(), for the elements of a drawing (SVG). */
export function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(key, value);
  made.append(...children.filter(Boolean));
  return made;
}

export function fill(parent, ...children) {
  parent.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
  return parent;
}

/* Returns the address of another page. It begins like the link of the site's name, and keeps its query. */
export function pageAddress(path) {
  const home = document.querySelector("a.brand")?.getAttribute("href") ?? "/";
  const [before, query] = home.split("?");
  return before.replace(/\/$/, "") + path + (query ? `?${query}` : "");
}

/* Loads a style sheet beside this file. Wait for it before you show anything, or the page is seen without its look.
 * `media`: the media query for which it is; null: it is for all. */
export function useStyle(name, media = null) {
  const href = new URL(name, import.meta.url).href;
  if (Array.from(document.styleSheets).some((sheet) => sheet.href === href)) return Promise.resolve();
  return new Promise((resolve) =>
    document.head.append(element("link", { rel: "stylesheet", href, media, onload: resolve, onerror: resolve })));
}

/* Moves the focus without scrolling the page. */
export const focusOn = (target) => target?.focus({ preventScroll: true });
