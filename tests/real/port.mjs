/* port.mjs: ports of 127.0.0.1 for servers that a test starts. process_ports() of process.h gives those of tests in C. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

const [FIRST, END] = [10000, 32768]; // below those that the system gives to connections

/* True: it listens. False: somebody else does. Another error ends the test. */
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

/* A free port that no other test gets while this process lives. Between here and the server that listens there, other tests
 * start servers of their own: a name among the system's abstract sockets says that the port is taken. */
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
