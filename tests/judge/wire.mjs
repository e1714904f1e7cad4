// Between a double and the daemon: what people do arrives twice, in another order, and after a RESUME once more,
// from further back than was asked.

const PEOPLE = /^(INTERACTION|MESSAGE)_CREATE$/;
const HELD = 40; // ms, that an event waits for the one that goes before it
const LATER = 300; // ms, until when it may come again

// `wire` of the gateway: { random, twice, swapped: of 100 events; back: events before those a RESUME asks for }.
// Counts what it did in `repeated`, `reordered` and `rewound`.
export function rewire(gateway, ws) {
  const { send, emit } = ws;
  let held = null;
  const happens = (percent) => gateway.wire.random() * 100 < percent;
  const go = (args) => ws.readyState === ws.OPEN && send.apply(ws, args);
  const release = () => {
    const args = held;
    held = null;
    if (args) go(args);
  };
  ws.send = (...args) => {
    const { wire } = gateway;
    if (!wire || typeof args[0] !== 'string') return go(args);
    const event = JSON.parse(args[0]);
    if (!PEOPLE.test(event.t ?? '')) {
      release();
      return go(args);
    }
    if (!held && happens(wire.swapped)) {
      held = args;
      setTimeout(() => held === args && release(), HELD);
      return;
    }
    if (held) wire.reordered++;
    go(args);
    release();
    if (!happens(wire.twice)) return;
    wire.repeated++;
    if (happens(50)) go(args);
    else setTimeout(() => go(args), wire.random() * LATER);
  };
  ws.emit = (name, data, ...rest) => {
    const { wire } = gateway;
    const asked = wire && name === 'message' ? JSON.parse(data) : {};
    if (asked.op === 6 && asked.d.seq > 1) {
      wire.rewound++;
      asked.d.seq = Math.max(1, asked.d.seq - wire.back);
      return emit.call(ws, name, Buffer.from(JSON.stringify(asked)), ...rest);
    }
    return emit.call(ws, name, data, ...rest);
  };
}
