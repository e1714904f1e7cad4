/* ring.js: draws the colour in force as a patterned ring, with arrows for the direction, and a colour as a square. The
 * patterns are those of the cards, which art.js brings into the page. */
import { drawn } from "./dom.js";

const paint = (colour) => `url(#p-${colour === "none" ? "wild" : colour})`;

/* Makes a background with the pattern of a colour. It fills the element around it. */
export function colourField(colour) {
  return drawn("svg", { class: "field", "aria-hidden": "true" },
    drawn("rect", { width: "100%", height: "100%", fill: paint(colour) }));
}

/* Makes a square with the pattern of a colour and its letter, from the drawings of the set (art.js). */
export const colourChip = (colour) =>
  drawn("svg", { class: "chip", viewBox: "0 0 32 32", "aria-hidden": "true" }, drawn("use", { href: `#chip-${colour}` }));

const ARCS = ["M18.6 53A94 94 0 0 1 75.7 9.2", "M124.3 9.2A94 94 0 0 1 181.4 53", "M188.3 132.1A94 94 0 0 1 144.1 183",
              "M55.9 183A94 94 0 0 1 11.7 132.1"];
const HEADS = ["translate(78.9 8.4) rotate(-13)", "translate(183 55.9) rotate(62)", "translate(141.2 184.5) rotate(154)",
               "translate(10.6 129) rotate(252)"];

export class Ring {
  constructor() {
    this.band = drawn("circle", { cx: 100, cy: 100, r: 79, fill: "none", "stroke-width": 13 });
    this.arrows = drawn("g", { class: "dir" },
      drawn("g", { fill: "none", stroke: "#f8f5ec", "stroke-width": 2.6, "stroke-linecap": "round", "stroke-opacity": 0.9 },
        ...ARCS.map((d) => drawn("path", { d }))),
      ...HEADS.map((transform) => drawn("path", { d: "M-6.5-5 4.5 0-6.5 5z", transform, fill: "#f8f5ec" })));
    this.element = drawn("svg", { class: "ring", viewBox: "0 0 200 200", "aria-hidden": "true" },
      drawn("circle", { cx: 100, cy: 100, r: 74, fill: "#061012", "fill-opacity": 0.38 }),
      drawn("circle", { cx: 100, cy: 100, r: 79, fill: "none", stroke: "#f8f5ec", "stroke-width": 17 }), this.band, this.arrows);
  }

  /* Shows the ring. Returns what changed: {colour, direction}, each true or false. */
  show(colour, clockwise) {
    const changed = { colour: this.colour !== undefined && this.colour !== colour,
                      direction: this.clockwise !== undefined && this.clockwise !== clockwise };
    this.band.setAttribute("stroke", paint(colour));
    this.arrows.toggleAttribute("data-back", !clockwise);
    Object.assign(this, { colour, clockwise });
    return changed;
  }
}
