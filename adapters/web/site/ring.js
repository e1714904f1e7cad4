/* ring.js: the colour in force as a ring in its pattern, with arrows for the direction; and a colour as a square.
 * The patterns are those of the cards, 16 units square. */
import { drawn } from "./dom.js";

const white = (more) => ({ fill: "none", stroke: "#fff", ...more });
const PATTERNS = {
  red: ["#b3202c", () => [drawn("circle", { cx: 4, cy: 4, r: 2.9, fill: "#fff", "fill-opacity": 0.45 }),
                          drawn("circle", { cx: 12, cy: 12, r: 2.9, fill: "#fff", "fill-opacity": 0.45 })]],
  green: ["#2f9e62", () => [drawn("path", white({ d: "M-4 20 20-4M-12 12 12-12M4 28 28 4", "stroke-opacity": 0.4, "stroke-width": 4 }))]],
  blue: ["#2456c4", () => [drawn("path", white({ "stroke-opacity": 0.42, "stroke-width": 3.2,
    d: "M-4 4C-1.3 0 1.3 0 4 4S9.3 8 12 4 17.3 0 20 4M-4 12C-1.3 8 1.3 8 4 12S9.3 16 12 12 17.3 8 20 12" }))]],
  yellow: ["#f2c230", () => [drawn("path", { d: "M8 2 14 13.4H2z", fill: "#000", "fill-opacity": 0.35 })]],
  purple: ["#7c3fb0", () => [drawn("path", { d: "M0 0h8v8H0zM8 8h8v8H8z", fill: "#fff", "fill-opacity": 0.32 })]],
  orange: ["#e8742a", () => [drawn("circle", { cx: 8, cy: 8, r: 5, fill: "none", stroke: "#000", "stroke-opacity": 0.4, "stroke-width": 2.6 })]],
  none: ["#4a4f5a", () => [drawn("path", { d: "M6.6 2.6h2.8v4h4v2.8h-4v4H6.6v-4h-4V6.6h4z", fill: "#fff", "fill-opacity": 0.45 })]],
};

/* The patterns stand in the page once; drawings name them. */
function define() {
  if (document.getElementById("talon-red") !== null) return;
  document.body.append(drawn("svg", { class: "patterns", width: 0, height: 0, "aria-hidden": "true" }, drawn("defs", {},
    ...Object.entries(PATTERNS).map(([colour, [ground, marks]]) =>
      drawn("pattern", { id: `talon-${colour}`, width: 16, height: 16, patternUnits: "userSpaceOnUse" },
        drawn("rect", { width: 16, height: 16, fill: ground }), ...marks())))));
}

const paint = (colour) => `url(#talon-${colour in PATTERNS ? colour : "none"})`;

/* A square of a colour, to be laid under words. It fills what it stands in. */
export function colourField(colour) {
  define();
  return drawn("svg", { class: "field", "aria-hidden": "true" },
    drawn("rect", { width: "100%", height: "100%", fill: paint(colour) }));
}

/* The same with the letter of the colour on it, of the set's drawings (art.js). */
export const colourChip = (colour) =>
  drawn("svg", { class: "chip", viewBox: "0 0 32 32", "aria-hidden": "true" }, drawn("use", { href: `#chip-${colour}` }));

const ARCS = ["M18.6 53A94 94 0 0 1 75.7 9.2", "M124.3 9.2A94 94 0 0 1 181.4 53", "M188.3 132.1A94 94 0 0 1 144.1 183",
              "M55.9 183A94 94 0 0 1 11.7 132.1"];
const HEADS = ["translate(78.9 8.4) rotate(-13)", "translate(183 55.9) rotate(62)", "translate(141.2 184.5) rotate(154)",
               "translate(10.6 129) rotate(252)"];

export class Ring {
  constructor() {
    define();
    this.band = drawn("circle", { cx: 100, cy: 100, r: 79, fill: "none", "stroke-width": 13 });
    this.arrows = drawn("g", { class: "dir" },
      drawn("g", { fill: "none", stroke: "#f8f5ec", "stroke-width": 2.6, "stroke-linecap": "round", "stroke-opacity": 0.9 },
        ...ARCS.map((d) => drawn("path", { d }))),
      ...HEADS.map((transform) => drawn("path", { d: "M-6.5-5 4.5 0-6.5 5z", transform, fill: "#f8f5ec" })));
    this.element = drawn("svg", { class: "ring", viewBox: "0 0 200 200", "aria-hidden": "true" },
      drawn("circle", { cx: 100, cy: 100, r: 74, fill: "#061012", "fill-opacity": 0.38 }),
      drawn("circle", { cx: 100, cy: 100, r: 79, fill: "none", stroke: "#f8f5ec", "stroke-width": 17 }), this.band, this.arrows);
  }

  /* What changed: {colour, direction}, each true or false. */
  show(colour, clockwise) {
    const changed = { colour: this.colour !== undefined && this.colour !== colour,
                      direction: this.clockwise !== undefined && this.clockwise !== clockwise };
    this.band.setAttribute("stroke", paint(colour));
    if (clockwise) this.arrows.removeAttribute("transform");
    else this.arrows.setAttribute("transform", "matrix(-1 0 0 1 200 0)");
    Object.assign(this, { colour, clockwise });
    return changed;
  }
}
