// The programs that a test has started. All of them end with the test.
const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

// Kills this program when the test ends, unless it has ended before.
export function ours(child) {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}
