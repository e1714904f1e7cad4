/* wire.mjs: a relay between browsers and the daemon. A test can cut it or silence it, and read what the daemon's
 * WebSockets sent. */
import { once } from "node:events";
import { connect, createServer } from "node:net";

const TEXT = 0x81; // first byte of a whole, unmasked text frame, as servers send it without compression

/* Reads the frames of one connection, after the head of the HTTP answer. */
class Frames {
  constructor(told) {
    Object.assign(this, { told, bytes: Buffer.alloc(0), live: false });
  }
  add(bytes) {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    if (!this.live) this.#head();
    while (this.live && this.#frame());
  }
  #head() {
    const end = this.bytes.indexOf("\r\n\r\n");
    if (!this.bytes.subarray(0, 12).equals(Buffer.from("HTTP/1.1 101"))) this.bytes = this.bytes.subarray(0, 12);
    else if (end >= 0) {
      this.live = true;
      this.bytes = this.bytes.subarray(end + 4);
    }
  }
  /* Reads one frame. False: it has not arrived completely. */
  #frame() {
    if (this.bytes.length < 2) return false;
    let [start, length] = [2, this.bytes[1]];
    if (length === 126) [start, length] = [4, this.bytes.length >= 4 ? this.bytes.readUInt16BE(2) : Infinity];
    else if (length === 127) [start, length] = [10, this.bytes.length >= 10 ? Number(this.bytes.readBigUInt64BE(2)) : Infinity];
    if (this.bytes.length < start + length) return false;
    if (this.bytes[0] === TEXT) this.told.push(String(this.bytes.subarray(start, start + length)));
    this.bytes = this.bytes.subarray(start + length);
    return true;
  }
}

/* Starts the relay. Resolves to {port, to(PORT), told: [frame], cut(), hush(), deafen(), close()}: to() sets the
 * daemon's port. */
export async function wire() {
  const lines = new Set();
  const told = [];
  let target = 0;
  const server = createServer((browser) => {
    const daemon = connect(target, "127.0.0.1");
    const frames = new Frames(told);
    const line = { browser, daemon, silent: false, deaf: false };
    const end = () => {
      lines.delete(line);
      browser.destroy();
      daemon.destroy();
    };
    lines.add(line);
    browser.on("data", (bytes) => line.silent || daemon.write(bytes));
    daemon.on("data", (bytes) => {
      if (line.silent) return;
      frames.add(bytes);
      if (!line.deaf) browser.write(bytes);
    });
    browser.on("close", end).on("error", end);
    daemon.on("close", () => line.silent || end()).on("error", () => line.silent || end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: server.address().port,
    told,
    to: (port) => (target = port),
    /* Ends all connections. */
    cut: () => lines.forEach(({ browser, daemon }) => [browser, daemon].forEach((socket) => socket.destroy())),
    /* Silences the open connections in both directions, as a network does to a phone that sleeps. */
    hush: () => lines.forEach((line) => (line.silent = true)),
    /* Silences the open connections towards browsers. The daemon hears what they say, but its answers are lost. */
    deafen: () => lines.forEach((line) => (line.deaf = true)),
    close() {
      lines.forEach(({ browser, daemon }) => [browser, daemon].forEach((socket) => socket.destroy()));
      server.close();
    },
  };
}
