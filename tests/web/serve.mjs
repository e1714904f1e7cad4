/* serve.mjs: the site without a daemon, for tests of what pages do by themselves: the files of the site, two pages with
 * its scripts, and the records of tests/fair. It sends the daemon's headers. */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const tree = fileURLToPath(new URL("../..", import.meta.url));
const TYPES = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", svg: "image/svg+xml",
                wasm: "application/wasm", json: "application/json", txt: "text/plain; charset=utf-8", png: "image/png", webmanifest: "application/manifest+json" };
export const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
  "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " +
  "require-trusted-types-for 'script'; trusted-types talon; frame-ancestors 'none'";

const page = (language, title, script, root, whole = `<h1>${title}</h1>${root}`, style = "") => `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8">
<title>${title} · Talon</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/site/icon.svg"><link rel="stylesheet" href="/site/style.css">${style}<script type="module" src="/site/${script}"></script></head>
<body><header class="top"><a class="brand" href="/">Talon</a></header><main id="main">${whole}</main></body></html>`;

/* The file as the build serves it, without comments. */
const siteFile = (file) => {
  const path = `${tree}/adapters/web/site/${file}`;
  return file.endsWith(".svg") ? readFile(path) : execFileSync("awk", ["-f", `${tree}/adapters/web/strip.awk`, path]);
};

/* `made`: the folder with the files that the build makes for the site. `presets`: those of an operator, as JSON. `lacks`:
 * paths that are not found while they are in this set. Resolves to {url, close, away}. away(true) stops the server until
 * away(false). */
export async function serve(made, presets = "{}", lacks = new Set()) {
  const answers = [
    [/^\/play$/, (_, language) => page(language, "Play now", "play.js", "", `<div id="play" data-presets='${presets}'><h1>Play now</h1><p class="lead">A table in this page.</p></div>`,
                                  "<link rel=\"stylesheet\" href=\"/site/play.css\">")],
    [/^\/rounds\/([a-z]+)$/, ([, id], language) =>
      page(language, "Round", "replay.js", `<div id="replay" data-record="/api/1/rounds/${id}"></div>`)],
    [/^\/api\/1\/rounds\/([a-z]+)$/, async ([, id]) =>
      JSON.stringify({ proof: { lines: await readFile(`${tree}/tests/fair/recordings/${id}.txt`, "utf8") } })],
    [/^\/(talon-sw\.js|talon(?:-files)?\.webmanifest|talon-[0-9]+\.png)$/, ([, file]) => readFile(`${tree}/adapters/web/site/root/${file}`)],
    [/^\/site\/([a-z_]+\.(?:js|css|svg))$/, ([, file]) => siteFile(file)],
    [/^\/site\/([a-z0-9-]+\.(?:wasm|json|svg))$/, ([, file]) => readFile(`${made}/${file}`)],
  ];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://here");
    const [pattern, make] = answers.find(([one]) => one.test(pathname) && !lacks.has(pathname)) ?? [];
    try {
      const body = await make(pattern.exec(pathname), searchParams.get("lang") ?? "en");
      response.writeHead(200, { "Content-Type": TYPES[/\.([a-z]+)$/.exec(pathname)?.[1]] ?? "text/html; charset=utf-8",
                                "Content-Security-Policy": POLICY,
                                "Cache-Control": pathname.startsWith("/site/") ? "max-age=31536000, immutable" : "no-cache" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const listen = (port) => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address();
  const away = (is) => is ? new Promise((resolve) => server.close(resolve) && server.closeAllConnections()) : listen(port);
  return { url: `http://127.0.0.1:${port}`, close: () => server.close(), away };
}
