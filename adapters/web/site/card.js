/* card.js: a card on a page, in the markup of bot/pages/html/card_html.h; the style sheet draws it.
 *
 * A face is what Engine.faces has, or what faceOf() makes of a code ("R5", "Y2|G", "B1^", "W4").
 * Colours are told by letters and words, too. */
import { element } from "./dom.js";
import { say, tr } from "./words.js";

const LETTERS = { R: "red", G: "green", B: "blue", Y: "yellow", P: "purple", O: "orange" };
const letterOf = Object.fromEntries(Object.entries(LETTERS).map(([letter, colour]) => [colour, letter]));

/* By the code of the kind (engine/notation.h): what stands on the card, and what it is called. */
const KINDS = {
  skip: [() => tr("skip"), () => tr("Skip")],
  rev: [() => tr("rev"), () => tr("Reverse")],
  "+2": [() => tr("+2"), () => tr("Draw Two")],
  W: [() => tr("W"), () => tr("Wild")],
  W4: [() => tr("W+4"), () => tr("Wild Draw Four")],
  WH: [() => tr("W hyper"), () => tr("Wild Hyperspeed")],
  WS: [() => tr("W skull"), () => tr("Wild Power of Grayskull")],
  WW: [() => tr("W web"), () => tr("Wild Web Swing")],
  WM: [() => tr("W minion"), () => tr("Mutated Minion")],
  WT2: [() => tr("W+2 targeted"), () => tr("Wild Flex targeted Draw Two")],
  WA2: [() => tr("W+2 all"), () => tr("Wild Flex All Draw")],
  WF4: [() => tr("W+4"), () => tr("Wild Flex Draw Four")],
  WAF: [() => tr("W all flip"), () => tr("Wild All Flip")],
};
const FLEX_WILDS = ["WT2", "WA2", "WF4"];
const SIGNS = { skip: "skip", rev: "reverse" };
const LETTERS_MAX = 10;

const COLOUR_WORDS = {
  red: () => tr("red"), green: () => tr("green"), blue: () => tr("blue"),
  yellow: () => tr("yellow"), purple: () => tr("purple"), orange: () => tr("orange"),
};

/* "red", in the reader's language; "" for none. */
export const colourWord = (colour) => COLOUR_WORDS[colour]?.() ?? "";
/* "R": on cards, and for who does not tell colours apart. */
export const colourLetter = (colour) => letterOf[colour] ?? "";

/* {code, colour, face, flex, flexColour, flip} of a code; null: it is none. */
export function faceOf(code) {
  const [, main, side, flip] = /^([^|^]+)(?:\|([RGBYPO]))?(\^)?$/.exec(code) ?? [];
  const wild = main in KINDS && main.startsWith("W");
  const colour = wild ? "none" : LETTERS[main?.[0]];
  const face = wild ? main : main?.slice(1);
  if (colour === undefined || !(face in KINDS || /^[0-9]$/.test(face))) return null;
  return { code, colour, face, flip: flip !== undefined, flexColour: LETTERS[side] ?? "none",
           flex: side !== undefined || FLEX_WILDS.includes(face) };
}

function pattern(face) {
  if (face.colour === "none") return face.flex ? tr("{face}, with a flex side") : "{face}";
  if (face.flip) return tr("{colour} {face}, with a flip icon");
  return face.flex ? tr("{colour} {face}, flex side {flex}") : tr("{colour} {face}");
}

/* The card in words: "yellow 2, flex side green". Takes a face or a code. */
export function cardWords(card) {
  const face = faceOf(card.code ?? card);
  if (face === null) return "";
  return say(pattern(face), { colour: colourWord(face.colour), face: KINDS[face.face]?.[1]() ?? face.face,
                              flex: colourWord(face.flexColour) });
}

function faceElement(face) {
  const lines = (KINDS[face.face]?.[0]() ?? face.face).split(" ");
  return element("b", { "data-sign": SIGNS[face.face] },
    ...lines.map((line) => element("span", { "data-n": Math.min(line.length, LETTERS_MAX) }, line)));
}

/* The element. `hidden`: what is around it says the words (a button with a label of its own). */
export function card(of, { hidden = false } = {}) {
  const face = faceOf(of.code ?? of);
  const wild = face.colour === "none";
  const made = element("span", {
    class: "card", "data-card": face.code, "data-colour": wild ? "wild" : face.colour,
    "data-flex": !face.flex ? null : face.flexColour === "none" ? "wild" : face.flexColour });
  if (hidden) made.setAttribute("aria-hidden", "true");
  else {
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", cardWords(face));
  }
  if (!wild) made.append(element("i", {}, colourLetter(face.colour)));
  if (face.flip) made.append(element("i", { class: "flip" }));
  made.append(faceElement(face));
  if (face.flex) made.append(element("i", { class: "flex" }, element("span", {}, colourLetter(face.flexColour) || "flex")));
  return made;
}

/* The back of one. */
export const cardBack = () => element("span", { class: "card back", "aria-hidden": "true" });

const ORDER = ["red", "green", "blue", "yellow", "purple", "orange", "none"];

/* Faces colour by colour, wilds last, as whispered hands are. */
export const inOrder = (faces) =>
  [...faces].sort((a, b) => ORDER.indexOf(a.colour) - ORDER.indexOf(b.colour) || a.n - b.n);
