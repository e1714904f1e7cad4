// An HTTP/2 server with TLS on loopback, for test_rest_h2.c. The test tells it what to do.
// Usage: node h2.mjs CERTIFICATE KEY
// 
// It writes one line for each event: "port N", "session S" for a connection, "request S METHOD PATH" when the body
// of a request has arrived, "refused" when it reset one, "gone S" when a connection has ended, "unheard" for a
// connection while it is deaf. It reads one command a line, and confirms it by "done COMMAND":
//   hold            leave requests unanswered from now on
//   release         answer all that were held
//   refuse N        reset the next N requests as not processed
//   goaway S [LAST] process no request of session S after stream LAST; without LAST: after those that have arrived
//   cut S           end the connection at once
//   mute S          keep the connection open, but pass nothing through it
//   streams N       allow N streams at a time on later connections
//   deaf            leave later connections unanswered
//   nothing         do nothing

import { readFileSync } from 'node:fs';
import { constants, createSecureServer } from 'node:http2';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

const say = (...words) => process.stdout.write(`${words.join(' ')}\n`);
const sessions = [];
const ways = []; // for each session its two sockets
let held = null; // the streams that wait; null: streams are answered at once
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
  if (stream.destroyed || stream.closed) return; // the client has given it up
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

// A relay before the server. It can stop the bytes of a connection.
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
