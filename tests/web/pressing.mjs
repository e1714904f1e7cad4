/* pressing.mjs: what a player presses on a page where cards are in hand, and by what means. */

/* What somebody who looks would press next, as a selector: what is asked, UNO, a card, an answer. */
export const next = (tab) => tab.evaluate(() => {
  const order = [".hand .choices button", ".hand .answers [aria-pressed=false]", ".hand button.playable",
                 ...["accept", "keep", "draw", "pass", "uno"].map((name) => `.hand .answers [data-do=${name}]`)];
  return order.find((selector) => document.querySelector(selector) !== null);
});

export const byMouse = async (tab) => tab.click(await next(tab));

/* The button that one would press has the focus, or is reached by Tab, forward or back; then Enter. */
export async function byKeys(tab) {
  const wanted = await next(tab);
  const way = () => tab.evaluate((selector) => {
    const button = document.querySelector(selector);
    const order = document.activeElement.compareDocumentPosition(button);
    return button === document.activeElement ? "" : order & Node.DOCUMENT_POSITION_PRECEDING ? "back" : "forth";
  }, wanted);
  for (let to = await way(); to !== ""; to = await way()) {
    if (to === "back") await tab.pressShift("Tab");
    else await tab.press("Tab");
  }
  await tab.press("Enter");
}
