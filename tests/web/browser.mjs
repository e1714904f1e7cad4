/* browser.mjs: drives Chromium by playwright-core and Firefox by puppeteer-core over BiDi, because each driver knows
 * only one of Debian's two browsers. Tab has the few functions that tests use. TALON_WEB is the folder with the
 * drivers. */
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const require = createRequire(`${process.env.TALON_WEB}/package.json`);
export const CHROMIUM = process.env.TALON_CHROMIUM ?? "/usr/bin/chromium";
export const FIREFOX = process.env.TALON_FIREFOX ?? "/usr/bin/firefox-esr";
const PATIENCE = 120000; // milliseconds, for what surely comes: a machine may be busy

/* One tab. `errors` has what the page throws or writes to the console as an error. */
class Tab {
  constructor(page, close) {
    this.page = page;
    this.errors = [];
    this.close = close;
    page.on("pageerror", (error) => this.fails(error.message));
    page.on("console", (line) => line.type() === "error" && this.fails(line.text()));
  }
  fails(words) {
    this.errors.push(words);
  }
  open(url) {
    return this.page.goto(url);
  }
  evaluate(what, argument) {
    return this.page.evaluate(what, argument);
  }
  /* Waits until a function is true in the page. It asks again and again from here: the drivers' own functions make
   * script out of text in the page, which the page's policy forbids. */
  async until(what, argument) {
    for (const end = Date.now() + PATIENCE; !(await this.evaluate(what, argument)); await setTimeout(10))
      if (Date.now() > end) throw new Error(`never came true: ${what}; ${await this.evaluate(() => document.body.innerText)}`);
  }
  /* Brings this tab to the front. Only the front tab is drawn and gets keys. */
  front() {
    return this.page.bringToFront();
  }
  press(key) {
    return this.page.keyboard.press(key);
  }
  async pressShift(key) {
    await this.page.keyboard.down("Shift");
    await this.page.keyboard.press(key);
    await this.page.keyboard.up("Shift");
  }
  type(text) {
    return this.page.keyboard.type(text);
  }
  click(selector) {
    return this.page.click(selector);
  }
  shot(path) {
    return this.page.screenshot({ path, fullPage: true });
  }
  async text(selector) {
    return this.page.$eval(selector, (found) => found.textContent);
  }
  async attribute(selector, name) {
    return this.page.$eval(selector, (found, asked) => found.getAttribute(asked), name);
  }
  /* Returns what axe finds wrong: [{id, nodes}]. */
  async faults() {
    const loaded = await this.evaluate(() => "axe" in window);
    if (!loaded) await this.evaluate(await readFile(require.resolve("axe-core/axe.min.js"), "utf8"));
    const found = await this.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`) }));
  }
}

class ChromiumTab extends Tab {
  offline(is) {
    return this.page.context().setOffline(is);
  }
  size(width, height) {
    return this.page.setViewportSize({ width, height });
  }
  scheme(colorScheme) {
    return this.page.emulateMedia({ colorScheme });
  }
  print(colorScheme) {
    return this.page.emulateMedia({ media: "print", colorScheme });
  }
  choose(selector, value) {
    return this.page.selectOption(selector, value);
  }
}

class FirefoxTab extends Tab {
  /* Firefox reports an error of the service worker if a page is left before its files have arrived. It is no fault. */
  fails(words) {
    if (!/A ServiceWorker intercepted the request and encountered an unexpected error/.test(words)) super.fails(words);
  }
  size(width, height) {
    return this.page.setViewport({ width, height });
  }
  choose(selector, value) {
    return this.page.select(selector, value);
  }
}

async function chromium() {
  const { chromium: driver } = require("playwright-core");
  const browser = await driver.launch({ executablePath: CHROMIUM, timeout: PATIENCE, args: ["--no-sandbox", "--disable-gpu",
    "--disable-dev-shm-usage", "--disable-background-networking"] });
  const tab = async (scheme, reducedMotion = "reduce") => {
    const context = await browser.newContext({ hasTouch: true, reducedMotion, colorScheme: scheme, viewport: { width: 1100, height: 800 } });
    context.setDefaultTimeout(PATIENCE);
    return new ChromiumTab(await context.newPage(), () => context.close());
  };
  return { name: "chromium", tab, version: () => browser.version(), close: () => browser.close() };
}

async function firefox(scheme = "light") {
  const { default: driver } = await import(require.resolve("puppeteer-core"));
  const browser = await driver.launch({ browser: "firefox", executablePath: FIREFOX, headless: true, protocolTimeout: 2 * PATIENCE, timeout: PATIENCE,
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1, "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
                         "app.update.disabledForTesting": true } });
  const tab = async () => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.setViewport({ width: 1100, height: 800 });
    return new FirefoxTab(page, () => context.close());
  };
  return { name: "firefox", tab, close: () => browser.close() };
}

export const browsers = { chromium, firefox };
