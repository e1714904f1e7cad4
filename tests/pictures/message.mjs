/* message.mjs: draws a message as a page. The double of Discord keeps the message (its world.mjs), and Talon made all of
 * its text, pictures and buttons. Colours and sizes are ours. */
const TYPE = { ROW: 1, BUTTON: 2, SELECT: 3, TEXT: 10, GALLERY: 12, SEPARATOR: 14, CONTAINER: 17 };
const STYLE = `
  body { margin: 0; background: #2b2d33; }
  article { width: 540px; box-sizing: border-box; padding: 14px 16px; background: #2b2d33; color: #e6e7ea; font: 15px/1.4 "DejaVu Sans", sans-serif; }
  header { margin-bottom: 6px; }
  header b { color: #fff; }
  header i { margin-left: 6px; padding: 1px 5px; border-radius: 4px; background: #0f6b5c; color: #fff; font: bold 10px "DejaVu Sans", sans-serif; }
  .box { display: grid; gap: 9px; }
  .container { padding: 13px 14px; border: 1px solid #45484f; border-left: 4px solid; border-radius: 8px; background: #24262b; }
  p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  p img { width: 22px; height: 22px; margin-right: 2px; vertical-align: -5px; }
  p u { padding: 0 2px; border-radius: 3px; background: #3c4270; color: #dee0fc; text-decoration: none; }
  hr { width: 100%; margin: 0; border: 0; border-top: 1px solid #45484f; }
  .picture { display: block; width: 100%; border-radius: 8px; }
  .row { display: flex; flex-wrap: wrap; gap: 8px; }
  .row span { display: flex; align-items: center; gap: 6px; padding: 6px 13px; border-radius: 8px; background: #4a4d55; color: #fff; font-weight: bold; font-size: 13px; }
  .row .first { background: #4a56d6; }
  .row .off { opacity: .5; }
  .row .select { flex: 1; justify-content: space-between; border: 1px solid #55585f; background: #1e2024; color: #b9bcc4; font-weight: normal; }
  .row img { width: 18px; height: 18px; }
  footer { margin-top: 8px; color: #b0b3bb; font-size: 12px; }`;

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);
const source = ({ bytes, type }) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/* The page of a message of that world. */
export function page(world, message) {
  const emoji = (id) => (world.emojis.has(id) ? `<img alt="" src="${source(world.emojis.get(id))}">` : '');
  const file = (url) => world.files.get(/attachments\/(\d+)/.exec(url)[1]);
  const picture = (url) => `<img class="picture" alt="" src="${source(file(url))}">`;
  // Markdown, as far as Talon uses it: names, emoji, bold, escapes
  const said = (text) => {
    let bold = false;
    return text.replace(/<:\w+:(\d+)>|<@(\d+)>|\*\*|\\([^\w\s])|[^<*\\]+|./gsu, (all, sign, who, plain) => {
      if (sign) return emoji(sign);
      if (who) return `<u>@${escaped(world.user(who).username)}</u>`;
      if (all === '**') return (bold = !bold) ? '<b>' : '</b>';
      return escaped(plain ?? all);
    });
  };
  const parts = (list) => list.map(part).join('');
  const part = (c) => {
    switch (c.type) {
      case TYPE.CONTAINER: {
        const colour = `#${(c.accent_color ?? 0x45484f).toString(16).padStart(6, '0')}`;
        return `<div class="box container" style="border-left-color:${colour}">${parts(c.components)}</div>`;
      }
      case TYPE.TEXT: return `<p>${said(c.content)}</p>`;
      case TYPE.GALLERY: return c.items.map(({ media }) => picture(media.url)).join('');
      case TYPE.SEPARATOR: return '<hr>';
      case TYPE.ROW: return `<div class="row">${parts(c.components)}</div>`;
      case TYPE.BUTTON:
        return `<span class="${c.style === 1 ? 'first' : ''} ${c.disabled ? 'off' : ''}">${c.emoji?.id ? emoji(c.emoji.id) : escaped(c.emoji?.name ?? '')}${escaped(c.label ?? '')}</span>`;
      case TYPE.SELECT: return `<span class="select">${escaped(c.placeholder)}<b>⌄</b></span>`;
      default: throw new Error(`a component of type ${c.type} is not drawn yet`);
    }
  };
  const shown = new Set(JSON.stringify(message.components).match(/attachments\/\d+/g));
  const beside = message.attachments.filter(({ url }) => !shown.has(/attachments\/\d+/.exec(url)[0]));
  return `<!DOCTYPE html><meta charset="utf-8"><style>${STYLE}</style><article><header><b>Talon</b><i>APP</i></header><div class="box">` +
    `${message.content ? `<p>${said(message.content)}</p>` : ''}${beside.map(({ url }) => picture(url)).join('')}${parts(message.components)}</div>` +
    `${message.only ? '<footer>Only you can see this</footer>' : ''}</article>`;
}
