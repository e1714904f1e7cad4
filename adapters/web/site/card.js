/* card.js: draws a card, in the markup of bot/pages/html/card_html.h. loadArt() of art.js brings the drawings of a rule
 * set into the page.
 *
 * A face is an entry of Engine.faces, or made by faceOf() from a code ("R5", "Y2|G", "B1^", "W4"). Cards tell their
 * colour by letters and words, too. */
import { drawn } from "./dom.js";
import { say, tr } from "./words.js";

const LETTERS = { R: "red", G: "green", B: "blue", Y: "yellow", P: "purple", O: "orange" };

/* For each colour its letter on cards, and a longer form for sets in which two colours have the same letter. */
const INITIALS = {
  red: [() => tr("R"), () => tr("Red")], green: [() => tr("G"), () => tr("Gre")], blue: [() => tr("B"), () => tr("Blu")],
  yellow: [() => tr("Y"), () => tr("Yel")], purple: [() => tr("P"), () => tr("Pur")], orange: [() => tr("O"), () => tr("Ora")],
};

/* The names of the kinds of cards, by code (engine/notation.h). */
const KINDS = {
  skip: () => tr("Skip"), rev: () => tr("Reverse"), "+2": () => tr("Draw Two"), W: () => tr("Wild"),
  W4: () => tr("Wild Draw Four"), WH: () => tr("Wild Hyperspeed"), WS: () => tr("Wild Power of Grayskull"),
  WW: () => tr("Wild Web Swing"), WM: () => tr("Mutated Minion"), WT2: () => tr("Wild Flex targeted Draw Two"),
  WA2: () => tr("Wild Flex All Draw"), WF4: () => tr("Wild Flex Draw Four"), WAF: () => tr("Wild All Flip"),
};
const FLEX_WILDS = ["WT2", "WA2", "WF4"];

const COLOUR_WORDS = {
  red: () => tr("red"), green: () => tr("green"), blue: () => tr("blue"),
  yellow: () => tr("yellow"), purple: () => tr("purple"), orange: () => tr("orange"),
};

/* Returns "red", in the reader's language; "" for no colour. */
export const colourWord = (colour) => COLOUR_WORDS[colour]?.() ?? "";
/* Returns the letter of a colour: "R". It stands on cards, because some readers cannot tell colours apart. In French
 * green is "V", or "Ver" if another of these colours has a "V", too. */
export function colourLetter(colour, colours = []) {
  const letter = INITIALS[colour]?.[0]() ?? "";
  const shared = colours.some((other) => other !== colour && INITIALS[other]?.[0]() === letter);
  return shared ? INITIALS[colour][1]() : letter;
}

/* Gives each colour a key: the first letter of its word with which no other word begins. If vert and violet are both
 * there, vert has "e" and violet "i", because "v" begins both. */
export function colourKeys(colours) {
  const begins = colours.map((colour) => colourWord(colour)[0]);
  const keys = new Map();
  for (const colour of colours) {
    const free = (letter, at) => !begins.some((one, n) => one === letter && (at > 0 || colours[n] !== colour)) && ![...keys.values()].includes(letter);
    keys.set(colour, [...colourWord(colour)].find(free) ?? "");
  }
  return keys;
}

/* Reads a code into {code, colour, face, flex, flexColour, flip}; null: no card has this code. */
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

/* Returns the card in words: "yellow 2, flex side green". Takes a face or a code. */
export function cardWords(card) {
  const face = faceOf(card.code ?? card);
  if (face === null) return "";
  return say(pattern(face), { colour: colourWord(face.colour), face: KINDS[face.face]?.() ?? face.face,
                              flex: colourWord(face.flexColour) });
}

/* Returns the id of a card's drawing (base/art/svg.h). */
function drawingOf(face, form, colour) {
  const id = face.code.replace(/[^A-Za-z0-9]/g, "_");
  if (form === "hand") return `h-${id}`;
  return face.colour === "none" && colour in INITIALS ? `c-${id}-${colour}` : `c-${id}`;
}

const drawing = (id, attributes) =>
  drawn("svg", { class: "card", viewBox: "0 0 100 140", ...attributes }, drawn("use", { href: `#${id}` }));

/* Makes the element of a card. `hidden`: screen readers skip it, because the element around it has the words as its
 * label. `form`: "pile", or "hand" for cards that overlap. `colour`: the one named for a wild on the pile. */
export function card(of, { hidden = false, form = "pile", colour = "none" } = {}) {
  const face = faceOf(of.code ?? of);
  return drawing(drawingOf(face, form, colour), {
    "data-card": face.code, "data-colour": face.colour === "none" ? "wild" : face.colour,
    ...hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": cardWords(face) } });
}

export const cardBack = () => drawing("back", { class: "card back", "aria-hidden": "true" });

const ORDER = ["red", "green", "blue", "yellow", "purple", "orange", "none"];

/* Sorts faces by colour, wilds last. The bot whispers hands in the same order. */
export const inOrder = (faces) =>
  [...faces].sort((a, b) => ORDER.indexOf(a.colour) - ORDER.indexOf(b.colour) || a.n - b.n);
