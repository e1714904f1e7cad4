// An HTTP/2 server with TLS on loopback, as a test tells it to be, for test_rest_h2.c.
// Usage: node h2.mjs CERTIFICATE KEY
//
// Says, each in a line: "port N", "session S" for each connection, "request S METHOD PATH" for each
// request whose body is there, "gone S". Told, likewise: "hold" (from now on nothing is answered),
// "release" (all is), "refuse N" (so many requests are reset as not looked at), "goaway S [LAST]"
// (no request after the stream LAST is looked at; without: all that came are), "cut S" (the
// connection ends at once), "mute S" (it stands, and nothing passes through any more), "streams N"
// (at a time, of each later connection), "deaf" (what connects from now on is "unheard"), "nothing".
// Each is followed by "done WHAT".

import { readFileSync } from 'node:fs';
import { constants, createSecureServer } from 'node:http2';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

const say = (...words) => process.stdout.write(`${words.join(' ')}\n`);
const sessions = [];
const ways = []; // to each of them: sockets
let held = null; // streams; null: none is held
let refused = 0;
let deaf = false;

const [certificate, key] = process.argv.slice(2).map((file) => readFileSync(file));
const server = createSecureServer({ cert: certificate, key });

server.on('session', (session) => {
  sessions.push(session);
  const number = sessions.length;
  say('session', number);
  session.on('error', () => {});
  session.on('close', () => say('gone', number));
});

function answer(stream) {
  if (stream.destroyed || stream.closed) return; // it was given up meanwhile
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
  stream.end('{"id":"77"}');
}

server.on('stream', (stream, headers) => {
  stream.on('error', () => {});
  if (refused > 0) {
    refused--;
    say('refused');
    stream.close(constants.NGHTTP2_REFUSED_STREAM);
    return;
  }
  stream.resume();
  stream.on('end', () => {
    say('request', sessions.indexOf(stream.session) + 1, headers[':method'], headers[':path']);
    if (held) held.push(stream);
    else answer(stream);
  });
});

const told = {
  hold: () => { held = []; },
  release: () => { held.forEach(answer); held = null; },
  refuse: (count) => { refused = count; },
  goaway: (number, last) => {
    sessions[number - 1].goaway(constants.NGHTTP2_NO_ERROR, last);
  },
  cut: (number) => sessions[number - 1].destroy(),
  nothing: () => {},
  deaf: () => { deaf = true; },
  mute: (number) => ways[number - 1].forEach((socket) => socket.unpipe().pause()),
  streams: (count) => server.updateSettings({ maxConcurrentStreams: count }),
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [what, ...numbers] = line.split(' ');
    told[what](...numbers.map(Number));
    say('done', what);
  })
  .on('close', () => process.exit(0));

// What stands before it, where a connection can be stopped.
const front = createServer((near) => {
  if (deaf) {
    near.on('error', () => {});
    return say('unheard');
  }
  const way = [near, connect(server.address().port, '127.0.0.1')];
  ways.push(way);
  way.forEach((socket, index) => {
    socket.on('error', () => {});
    socket.on('close', () => way[1 - index].destroy());
    socket.pipe(way[1 - index]);
  });
});

server.listen(0, '127.0.0.1', () => {
  front.listen(0, '127.0.0.1', () => say('port', front.address().port));
});
