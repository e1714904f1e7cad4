/* small.mjs: writes a picture with at most 256 colours. A screenshot then takes a third of the bytes, and looks the same. */
import { deflateSync } from 'node:zlib';

const COLOURS = 256;
const BAND = [16, 8, 0]; // shifts of red, green and blue in a colour
const part = (colour, shift) => (colour >> shift) & 255;

/* The pixels of a PNG file, each a colour 0xRRGGBB: a page of the browser decodes it. */
async function pixels(browser, png) {
  const page = await browser.newPage();
  const { width, height, bytes } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let text = '';
    for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at], data[at + 1], data[at + 2]);
    return { width: image.width, height: image.height, bytes: btoa(text) };
  }, `data:image/png;base64,${png.toString('base64')}`);
  await page.close();
  const raw = Buffer.from(bytes, 'base64');
  return { width, height, colours: Uint32Array.from({ length: width * height }, (_, n) => raw.readUIntBE(3 * n, 3)) };
}

/* A box of colours: its longest side, and how much is lost if all of them become one. */
function box(all) {
  const [shift, length] = BAND.map((side) => [side, Math.max(...all.map(([c]) => part(c, side))) - Math.min(...all.map(([c]) => part(c, side)))])
    .sort((one, other) => other[1] - one[1])[0];
  return { all, shift, loss: length ** 2 * Math.sqrt(all.reduce((sum, [, count]) => sum + count, 0)) };
}

/* Median cut: the box that loses most is halved along its longest side. */
function palette(colours) {
  const counts = new Map();
  for (const c of colours) counts.set(c, (counts.get(c) ?? 0) + 1);
  const boxes = [box([...counts])];
  while (boxes.length < COLOURS) {
    boxes.sort((one, other) => one.loss - other.loss);
    const { all, shift, loss } = boxes.pop();
    if (loss === 0) return boxes.concat(box(all));
    all.sort(([one], [other]) => part(one, shift) - part(other, shift));
    boxes.push(box(all.slice(0, all.length >> 1)), box(all.slice(all.length >> 1)));
  }
  return boxes;
}

function crc32(data) {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/* The same picture as an indexed PNG file. */
export async function small(browser, png) {
  const { width, height, colours } = await pixels(browser, png);
  const boxes = palette(colours);
  const index = new Map(boxes.flatMap(({ all }, n) => all.map(([c]) => [c, n])));
  const means = boxes.flatMap(({ all }) => {
    const weight = all.reduce((sum, [, count]) => sum + count, 0);
    return BAND.map((shift) => Math.round(all.reduce((sum, [c, count]) => sum + part(c, shift) * count, 0) / weight));
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits of an index; the kind with a palette
  const rows = Buffer.alloc((width + 1) * height); // each begins with its filter, 0: none
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = index.get(colours[y * width + x]);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('PLTE', Buffer.from(means)),
                        chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
