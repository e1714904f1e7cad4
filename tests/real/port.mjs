/* port.mjs: finds free ports of 127.0.0.1 for servers that a test starts. process_ports() of process.h does the same
 * for tests in C. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

const [FIRST, END] = [10000, 32768]; // below the ports that the system gives to outgoing connections

/* Returns true if the server listens, false if the address is taken. Another error ends the test. */
async function listens(server, where) {
  server.listen(where);
  try {
    await once(server, "listening");
    return true;
  } catch (error) {
    if (error.code === "EADDRINUSE") return false;
    throw error;
  }
}

/* Returns a free port that no other test gets while this process lives. Other tests may start servers before the caller
 * uses the port, so a name among the system's abstract sockets says that it is taken. */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, END);
    const claim = createServer().unref();
    if (!(await listens(claim, `\0talon-test-port-${port}`))) continue;
    const server = createServer();
    if (await listens(server, { port, host: "127.0.0.1" })) {
      server.close();
      await once(server, "close");
      return port;
    }
    claim.close();
  }
}
