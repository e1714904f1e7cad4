// The thread of a Wire (postgres.mjs). It has its own thread, because the main thread halts now and then, and the
// bytes of a Wire must not wait for it.
import net from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

let trap = null;
parentPort.on('message', (message) => (trap = message));

function pass(client) {
  const server = net.connect(workerData.server);
  let deaf = false;
  const cut = () => [client, server].forEach((socket) => socket.destroy());
  for (const socket of [client, server]) socket.on('error', cut).on('close', cut);
  client.on('data', (data) => {
    const sprung = data.includes('COMMIT') ? trap : null;
    if (sprung) parentPort.postMessage('sprung');
    if (sprung) trap = null;
    deaf ||= sprung === 'behind';
    if (sprung === 'before') cut();
    else server.write(data);
  });
  server.on('data', (data) => (deaf ? cut() : client.write(data)));
}

net.createServer(pass).listen(workerData.path, () => parentPort.postMessage('there'));
