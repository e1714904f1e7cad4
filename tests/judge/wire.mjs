// Sits between a double and the daemon. Events of people arrive twice or in another order. A RESUME repeats more
// events than the daemon asked for.

const PEOPLE = /^(INTERACTION|MESSAGE)_CREATE$/;
const HELD = 40; // ms that an event is held back, so that the next one overtakes it
const LATER = 300; // ms until the second copy at most

// `gateway.wire`: { random, twice, swapped: percent of the events; back: how many events before the wanted one a
// RESUME begins }. Counts in `repeated`, `reordered` and `rewound` what it did.
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
