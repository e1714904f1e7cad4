/* golden.mjs: compares pictures of pages with stored ones (tests/web/golden/), pixel by pixel. Other fonts or another
 * Chromium draw differently. pinned.json says with which the stored ones were made; with others nothing is compared. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("golden", import.meta.url));
const FONTS = ["system-ui", "system-ui:bold", "sans-serif", "monospace"];
export const updates = process.env.TALON_GOLDEN === "write";

/* What else decides how a page looks: the browser's version and the fonts. */
export function machine(version) {
  const fonts = FONTS.map((font) => {
    try {
      return execFileSync("fc-match", ["-f", "%{family} %{style} %{fontversion}", font], { encoding: "utf8" });
    } catch {
      return "unknown";
    }
  });
  return { chromium: version, fonts };
}

/* Returns why nothing can be compared on this machine; undefined: it can. */
export async function differs(here) {
  if (updates) return undefined;
  const pinned = JSON.parse(await readFile(`${folder}/pinned.json`, "utf8"));
  if (pinned.chromium !== here.chromium) return `the golden pictures are of Chromium ${pinned.chromium}, here is ${here.chromium}`;
  if (JSON.stringify(pinned.fonts) !== JSON.stringify(here.fonts)) return "the golden pictures were made with other fonts";
  return undefined;
}

export async function pin(here) {
  await writeFile(`${folder}/pinned.json`, `${JSON.stringify(here, null, 2)}\n`);
}

/* Returns how many pixels of two PNG files differ; -1: their sizes differ. An empty tab decodes them. */
function count(tab, ...files) {
  return tab.evaluate(async (sources) => {
    const [one, other] = await Promise.all(sources.map(async (source) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, image.width, image.height);
    }));
    if (one.width !== other.width || one.height !== other.height) return -1;
    let differ = 0;
    for (let at = 0; at < one.data.length; at += 4)
      if ([0, 1, 2].some((n) => Math.abs(one.data[at + n] - other.data[at + n]) > 24)) differ++;
    return differ;
  }, files.map((file) => file.toString("base64")));
}

/* Stores a picture, or compares it with the stored one. Returns what differs in words; undefined: nothing. A picture
 * that differs is written to $TALON_SITE/../golden. `blank`: an empty tab. */
export async function check(name, shot, blank) {
  const path = `${folder}/${name}.png`;
  if (updates) return void (await mkdir(folder, { recursive: true }), await writeFile(path, shot));
  const kept = existsSync(path) ? await readFile(path) : undefined;
  const differ = kept === undefined ? -1 : kept.equals(shot) ? 0 : await count(blank, kept, shot);
  if (differ === 0) return undefined;
  const made = `${process.env.TALON_SITE}/../golden`;
  await mkdir(made, { recursive: true });
  await writeFile(`${made}/${name}.png`, shot);
  return `${name}: ${kept === undefined ? "there is none" : differ < 0 ? "another size" : `${differ} pixels differ`}`;
}
