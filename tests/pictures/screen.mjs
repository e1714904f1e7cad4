/* screen.mjs: what a terminal shows of a text with its control sequences, as a page. */
const COLOURS = { 30: '#15181c', 97: '#ffffff', 41: '#b3261e', 42: '#3f9d63', 43: '#e0b020', 44: '#2f5fc4', 45: '#7b3fa0' };
const WIDE = { 208: '#e07a1f', 93: '#7b3fa0', 99: '#7b3fa0', 214: '#e07a1f' }; // of 256 colours
const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

function styled(codes, style) {
  const numbers = codes.split(';').map(Number);
  for (let i = 0; i < numbers.length; i++) {
    const code = numbers[i];
    if (code === 0) for (const key of Object.keys(style)) delete style[key];
    else if (code === 1) style['font-weight'] = 'bold';
    else if (code === 4) style['text-decoration'] = 'underline';
    else if (code === 48 || code === 38) style[code === 48 ? 'background' : 'color'] = WIDE[numbers[(i += 2)]] ?? '#888888';
    else if (COLOURS[code]) style[code >= 40 && code < 50 ? 'background' : 'color'] = COLOURS[code];
  }
}

// The lines: what stands behind the last return to their beginning that cleared them.
export function screen(text, columns) {
  const style = {};
  const lines = text.replace(/\r+\n/g, '\n').split('\n').map((line) => {
    let html = '';
    for (const [, codes, clear, back, words] of line.matchAll(/\x1b\[([0-9;]*)m|(\x1b\[K)|(\r)|([^\x1b\r]+)/g)) {
      if (codes !== undefined) styled(codes || '0', style);
      else if (back || clear) html = '';
      else {
        const css = Object.entries(style).map(([key, value]) => `${key}:${value}`).join(';');
        html += css ? `<span style="${css}">${escaped(words)}</span>` : escaped(words);
      }
    }
    return html;
  });
  return `<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0}pre{display:inline-block;margin:0;padding:16px 20px;
    width:${columns}ch;background:#1b1f24;color:#e6e6e6;font:14px/1.45 "DejaVu Sans Mono",monospace;white-space:pre-wrap;word-break:break-all}</style><pre>${lines.join('\n')}</pre>`;
}
