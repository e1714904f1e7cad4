// The programs that a test has started: none of them outlives it.
const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

// Kills that one at the end, too, unless it has ended by then.
export function ours(child) {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}
