/* proxy.mjs: a real nginx in front of the daemon, with the example configuration that is installed
 * (config/nginx-talon.conf). Only certificate and port differ. daemon.mjs uses it like wire.mjs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";

import { freePort } from "../real/port.mjs";

export const nginx = [process.env.TALON_NGINX, "/usr/sbin/nginx", `${process.env.TALON_SITE}/../servers/usr/sbin/nginx`]
  .find((path) => path !== undefined && existsSync(path));

/* Starts the proxy. Resolves to {port, told: [], to(PORT), close()}: to() sets the daemon's port, and starts nginx. */
export async function proxy() {
  const folder = await mkdtemp(`${tmpdir()}/talon-proxy-`);
  const port = await freePort();
  const example = await readFile(new URL("../../config/nginx-talon.conf", import.meta.url), "utf8");
  let child = null;
  await chmod(folder, 0o755); // nginx runs as another user
  const begin = async (daemon) => {
    const server = example.replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`).replace(/ *listen \[::\].*\n/, "")
      .replace(/ *ssl_certificate.*\n/g, "").replaceAll("127.0.0.1:8080", `127.0.0.1:${daemon}`);
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
    await writeFile(`${folder}/nginx.conf`, `pid ${folder}/pid;\nerror_log ${folder}/error.log;\ndaemon off;\nevents {}\n` +
      `http {\naccess_log off;\n${folders}\n${server}}\n`);
    child = spawn(nginx, ["-c", `${folder}/nginx.conf`, "-e", `${folder}/error.log`], { stdio: "ignore" });
  };
  return {
    port,
    told: [],
    to: begin,
    async close() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
