/* motion.js: cards that fly. The page shows the new state at once. A copy of the card flies above it, and the card
 * itself appears when the copy lands. A new move ends all flights. Nothing flies if the reader wants less motion. */
const EASE = "cubic-bezier(.2,.8,.25,1)";
export const MS = { play: 220, draw: 200, deal: 180, ring: 180, turn: 240, seat: 160, fade: 120 };

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const flights = new Set();

/* Ends every flight, so that each card lies where it belongs. */
export function land() {
  for (const flight of flights) flight.finish();
  flights.clear();
}

/* Lets `card` fly from a rectangle to an element. The element shows when the card lands. */
export function fly(card, from, to, { ms, turn = 0, delay = 0 }) {
  if (calm() || from === null || to === null || document.hidden) return;
  const end = to.getBoundingClientRect();
  if (end.width === 0 || from.width === 0) return;
  const copy = document.createElement("span");
  copy.className = "flying";
  copy.setAttribute("aria-hidden", "true");
  copy.append(card);
  for (const [name, value] of Object.entries({ left: end.left, top: end.top, width: end.width, height: end.height }))
    copy.style.setProperty(name, `${value}px`);
  copy.style.setProperty("--w", `${end.width}px`);
  (document.querySelector(".board") ?? document.body).append(copy);
  const start = `translate(${from.left - end.left}px, ${from.top - end.top}px) scale(${from.width / end.width}) rotate(${turn}deg)`;
  const flight = copy.animate([{ transform: start }, { transform: "none" }], { duration: ms, delay, easing: EASE, fill: "backwards" });
  const hidden = to.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms + delay });
  flights.add(flight);
  const over = () => {
    flights.delete(flight);
    hidden.cancel();
    copy.remove();
  };
  flight.onfinish = over;
  flight.oncancel = over;
}

const animate = (what, frames, ms) => (calm() ? null : what?.animate(frames, { duration: ms, easing: EASE }));

export const fade = (what) => what?.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: calm() ? MS.fade : MS.ring });
export const pop = (what, from = 0.6) => animate(what, [{ scale: from }, { scale: 1 }], MS.seat);
/* Turns the arrows of the ring by half a turn, when the direction of play changes. */
export const turnRound = (what) => animate(what, [{ rotate: "180deg", opacity: 0.2 }, { rotate: "0deg", opacity: 1 }], MS.turn);
/* Shakes a seat once, when its player is skipped or must draw. */
export const hit = (what) => animate(what, [{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }], MS.turn);
export const rectOf = (what) => what?.getBoundingClientRect() ?? null;
export { calm };
