/* terminal.mjs: runs `talon play --web` for a test: reads what it says, and types to it. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { setTimeout } from "node:timers/promises";

import { freePort } from "../real/port.mjs";

const PATIENCE = 120000; // milliseconds, for what surely comes: a machine may be busy

/* What the person answers to each question. They always play if they can: a player who never plays collects nearly all
 * cards, and then cannot draw. */
const ME = userInfo().username;
const play = (line) => (([, card]) => card === undefined ? "draw" : `play ${card}`)(/\[([^\]W]+)\]\*/.exec(line) ?? []);
const ANSWERS = [[/^» You drew .*: play it or keep/, () => "keep"], [/^» Your turn on /, play], [/ start deals a rematch\.$/, () => "start"],
                 [new RegExp(`→ ${ME}: accept or challenge\\?`), () => "accept"], [new RegExp(`→ ${ME}: name the colour`), () => "red"]];
const CAUGHT = / catches .* without UNO; /;

export class Terminal {
  static me = ME;

  /* `played`: an export by `talon export`, from which the game goes on. */
  static async open(played) {
    const terminal = new Terminal();
    terminal.folder = await mkdtemp(`${tmpdir()}/talon-live-`);
    if (played !== undefined)
      execFileSync(process.env.TALON_PROGRAM, ["import", "--db", `${terminal.folder}/play.db`], { input: played, stdio: "pipe" });
    terminal.port = await freePort();
    terminal.url = `http://127.0.0.1:${terminal.port}`;
    await terminal.start();
    return terminal;
  }

  /* Starts the program, with the game that is stored. */
  async start() {
    this.said = "";
    this.read = 0;
    this.child = spawn(process.env.TALON_PROGRAM, ["play", "--web", String(this.port), "--lang", "en", "--bots", "2",
      "--level", "easy", "--seed", "07", "--db", `${this.folder}/play.db`], { stdio: ["pipe", "pipe", "inherit"] });
    this.child.stdout.setEncoding("utf8").on("data", (text) => (this.said += text));
    this.ended = new Promise((resolve) => this.child.once("exit", resolve));
    await this.until(() => this.get("/api/1/tables").then(({ tables }) => tables.length > 0).catch(() => false));
  }

  type(line) {
    this.child.stdin.write(`${line}\n`);
  }

  async until(what) {
    for (const end = Date.now() + PATIENCE; !(await what()); await setTimeout(20))
      if (Date.now() > end) throw new Error(`never came true: ${what}; it said: ${this.said.slice(-2000)}`);
  }

  get(path) {
    return fetch(this.url + path).then((answer) => answer.json());
  }

  async table() {
    const { tables: [{ table }] } = await this.get("/api/1/tables");
    return this.get(`/api/1/tables/${table}`);
  }

  /* Waits until the person is asked something and the computer players have nothing to do. Returns the answer. Somebody
   * may be caught after the question, which is still open then. */
  async asked() {
    let word;
    const asking = () => this.said.slice(this.read).trimEnd().split("\n").findLast((line) => !CAUGHT.test(line)) ?? "";
    const answer = (line) => ANSWERS.find(([asks]) => asks.test(line))?.[1](line);
    await this.until(() => this.said.endsWith("\n") && (word = answer(asking())) !== undefined);
    return word;
  }

  /* Types the answer. Resolves to what the terminal said since the last one. */
  async answer() {
    const word = await this.asked();
    const said = this.said.slice(this.read);
    this.read = this.said.length;
    this.type(word);
    return said;
  }

  /* Plays until the terminal has said this. */
  async playUntil(pattern) {
    let said = "";
    while (!pattern.test(said)) said = await this.answer();
  }

  kill() {
    this.child.kill("SIGKILL");
    return this.ended;
  }

  async close() {
    this.type("quit");
    await this.ended;
    await rm(this.folder, { recursive: true });
  }
}
