/* screen.mjs: turns the rows of a terminal, as tmux captures them with their 256 colours, into a page. */
const BASIC = ['#000', '#800000', '#008000', '#808000', '#000080', '#800080', '#008080', '#c0c0c0'];
const LEVELS = [0, 95, 135, 175, 215, 255];
const GROUND = '#1c1c1c';
const INK = '#eeeeee';
const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

function colour(n) {
  if (n < 16) return BASIC[n % 8];
  if (n >= 232) return `rgb(${Array(3).fill(8 + (n - 232) * 10)})`;
  const at = n - 16;
  return `rgb(${LEVELS[Math.floor(at / 36)]},${LEVELS[Math.floor(at / 6) % 6]},${LEVELS[at % 6]})`;
}

function styled(codes, style) {
  const numbers = codes.split(';').map(Number);
  for (let i = 0; i < numbers.length; i++) {
    const code = numbers[i];
    if (code === 0) for (const key of Object.keys(style)) delete style[key];
    else if (code === 1) style['font-weight'] = 'bold';
    else if (code === 38 || code === 48) style[code === 38 ? 'color' : 'background'] = colour(numbers[(i += 2)]);
    else if (code === 39) delete style.color;
    else if (code === 49) delete style.background;
  }
}

export function screen(text) {
  const style = {};
  let html = '';
  for (const [, codes, words] of text.trimEnd().matchAll(/\x1b\[([0-9;]*)m|([^\x1b]+)/g)) {
    if (codes !== undefined) styled(codes || '0', style);
    else html += `<span style="${Object.entries(style).map(([key, value]) => `${key}:${value}`).join(';')}">${escaped(words)}</span>`;
  }
  return `<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0}pre{display:inline-block;margin:0;padding:12px 16px;
    background:${GROUND};color:${INK};font:15px/18px "DejaVu Sans Mono",monospace}</style><pre>${html}</pre>`;
}
