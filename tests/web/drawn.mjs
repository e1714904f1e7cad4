/* drawn.mjs: checks that the page really draws its cards, colours and rings. */

/* Returns the references to drawings that the page does not have, and the cards that are drawn too small. */
export const undrawn = (tab) => tab.evaluate(() => [...document.querySelectorAll("svg use")].filter((use) =>
  document.getElementById(use.getAttribute("href").slice(1)) === null ||
  (use.closest(".card") !== null && use.getClientRects().length > 0 && use.getBBox().width < 90)).map((use) => use.outerHTML));
