/* signals.js: tells the reader that it is their turn: by sound, the title and icon of the page, vibration, a
 * notification. Sound and notifications are off until the reader turns them on; the browser remembers that. */
import { element } from "./dom.js";
import { tr } from "./words.js";

/* The tones of each sound: [hertz, seconds, wave, volume, start]. */
const TONES = {
  card: [[180, 0.05, "triangle", 0.1, 0]],
  draw: [[240, 0.04, "triangle", 0.06, 0], [200, 0.05, "triangle", 0.05, 0.05]],
  turn: [[523, 0.09, "sine", 0.12, 0], [784, 0.16, "sine", 0.12, 0.09]],
  uno: [[659, 0.08, "square", 0.05, 0], [880, 0.08, "square", 0.05, 0.09], [1109, 0.18, "square", 0.05, 0.18]],
  win: [[523, 0.12, "triangle", 0.12, 0], [659, 0.12, "triangle", 0.12, 0.11], [784, 0.12, "triangle", 0.12, 0.22], [1047, 0.35, "triangle", 0.12, 0.33]],
};
const MARK = "● "; // before the page's title while it is the reader's turn
const AGAIN = 3000; // milliseconds until a phone vibrates once more

export const kept = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // the browser stores nothing
  }
};
export const keep = (key, value) => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // the browser stores nothing
  }
};

export class Signals {
  constructor() {
    this.title = document.title.replace(MARK, "");
    this.sounds = kept("talon.sound") === "on";
    this.notes = kept("talon.notify") === "on";
    this.icon = document.querySelector("link[rel=icon]");
    this.plain = this.icon?.href;
    addEventListener("visibilitychange", () => document.hidden || this.note?.close());
  }

  /* -- sound -- */

  turnSound(on) {
    this.sounds = on;
    keep("talon.sound", on ? "on" : "off");
    if (on) this.play("turn");
  }

  /* Browsers forbid sounds before the first press in a page. Until then it is silent. */
  play(name) {
    if (!this.sounds || !(name in TONES) || (document.hidden && name !== "turn")) return;
    if (navigator.userActivation?.hasBeenActive === false) return;
    this.audio ??= new AudioContext();
    this.audio.resume?.();
    for (const [hertz, length, wave, volume, at] of TONES[name]) {
      const start = this.audio.currentTime + at;
      const tone = new OscillatorNode(this.audio, { type: wave, frequency: hertz });
      const gain = new GainNode(this.audio, { gain: 0 });
      gain.gain.setValueAtTime(0, start); // else the ramp would begin now, and the tone would click
      gain.gain.linearRampToValueAtTime(volume, start + 0.008);
      gain.gain.exponentialRampToValueAtTime(0.001, start + length);
      tone.connect(gain).connect(this.audio.destination);
      tone.start(start);
      tone.stop(start + length + 0.02);
    }
  }

  /* -- whose turn it is -- */

  /* `mine`: it is the reader's turn. `words`: the text of a notification. */
  turn(mine, words = "") {
    if (mine === this.mine) return;
    const first = this.mine === undefined;
    this.mine = mine;
    document.title = mine ? `${MARK}${tr("Your turn")} · ${this.title}` : this.title;
    this.#badge(mine);
    clearTimeout(this.again);
    this.note?.close();
    if (!mine || first) return;
    this.play("turn");
    this.#shake([40]);
    this.again = setTimeout(() => this.#shake([40, 60, 40]), AGAIN);
    if (this.notes && document.hidden && globalThis.Notification?.permission === "granted")
      this.note = this.#notify(words);
  }

  #notify(words) {
    try {
      const note = new Notification(tr("Your turn"), { body: words, tag: "talon-turn", icon: this.plain });
      note.onclick = () => window.focus();
      return note;
    } catch {
      return null; // some phones let only a service worker do this
    }
  }

  #shake(pattern) {
    if (navigator.userActivation?.hasBeenActive && matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(pattern);
  }

  /* Puts a dot on the icon of the page, in the colour that always means "you can". */
  #badge(on) {
    if (!this.icon) return;
    if (on && this.dotted === undefined) this.#dot();
    else this.icon.href = on ? this.dotted : this.plain;
  }

  async #dot() {
    const picture = new Image();
    picture.src = this.plain;
    const canvas = element("canvas", { width: 64, height: 64 });
    try {
      await picture.decode();
      const pen = canvas.getContext("2d");
      pen.drawImage(picture, 0, 0, 64, 64);
      pen.fillStyle = "#16181d";
      pen.arc(48, 16, 16, 0, 7);
      pen.fill();
      pen.beginPath();
      pen.fillStyle = "#ffd75e";
      pen.arc(48, 16, 12, 0, 7);
      pen.fill();
      this.dotted = canvas.toDataURL();
    } catch {
      this.dotted = this.plain; // no dot: the browser cannot draw it
    }
    if (this.mine) this.icon.href = this.dotted;
  }

  /* Asks for leave to notify. Returns false if the reader or the browser refuses. */
  async turnNotes(on) {
    const may = on && (await globalThis.Notification?.requestPermission()) === "granted";
    this.notes = may;
    keep("talon.notify", may ? "on" : "off");
    return may;
  }

  end() {
    clearTimeout(this.again);
    this.turn(false);
  }
}
