/* board_ahead.js: puts the reader's card on the pile as soon as it is pressed, before the server has answered. If the
 * server accepts the move, the card stays there. If not, it goes back into the hand. */
import { card } from "./card.js";
import { MS, calm } from "./motion.js";

const EASE = "cubic-bezier(.2,.8,.25,1)";

export class Ahead {
  /* `place`: the table, above which the card flies. */
  constructor(place) {
    Object.assign(this, { place, code: null, copy: null, button: null, flight: null });
  }

  go(button, code, colour, pile) {
    this.end();
    const [from, to] = [button.getBoundingClientRect(), pile.getBoundingClientRect()];
    const copy = document.createElement("span");
    copy.className = "flying";
    copy.setAttribute("aria-hidden", "true");
    copy.append(card(code, { hidden: true, form: "pile", colour }));
    for (const [name, value] of Object.entries({ left: to.left, top: to.top, width: to.width, height: to.height, "--w": to.width }))
      copy.style.setProperty(name, `${value}px`);
    this.place.append(copy);
    button.setAttribute("data-sent", "");
    Object.assign(this, { code, copy, button });
    this.flight = this.#fly(`translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}) rotate(6deg)`, false);
  }

  #fly(transform, back) {
    if (calm()) return null;
    const ways = [{ transform }, { transform: "none" }];
    return this.copy.animate(back ? ways.reverse() : ways, { duration: MS.play, easing: EASE });
  }

  /* Call this when a move arrives. Removes the flying copy once it has landed. Returns true if it was a copy of the
   * card that was played (`code`). */
  landed(code) {
    const is = this.code !== null && this.code === code;
    const { copy, flight } = this;
    this.#forget();
    if (flight?.playState === "running") flight.onfinish = () => copy.remove();
    else copy?.remove();
    return is;
  }

  back() {
    if (this.code === null) return;
    const { copy, button } = this;
    const [from, to] = [copy.getBoundingClientRect(), button.getBoundingClientRect()];
    const flight = this.#fly(`translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width})`, true);
    this.#forget();
    if (flight === null) copy.remove();
    else flight.onfinish = flight.oncancel = () => copy.remove();
  }

  #forget() {
    this.button?.removeAttribute("data-sent");
    Object.assign(this, { code: null, copy: null, button: null, flight: null });
  }

  end() {
    this.copy?.remove();
    this.#forget();
  }
}
