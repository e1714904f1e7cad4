/* icons.js: the small line drawings of the table: 24 units square, in the colour of the words beside them. */
import { drawn } from "./dom.js";

const PATHS = {
  computer: ["M7 8h10a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3z", "M12 8V4M9 13v1.5M15 13v1.5"],
  guest: ["M4 20c1-4 4-6 8-6 1 0 2 .1 3 .4M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM19 15v6M16 18h6"],
  away: ["M19 14.5A8 8 0 0 1 9.5 5 8 8 0 1 0 19 14.5zM16 4h5l-5 5h5"],
  keyboard: ["M5 6h14a2.5 2.5 0 0 1 2.5 2.5v7A2.5 2.5 0 0 1 19 18H5a2.5 2.5 0 0 1-2.5-2.5v-7A2.5 2.5 0 0 1 5 6z",
             "M6.5 10h.01M10.2 10h.01M13.8 10h.01M17.5 10h.01M8 14h8"],
  sound: ["M4 9.5v5h3.5L12 19V5L7.5 9.5z", "M16 9a4 4 0 0 1 0 6M18.7 6.5a8 8 0 0 1 0 11"],
  silent: ["M4 9.5v5h3.5L12 19V5L7.5 9.5z", "m16 9.5 5 5m0-5-5 5"],
  more: ["M5 12h.01M12 12h.01M19 12h.01"],
  up: ["m6 15 6-6 6 6"],
  down: ["m6 9 6 6 6-6"],
  close: ["M6 6l12 12M18 6 6 18"],
  crown: ["M4 18h16M4 15 3 7l5.5 4L12 5l3.5 6L21 7l-1 8z"],
  cards: ["M8 4h9a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z"],
};

export const icon = (name) =>
  drawn("svg", { class: "ic", viewBox: "0 0 24 24", "aria-hidden": "true", fill: "none", stroke: "currentColor",
                 "stroke-width": 2.2, "stroke-linecap": "round", "stroke-linejoin": "round", "data-icon": name },
    ...PATHS[name].map((d) => drawn("path", { d })));
