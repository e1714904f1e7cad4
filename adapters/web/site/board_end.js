/* board_end.js: shows the end of a round: who won, the cards that were left, points and totals, and what comes next. */
import { card, cardWords, inOrder } from "./card.js";
import { element, focusOn } from "./dom.js";
import { icon } from "./icons.js";
import { codeOf } from "./moves.js";
import { calm } from "./motion.js";
import { Ring, colourField } from "./ring.js";
import { barButton } from "./board_bar.js";
import { say, tr, trn } from "./words.js";

const BITS = 26;
const COLOURS = ["red", "green", "yellow", "blue"];

/* Lets patterned squares fall once, if the reader has won. */
function confetti() {
  return element("div", { class: "bits", "aria-hidden": "true" }, ...Array.from({ length: calm() ? 0 : BITS }, (_, n) => {
    const bit = element("i", {}, colourField(COLOURS[n % COLOURS.length]));
    for (const [name, value] of Object.entries({ left: `${(n * 37 + 11) % 100}%`, top: `${(n * 53) % 90}px`, rotate: `${(n * 71) % 90}deg`,
                                                 "animation-delay": `${(n % 7) * 60}ms` })) bit.style.setProperty(name, value);
    return bit;
  }));
}

function row({ name, hand, got, total, won, note }, goal) {
  const [before, more] = [element("i", {}), element("u", {})];
  const most = Math.max(goal, total, 1);
  before.style.setProperty("--a", `${(100 * (won ? total - got : total)) / most}%`);
  more.style.setProperty("--g", `${won ? (100 * got) / most : 0}%`);
  const cards = inOrder(hand ?? []);
  return element("li", { "data-won": won },
    element("div", { class: "who" }, element("bdi", { class: "nm" }, name), note ? element("small", {}, note) : null),
    element("div", { class: "left", role: cards.length > 0 ? "img" : null, "aria-label": cards.length > 0 ? cards.map(cardWords).join(", ") : null },
      ...cards.map((face) => element("span", {}, card(codeOf(face), { hidden: true, form: "hand" }))),
      cards.length === 0 ? element("small", {}, won ? icon("crown") : null, " ", tr("no card left")) : null),
    element("span", { class: "got" }, won && got > 0 ? `+${got}` : got),
    element("span", { class: "sum" }, element("span", { class: "m", "aria-hidden": "true" }, before, more), element("span", {}, total)));
}

/* `last`: the code of the last card. `points`: of the winner. `mine`: the reader won. `rows`: {name, hand: faces|null,
 * got, total, won, note} of each player, the best first. `buttons`: as barButton() takes them. `waits`: words for the
 * bar. */
export function endView({ title, about, last, colour, points, mine, goal, rows, buttons, waits }) {
  const ring = new Ring();
  ring.show(colour ?? "none", true);
  const heading = element("h2", { tabindex: "-1" }, title);
  const view = element("section", { class: "over end", "aria-label": title }, mine ? confetti() : null,
    element("div", { class: "end-in", tabindex: "0", role: "region", "aria-label": tr("Result") }, element("div", { class: "end-col" },
      element("div", { class: "win" }, element("span", { class: "mini", "aria-hidden": "true" }, ring.element,
          last ? card(last, { hidden: true, form: "pile", colour }) : null),
        heading, about ? element("p", {}, about) : null,
        points === null ? null : element("span", { class: "pts" }, element("b", {}, `+${points}`), element("span", {}, trn("point", "points", points)))),
      element("div", { class: "hd", "aria-hidden": "true" }, element("span", {}, tr("Player")), element("span", {}, tr("Hand left")),
        element("span", {}, tr("Points")), element("span", {}, goal > 0 ? say(tr("Total of {n}"), { n: goal }) : tr("Total"))),
      element("ol", { class: "res" }, ...rows.map((one) => row(one, goal))))),
    element("div", { class: "bar" }, element("span", { class: "clock" }, waits ?? ""), element("div", { class: "acts" }, ...buttons.map(barButton))));
  return { element: view, focus: () => focusOn(view.querySelector(".btn.key") ?? heading) };
}
