/* hand.js: the hand of who plays here, as buttons to press or keys to type: cards, answers, and what a
 * card still asks for (colour, player, side, further cards, words). Everything becomes one action as
 * text; whether it may be done the engine alone says. */
import { card, cardWords, colourWord, inOrder } from "./card.js";
import { element, fill, focusAsked, focusOn } from "./dom.js";
import { colourMark, topWords } from "./table.js";
import { say, tr } from "./words.js";

/* Answers in the order of their buttons: what is done, the key, and the word. */
const ANSWERS = [
  ["draw", "d", () => tr("Draw")], ["keep", "k", () => tr("Keep")], ["pass", "p", () => tr("Pass")],
  ["accept", "a", () => tr("Accept")], ["challenge", "c", () => tr("Challenge")],
];

const REFUSED = {
  not_held: () => tr("You do not hold that card."),
  no_such_card: () => tr("There is no such card in this deck."),
  not_your_turn: () => tr("It is not your turn."),
  only_drawn: () => tr("You may play the card you drew and no other, or keep it."),
  no_match: () => tr("That card does not match."),
  no_flex: () => tr("Its flex side cannot be used now."),
  colour_unknown: () => tr("This deck does not have that colour."),
  target: () => tr("You cannot choose that player."),
  unlawful_wd4: () => tr("You hold a card that matches: this wild +4 may not be played."),
  last_card: () => tr("That card may not be the last one."),
  pending: () => tr("Answer the pending cards with a draw card, or draw them."),
  must_play: () => tr("You hold a card that must be played."),
  can_draw: () => tr("Nobody passes without a card: draw one first."),
  not_exposed: () => tr("There is nobody to catch."),
  multi: () => tr("Those cards cannot be played together."),
  nothing_to_draw: () => tr("There is nothing to draw: pass."),
};
const refusedWords = (why) => (REFUSED[why] ?? (() => tr("That is not possible.")))();

const QUESTIONS = {
  colour_needed: () => tr("{card}: which colour?"),
  target_needed: () => tr("{card}: which player?"),
  proclaim: () => tr("{card}: speak the words: {words}"),
  side: () => tr("{card}: by which side?"),
  more: () => tr("{card}: which cards with it?"),
};
const WORDS = () => tr("By the power of Grayskull, I have the power!");

/* A card of a hand, to be pressed. `by`: the side by which it can be played now ("normal", "flex"); "": none. */
export function cardButton(code, by, more, press) {
  const words = { "": "{card}", normal: tr("{card}, can be played"), flex: tr("{card}, can be played by its flex side") }[by];
  return element("button", { type: "button", "data-card": code, class: by === "" ? null : "playable",
                             "aria-disabled": by === "" ? "true" : null, "aria-label": say(words, { card: cardWords(code) }),
                             ...more, onclick: press }, card(code, { hidden: true }));
}

/* The arrow keys go from button to button of a row. */
export function arrows(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const row = event.target.closest("ul, .choices, .answers");
  if (step === undefined || row === null) return;
  const buttons = [...row.querySelectorAll("button")];
  const at = buttons.indexOf(event.target.closest("button"));
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

export class HandView {
  /* `act(action)`: null, or the name of why it is refused. Seat 0 plays here. */
  constructor({ engine, names, act }) {
    Object.assign(this, { engine, names, act, uno: false });
    this.title = element("h2", { id: "hand-title" });
    this.cards = element("ul", { class: "cards" });
    this.choices = element("div", { class: "choices", role: "group", "aria-labelledby": "question" });
    this.answers = element("div", { class: "controls answers" });
    this.said = element("p", { class: "said", role: "alert" });
    this.typed = element("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
                                    placeholder: "R5" });
    this.element = element("section", { class: "hand", "aria-labelledby": "hand-title", tabindex: "-1" },
      this.title, this.said, this.cards, this.choices, this.answers,
      element("form", { class: "typing", onsubmit: (event) => this.#type(event) },
        element("label", { for: "typed" }, tr("Or type it (R5, W4 blue, draw):")), this.typed));
    this.element.addEventListener("keydown", (event) => arrows(event));
    window.addEventListener("keydown", (event) => this.#key(event));
  }

  /* -- what is shown -- */

  show(view) {
    this.view = view;
    const acts = view.phase !== "over" && view.turn === 0;
    const key = JSON.stringify([view.hand.map(({ code }) => code), view.playable.length, view.playableFlex.length,
                                view.answers, view.catchable, view.exposed, acts, view.jumpIn, view.phase, view.top?.code,
                                view.colour]);
    if (key === this.key) return;
    this.key = key;
    const mine = this.element.contains(document.activeElement) || document.activeElement === document.body;
    if (view.hand.length !== 2) this.uno = false;
    this.title.textContent = acts ? say(tr("Your turn on {top}."), { top: view.top ? cardWords(view.top) : "–" })
      : view.jumpIn ? topWords(view) : tr("Your hand; it is not your turn.");
    this.cards.setAttribute("aria-label", tr("Your cards"));
    fill(this.cards, ...inOrder(view.hand).map((face) => element("li", {}, this.#button(face))));
    this.#answer(acts);
    this.ask(null);
    this.said.textContent = "";
    if (acts && view.phase === "colour") this.ask("colour_needed", (colour) => `P1 colour ${colour}`);
    if (acts && view.phase === "target") this.ask("target_needed", (target) => `P1 target ${target}`);
    if (mine) this.#focus(acts);
  }

  #focus(acts) {
    const first = this.choices.querySelector("button") ?? this.cards.querySelector(".playable") ??
      this.answers.querySelector("button");
    focusOn(acts && first !== null ? first : this.element);
  }

  #sides({ n }) {
    const has = (faces) => faces.some((face) => face.n === n);
    return { normal: has(this.view.playable), flex: has(this.view.playableFlex) };
  }

  #button(face) {
    const { normal, flex } = this.#sides(face);
    return cardButton(face.code, normal ? "normal" : flex ? "flex" : "", {}, () => this.#play(face));
  }

  #answer(acts) {
    const { view } = this;
    const button = (name, words, action) =>
      element("button", { type: "button", "data-do": name, onclick: () => this.#do(action) }, words);
    const buttons = ANSWERS.filter(([name]) => acts && view.answers.includes(name))
      .map(([name, key, words]) => element("button", { type: "button", "data-do": name, "aria-keyshortcuts": key,
                                                       onclick: () => this.#do(`P1 ${name}`) }, words()));
    for (const seat of view.catchable)
      buttons.push(button(`catch-${seat}`, say(tr("Catch {player}"), { player: this.names[seat] }), `P1 catch P${seat + 1}`));
    if (view.exposed.includes(0)) buttons.push(button("uno", tr("UNO!"), "P1 uno"));
    else if (acts && view.hand.length === 2 && view.phase !== "challenge") buttons.push(this.#unoToggle());
    fill(this.answers, ...buttons);
  }

  /* it is said with the play. */
  #unoToggle() {
    const made = element("button", { type: "button", "data-do": "uno", "aria-pressed": String(this.uno), "aria-keyshortcuts": "u",
      onclick: () => {
        this.uno = !this.uno;
        made.setAttribute("aria-pressed", String(this.uno));
      } }, tr("Say UNO with the card"));
    return made;
  }

  /* -- what is still asked -- */

  #options(why) {
    if (why === "colour_needed")
      return this.engine.colours.map((colour) => [colour, { "data-colour": colour },
        colourMark(colour), colourWord(colour)]);
    if (why === "target_needed")
      return this.names.map((name, seat) => [`P${seat + 1}`, { "data-target": seat }, name])
        .filter((_, seat) => seat !== 0 && this.view.inRound.includes(seat) &&
          (this.view.targets.length === 0 || this.view.targets.includes(seat)));
    if (why === "proclaim") return [["proclaim", { "data-do": "proclaim" }, tr("Speak the words")]];
    if (why === "side")
      return [["", { "data-side": "normal" }, tr("by its normal side")], ["flex", { "data-side": "flex" }, tr("by its flex side")]];
    return [];
  }

  /* Asks, and does what `made(answer)` gives; null: asks nothing any more. */
  ask(why, made, face = this.view.top, options = this.#options(why)) {
    if (why === null) {
      fill(this.choices);
      return;
    }
    const question = say(QUESTIONS[why](), { card: face ? cardWords(face) : "", words: WORDS() });
    fill(this.choices, element("p", { id: "question" }, question),
      ...options.map(([value, attributes, ...inside]) =>
        element("button", { type: "button", ...attributes, onclick: () => this.#do(made(value), face) }, ...inside)),
      face !== this.view.top ? element("button", { type: "button", "data-do": "back", onclick: () => this.#back() }, tr("Another card")) : null);
    focusAsked(this.choices);
  }

  #back() {
    this.ask(null);
    this.#focus(true);
  }

  /* -- what is done -- */

  /* HR-14: the other cards of that number that are held. */
  #others(face) {
    const several = face.colour !== "none" && /^.[0-9]/.test(face.code) && this.several && this.view.phase === "turn";
    const rest = [...this.view.hand];
    rest.splice(rest.findIndex(({ n }) => n === face.n), 1);
    return several ? rest.filter((other) => other.value === face.value && /^.[0-9]/.test(other.code)) : [];
  }

  #play(face) {
    const { normal, flex } = this.#sides(face);
    const others = this.#others(face);
    const start = `P1 play ${face.code}`;
    if (normal && others.length > 0) {
      const codes = (count) => others.slice(0, count).map(({ code }) => `+ ${code}`).join(" ");
      const options = [["", { "data-more": 0 }, tr("alone")], ...others.map((_, at) =>
        [codes(at + 1), { "data-more": at + 1 }, say(tr("with {cards}"), { cards: others.slice(0, at + 1).map(cardWords).join(", ") })])];
      this.ask("more", (more) => `${start} ${more}`.trim(), face, options);
    } else if (normal && flex) this.ask("side", (side) => `${start} ${side}`.trim(), face);
    else this.#do(flex && !normal ? `${start} flex` : start, face);
  }

  /* Does it, or asks for what it lacks. */
  #do(action, face = null) {
    const whole = this.uno && action.startsWith("P1 play") && !action.endsWith(" uno") ? `${action} uno` : action;
    const why = this.act(whole);
    const more = { colour_needed: "", target_needed: "target ", proclaim: "" }[why];
    if (why === null) return;
    if (more !== undefined && face !== null) this.ask(why, (answer) => `${action} ${more}${answer}`, face);
    else this.said.textContent = refusedWords(why);
  }

  /* A typed word as the engine reads it: answers and colours may be in the reader's language. */
  #meant(word) {
    const low = word.toLowerCase();
    return ANSWERS.find(([, , words]) => words().toLowerCase() === low)?.[0] ??
      this.engine.colours.find((colour) => colourWord(colour) === low) ?? word;
  }

  /* What is typed is a card with its words, or an answer. */
  #type(event) {
    event.preventDefault();
    const text = this.typed.value.trim().split(/\s+/).map((word) => this.#meant(word)).join(" ");
    const face = this.view.hand.find(({ code }) => code.toLowerCase() === text.split(" ")[0].toLowerCase()) ?? null;
    this.typed.value = "";
    if (text !== "") this.#do(face === null ? `P1 ${text}` : `P1 play ${text}`, face);
  }

  /* -- keys -- */

  #key(event) {
    if (!this.element.isConnected || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    if (event.key === "Escape" && this.choices.querySelector("[data-do=back]")) this.#back();
    const answer = ANSWERS.find(([, key]) => key === event.key)?.[0] ?? (event.key === "u" ? "uno" : null);
    if (answer !== null) this.answers.querySelector(`[data-do=${answer}]`)?.click();
  }
}
