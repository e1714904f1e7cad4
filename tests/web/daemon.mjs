/* daemon.mjs: the real daemon with its web pages, on a real ngircd, with people who type there. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile, chmod } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";

import { freePort } from "../real/port.mjs";
import { proxy } from "./proxy.mjs";
import { wire } from "./wire.mjs";

const PATIENCE = 120000; // milliseconds, for what surely comes: a machine may be busy
const program = `${process.env.TALON_SITE}/../talon`;
/* The ngircd that ./dev finds or has unpacked; undefined: there is none. */
export const ngircd = [process.env.TALON_NGIRCD, "/usr/sbin/ngircd", `${process.env.TALON_SITE}/../servers/ngircd`]
  .find((path) => path !== undefined && existsSync(path));

export async function until(what, why) {
  for (const end = Date.now() + PATIENCE; ; await setTimeout(20)) {
    const found = await what();
    if (found) return found;
    if (Date.now() > end) throw new Error(`never came true: ${why}`);
  }
}

const answers = (number) => new Promise((resolve) => {
  const socket = connect(number, "127.0.0.1", () => resolve(socket.destroy() !== null));
  socket.on("error", () => resolve(false));
});

/* A person on the IRC network, in #cards. */
class Person {
  constructor(socket) {
    this.socket = socket;
    this.heard = "";
    socket.on("data", (bytes) => {
      this.heard += bytes;
      for (const [, token] of String(bytes).matchAll(/^PING (.*)\r$/gm)) socket.write(`PONG ${token}\r\n`);
    });
    socket.on("error", () => {});
  }
  say(text) {
    this.socket.write(`PRIVMSG #cards :${text}\r\n`);
  }
  whisper(text) {
    this.socket.write(`PRIVMSG talon :${text}\r\n`);
  }
  hear(pattern) {
    return until(() => pattern.test(this.heard), pattern);
  }
}

async function enter(number, nick) {
  const person = new Person(connect(number, "127.0.0.1"));
  person.socket.write(`NICK ${nick}\r\nUSER ${nick} 0 * :${nick}\r\n`);
  await person.hear(/ 001 /);
  person.socket.write("JOIN #cards\r\n");
  await person.hear(/ 366 /);
  return person;
}

/* Starts an IRC server, people and the daemon. Resolves to {url, people: {NICK: Person}, get(PATH), close()}. */
export const daemon = (...nicks) => begin(nicks, null);

/* The same with a relay between browsers and daemon (wire.mjs) as `wire`. kill() and start() the daemon as needed. */
export const wiredDaemon = async (...nicks) => begin(nicks, await wire());

/* The same with nginx in front of the daemon (proxy.mjs). */
export const proxiedDaemon = async (...nicks) => begin(nicks, await proxy());

async function begin(nicks, line) {
  const folder = await mkdtemp(`${tmpdir()}/talon-pages-`);
  await chmod(folder, 0o755); // ngircd may run as another user
  const [irc, web] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${line?.port ?? web}`;
  await line?.to(web);
  const user = process.getuid() === 0 ? " ServerUID = nobody\n ServerGID = nogroup\n" : "";
  await writeFile(`${folder}/ngircd.conf`, `[Global]\n Name = irc.test\n Info = test\n AdminInfo1 = test\n` +
    ` Listen = 127.0.0.1\n Ports = ${irc}\n MotdPhrase = "test"\n${user}[Limits]\n MaxConnectionsIP = 0\n MaxPenaltyTime = 0\n` +
    ` MaxNickLength = 20\n[Options]\n DNS = no\n Ident = no\n PAM = no\n`);
  await writeFile(`${folder}/talon.conf`, `[talon]\ndatabase = ${folder}/talon.db\nbot_delay = 0\nround_pause = 3600\n` +
    `[irc test]\nhost = 127.0.0.1\nport = ${irc}\ntls = off\nchannels = #cards\nflood_rate = 0\n` +
    `join_url = ircs://irc.test\n[web]\nlisten = 127.0.0.1:${web}\n${line ? `url = ${url}\n` : ""}`,
    { mode: 0o600 });
  const { RUNTIME_DIRECTORY, XDG_RUNTIME_DIR, ...env } = process.env;
  const server = spawn(ngircd, ["-n", "-f", `${folder}/ngircd.conf`], { stdio: "ignore" });
  await until(() => answers(irc), "ngircd listens");
  const people = {};
  for (const nick of nicks) people[nick] = await enter(irc, nick);
  let talon = null;
  const end = async (child, signal) => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  const start = async () => {
    for (const person of Object.values(people)) person.heard = "";
    talon = spawn(program, ["serve", "--config", `${folder}/talon.conf`], { stdio: "ignore", env });
    await until(() => answers(web), "talon listens");
    if (nicks.length > 0) await people[nicks[0]].hear(/:talon!\S+ JOIN /);
  };
  await start();
  const close = async () => {
    for (const { socket } of Object.values(people)) socket.destroy();
    for (const child of [talon, server]) await end(child);
    await line?.close();
    await rm(folder, { recursive: true });
  };
  /* Changes the configuration, and makes the daemon read it again. */
  const reload = async (from, to) => {
    const path = `${folder}/talon.conf`;
    await writeFile(path, (await readFile(path, "utf8")).replace(from, to));
    talon.kill("SIGHUP");
  };
  return { url, people, close, start, reload, wire: line, kill: () => end(talon, "SIGKILL"),
           get: async (path) => (await fetch(url + path)).json() };
}
