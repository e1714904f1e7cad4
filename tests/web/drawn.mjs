/* drawn.mjs: whether what a page shows of cards, colours and rings is really drawn. */

/* The drawings that the page refers to and does not hold, and the cards that take no room. */
export const undrawn = (tab) => tab.evaluate(() => [...document.querySelectorAll("svg use")].filter((use) =>
  document.getElementById(use.getAttribute("href").slice(1)) === null ||
  (use.closest(".card") !== null && use.getClientRects().length > 0 && use.getBBox().width < 90)).map((use) => use.outerHTML));
