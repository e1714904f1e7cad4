/* board.js: the table of every page: of a seat, of Play now, of spectators and of a replay.
 *
 *   const board = new Board({names, own, act, where, more, several, powers, colours, bar});
 *     names    the name at each seat;  own: the reader's seat, null: a spectator
 *     act      called with each action. Returns null (done or under way), {refused: words}, or {ask: "colour"|"target"|
 *              "proclaim", action}: the board asks for what this play lacks, and calls act again. May return a promise.
 *              A spectator needs none
 *     where    words for the line above: ["#cards", "classic"];  more: elements for its menu
 *     colours  the colours of the deck, in the order in which a question shows them
 *     bar      true: a spectator gets a bar, too, with board.extra
 *     several  several cards of one number may be played at once (HR-14);  powers: there are power cards (flex)
 *   board.enter(root)          shows the board in `root`, in place of the rest of the page; leave() restores the page
 *   board.show(view, moves)    `view`: from Engine.view(), or from shown.js with {code} in place of faces. `moves`: those
 *                              since the last call, the oldest first. A move is a list of events: from Engine.events(),
 *                              or from the server with codes in place of faces. {quiet: true}: no flights and no sound,
 *                              because the reader missed these moves
 *   board.people([{kind: "computer"|"guest"|null, away}])      who plays at each seat
 *   board.score(points, goal)  the points of each seat, and the points that end the match (0: no limit)
 *   board.ask(question, answer, back)  asks over the pile, or at the seats: {kind: "colour", options: [colours], card},
 *                              {kind: "target", options: [seats], card} or {kind: "words", title, about, options:
 *                              [{value, words}]}. back() is called if the reader wants another card. ask(null) closes
 *                              the question; the board then asks what the phase of the round requires
 *   board.clock({left, of, words})   milliseconds left of a turn, and in all; left null: no clock runs
 *   board.extra                more buttons for the bar, as barButton() takes them
 *   board.ahead(card, colour)  lets the reader's card fly before the server answers; back(): the server refused it
 *   board.refresh()            draws the bar again, if only its buttons have changed
 *   board.end(facts)           shows the end of a round (board_end.js); null: the table again
 *   board.tell(words)          shows words, also to screen readers. board.lost(words): no connection; "": it is back
 *
 * An action is {do: "play", card, flex, uno, more: [codes], colour, target, proclaim}, {do: "draw" | "keep" | "pass" |
 * "accept" | "challenge" | "uno"}, {do: "catch" | "target", target: seat}, {do: "colour", colour} or {do: "typed",
 * text}. The board knows no server and no engine. Elements that others rely on: button[data-card], button[data-colour],
 * [data-target], [data-hand], [data-pile], [data-last-move], [data-seat=NAME]. */
import { Ahead } from "./board_ahead.js";
import { Questions, moreQuestion, proclaimQuestion, sideQuestion } from "./board_ask.js";
import { Bar } from "./board_bar.js";
import { endView } from "./board_end.js";
import { Flights } from "./board_flights.js";
import { Hand } from "./board_hand.js";
import { Keys } from "./board_keys.js";
import { Log } from "./board_log.js";
import { Middle } from "./board_middle.js";
import { Seats } from "./board_seats.js";
import { Top } from "./board_top.js";
import { buttonsOf, challengeQuestion, colourTitle, targetTitle, turnWords, yourWords } from "./board_words.js";
import { faceOf, inOrder } from "./card.js";
import { element, fill, focusOn, useStyle } from "./dom.js";
import { briefWords, codeOf, moveMarks, moveWords } from "./moves.js";
import { Signals } from "./signals.js";
import { say, tr } from "./words.js";

const MEDIA = "print, (max-height: 520px), (forced-colors: active)";
const BREATH = 1000; // milliseconds between two sentences for screen readers
const NONE = { seat: null, card: null, colour: "none", hit: new Map() };

export class Board {
  constructor({ names, own = null, act = () => null, where = [], more = [], several = false, powers = false, colours = null, bar = false }) {
    Object.assign(this, { names, own, act, several, colours, uno: false, marks: NONE, kinds: [], table: { names, own } });
    this.signals = new Signals();
    this.top = new Top({ signals: this.signals, where, more });
    this.seats = new Seats({ names, own });
    this.log = new Log({ names, own });
    this.middle = new Middle({ names, draw: () => this.bar.press("draw"), log: () => this.log.open(true) });
    this.middle.powers = powers;
    this.hand = own === null ? null : new Hand({ names, play: (code, sides) => this.#press(code, sides) });
    this.extra = [];
    this.bar = new Bar({ typed: (text) => this.#do({ do: "typed", text }), alarm: (words) => this.tell(words, true) });
    this.questions = new Questions(this.middle.mat);
    this.flights = new Flights(this);
    this.polite = element("p", { class: "sr", "aria-live": "polite" });
    this.alert = element("p", { class: "alert", role: "alert" });
    this.gone = element("p", { class: "gone", role: "status" });
    this.log.back = () => focusOn(this.middle.said);
    this.felt = element("div", { class: "felt" }, this.seats.element, this.middle.element, this.hand?.element ?? null,
                        own === null && !bar ? null : this.bar.element, this.alert, this.gone);
    this.element = element("div", { class: own !== null ? "board" : bar ? "board watching with-bar" : "board watching" }, element("h1", { class: "sr" }, where.join(" · ")), this.top.element, this.felt, this.log.scrim,
                           this.log.element, this.polite);
    this.early = new Ahead(this.element);
    this.keys = new Keys(this);
  }

  /* -- in its page -- */

  enter(root) {
    useStyle("board_media.css", MEDIA);
    root.classList.add("table-root");
    document.body.classList.add("at-table");
    fill(root, this.element);
  }

  leave() {
    this.keys.end();
    this.bar.end();
    this.signals.end();
    this.element.parentElement?.classList.remove("table-root");
    document.body.classList.remove("at-table");
    this.element.remove();
  }

  /* -- what is shown -- */

  people(kinds) {
    this.kinds = kinds;
    if (this.view) this.seats.show(this.view, this.marks, kinds);
  }

  score(points, goal = 0) {
    this.log.score(points, goal);
  }

  clock(time) {
    this.bar.count(time);
  }

  get acts() {
    return this.view !== undefined && this.own !== null && this.view.phase !== "over" && this.view.turn === this.own;
  }

  show(view, given = [], { quiet = false } = {}) {
    const moves = (given.length > 0 && !Array.isArray(given[0]) ? [given] : given).filter((move) => move.length > 0);
    const last = moves.at(-1) ?? null;
    const mine = this.acts;
    this.flights.before(quiet ? null : last);
    const there = last !== null && this.early.landed(codeOf(moves.flat().find(({ kind, seat }) => kind === "played" && seat === this.own)?.face));
    if (last !== null && last.some(({ kind }) => kind === "played")) this.colourBefore = this.view?.colour ?? "none";
    this.view = { ...view, counts: view.counts ?? this.names.map(() => 0) };
    moves.forEach((move) => this.#record(move));
    if (last !== null) this.marks = moveMarks(last);
    if (!view.hand?.length || view.hand.length !== 2) this.uno = false;
    this.seats.show(this.view, this.marks, this.kinds);
    const changed = this.middle.show(this.view, { own: this.own, canDraw: this.acts && view.answers?.includes("draw") });
    if (last !== null || this.said === undefined) this.#say(last);
    const fresh = this.hand?.show(this.view, { acts: this.acts || view.jumpIn === true, turn: this.acts,
                                               words: yourWords(this.view, this.names, this.own) }) ?? [];
    if (last !== null || mine !== this.acts || this.asked?.local) this.#stopAsking();
    this.alert.textContent = "";
    this.#buttons();
    this.#asks();
    this.signals.turn(this.acts, this.said);
    if (!quiet && last !== null) this.flights.after(last, { changed, fresh, there });
    if (last !== null && moves.length > 0) this.#announce(moves.length);
    if (this.acts && !mine && this.keys.used && !this.asked) this.focus();
  }

  #record(move) {
    const draws = move.filter(({ kind }) => kind === "dealer-draw");
    const rest = move.filter(({ kind }) => kind !== "dealer-draw");
    if (move.some(({ kind }) => kind === "dealt")) this.log.begin();
    for (const events of [draws, rest]) {
      const { card, colour } = moveMarks(events);
      this.log.add(moveWords(events, this.table), card ?? codeOf(events.find(({ kind }) => kind === "turned")?.face), colour, briefWords(events, this.table));
    }
  }

  #say(last) {
    const events = last?.filter(({ kind, count }) => kind !== "dealer-draw" && !(kind === "turned" && count > 0)) ?? [];
    this.said = moveWords(events, this.table);
    this.middle.say(this.said, this.marks.card ?? codeOf(events.find(({ kind }) => kind === "turned")?.face), this.marks.colour);
    this.middle.before(this.log.before(this.said));
  }

  #buttons() {
    const pressed = (action) => () => (action === "uno-next" ? this.#toggleUno() : action === "back" ? this.#back() : this.#do(action));
    const buttons = buttonsOf(this.view, { names: this.names, own: this.own, acts: this.acts, uno: this.uno, playable: this.hand?.playable ?? 0,
                                           asking: this.asked !== undefined && this.asked !== null && this.asked.back !== undefined });
    this.bar.show({ who: turnWords(this.view, this.names, this.own), mine: this.acts,
                    buttons: [...buttons.map(({ action, ...one }) => ({ ...one, press: pressed(action) })), ...this.extra] });
  }

  refresh() {
    if (this.view !== undefined) this.#buttons();
  }

  /* -- a card flies before the server answers -- */

  ahead(code, colour = "none") {
    const [button, pile] = [this.hand?.button(code), this.middle.top()];
    if (!button || !pile) return;
    this.#stopAsking();
    this.early.go(button, code, colour, pile);
  }

  back() {
    this.early.back();
  }

  #announce(moves) {
    clearTimeout(this.telling);
    this.untold = (this.untold ?? 0) + moves;
    const wait = Math.max(0, (this.toldAt ?? 0) + BREATH - performance.now());
    this.telling = setTimeout(() => {
      this.toldAt = performance.now();
      const turn = this.acts ? ` ${say(tr("Your turn, {n} of {all} can be played."), { n: this.hand.playable, all: this.view.hand.length })}` : "";
      const before = this.untold > 1 ? ` ${say(tr("{n} moves before."), { n: this.untold - 1 })}` : "";
      this.polite.textContent = `${this.said}.${before}${turn}`;
      this.untold = 0;
    }, wait);
  }

  /* -- questions -- */

  /* Asks what the phase of the round requires: a colour, a player, or the answer to a wild +4. */
  #asks() {
    const { view } = this;
    if (!this.acts || this.asked) return;
    if (view.phase === "colour") this.ask({ kind: "colour", card: codeOf(view.top), options: this.#colours() }, (colour) => this.#do({ do: "colour", colour }));
    if (view.phase === "target") this.ask({ kind: "target", card: codeOf(view.top), options: view.targets }, (target) => this.#do({ do: "target", target }));
    if (view.phase === "challenge") this.#ask({ ...challengeQuestion(view, this.names, this.colourBefore ?? "none"), code: codeOf(view.top), focus: false });
    if (this.asked) this.asked.local = false;
  }

  #colours() {
    return this.colours ?? ["red", "green", "yellow", "blue"];
  }

  #held() {
    const held = {};
    for (const { code } of this.view.hand ?? []) held[faceOf(code).colour] = (held[faceOf(code).colour] ?? 0) + 1;
    return this.hand === null ? null : held;
  }

  ask(question, answer, back) {
    if (question === null) {
      this.#stopAsking();
      this.#buttons();
      this.#asks();
      return;
    }
    const { kind, card } = question;
    const title = question.title ?? (kind === "colour" ? colourTitle(card) : kind === "target" ? targetTitle(card) : "");
    this.#ask({ held: kind === "colour" ? this.#held() : null, ...question, title, answer, back });
  }

  #ask(asked) {
    this.asked = asked;
    this.middle.element.toggleAttribute("data-asks", true);
    this.questions.show(asked);
    if (asked.kind === "target") focusOn(this.seats.targets(asked.options, (seat) => asked.answer(seat)));
    if (asked.kind === "colour" || asked.kind === "target") this.middle.say(asked.title, asked.card ?? null, "none");
    this.hand?.say(yourWords(this.view, this.names, this.own, asked.kind));
    this.#buttons();
  }

  #stopAsking() {
    if (!this.asked) return;
    this.asked = null;
    this.middle.element.toggleAttribute("data-asks", false);
    this.questions.show(null);
    this.seats.targets(null);
    this.hand?.choose(null);
    this.hand?.say(yourWords(this.view, this.names, this.own));
    this.middle.say(this.said ?? "", this.marks.card, this.marks.colour);
  }

  /* Closes the question: the reader wants another card. The focus goes back to the card of the question. */
  #back() {
    const { back, from } = this.asked ?? {};
    if (back === undefined) return;
    this.#stopAsking();
    this.#buttons();
    back?.();
    focusOn(from ? this.hand.button(from) : null);
  }

  /* Asks about a card that the reader pressed. */
  #about(code, question, answer) {
    this.hand.choose(code);
    this.ask({ card: code, ...question }, (value) => {
      this.#stopAsking();
      this.hand.choose(code);
      answer(value);
    }, () => {});
    Object.assign(this.asked, { from: code, local: true });
  }

  /* -- what is done -- */

  #toggleUno() {
    this.uno = !this.uno;
    this.#buttons();
  }

  /* HR-14: returns the other cards of the same number in the hand, without wilds. */
  #others(code) {
    const face = faceOf(code);
    if (!this.several || face.colour === "none" || !/^[0-9]$/.test(face.face) || this.view.phase !== "turn") return [];
    const rest = inOrder(this.view.hand).map(codeOf);
    rest.splice(rest.indexOf(code), 1);
    return rest.filter((one) => faceOf(one).colour !== "none" && faceOf(one).face === face.face);
  }

  #press(code, { normal, flex }) {
    const others = normal ? this.#others(code) : [];
    const play = { do: "play", card: code };
    this.#stopAsking();
    if (others.length > 0) this.#about(code, moreQuestion(code, others), (more) => this.#do({ ...play, more }));
    else if (normal && flex) this.#about(code, sideQuestion(code, faceOf(code).flexColour), (side) => this.#do({ ...play, flex: side === "flex" }));
    else this.#do({ ...play, flex: flex && !normal });
  }

  /* Does an action, or asks for what it lacks. Returns false if it was refused at once. */
  #do(action) {
    const whole = action.do === "play" && this.uno ? { ...action, uno: true } : action;
    this.alert.textContent = "";
    const done = this.act(whole);
    if (done instanceof Promise) {
      done.then((later) => this.#done(action, later));
      return true;
    }
    return this.#done(action, done);
  }

  #done(action, answer) {
    const { refused, ask } = answer ?? {};
    const play = answer?.action ?? action; // act() makes a play of typed text
    const { card } = play;
    if (ask === "colour") this.#about(card, { kind: "colour", options: this.#colours() }, (colour) => this.#do({ ...play, colour }));
    else if (ask === "target") this.#about(card, { kind: "target", options: answer.options ?? this.#targets(), title: targetTitle(card) }, (target) => this.#do({ ...play, target }));
    else if (ask === "proclaim") this.#about(card, proclaimQuestion(card), () => this.#do({ ...play, proclaim: true }));
    else if (refused) {
      this.#stopAsking();
      this.#buttons();
      this.#asks();
      this.tell(refused);
    }
    return refused === undefined;
  }

  #targets() {
    const { targets, inRound } = this.view;
    return inRound.filter((seat) => seat !== this.own && (targets.length === 0 || targets.includes(seat)));
  }

  /* -- words -- */

  tell(words) {
    this.alert.textContent = words;
  }

  lost(words) {
    if (this.gone.textContent !== words) this.gone.textContent = words;
  }

  focus() {
    if (this.hand?.playable) this.hand.focus();
    else focusOn(this.bar.acts.querySelector("button:not(:disabled)") ?? this.hand?.cards.querySelector("button"));
  }

  /* -- the end of a round -- */

  end(facts) {
    this.over?.element.remove();
    this.over = facts === null ? null : endView(facts);
    this.element.toggleAttribute("data-over", facts !== null);
    if (facts === null) return;
    this.element.append(this.over.element);
    this.over.focus();
    if (facts.mine) this.signals.play("win");
  }
}
