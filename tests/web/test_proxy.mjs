/* The daemon behind nginx with the example configuration: pages, and a seat that is played through its WebSocket. */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { ngircd, proxiedDaemon } from "./daemon.mjs";
import { nginx } from "./proxy.mjs";
import { byMouse } from "./at_table.mjs";
import { link, play, sit } from "./sitting.mjs";

const options = { skip: (ngircd === undefined && "no ngircd is here") || (nginx === undefined && "no nginx is here") };

test("a seat is played behind nginx", options, async () => {
  const face = await proxiedDaemon("alice", "bob");
  const browser = await browsers.chromium();
  try {
    const { alice, bob } = face.people;
    alice.say("!uno classic");
    await bob.hear(/opens a table/);
    const tab = await browser.tab("light");
    await sit(tab, await link(alice));
    alice.say("!bots 1");
    await tab.until(() => document.querySelectorAll("#seat .seats > li").length === 1);
    await tab.click(".question [data-do=start]");
    await tab.until(() => document.querySelectorAll("[data-hand] [data-card]").length > 0);
    await play([{ tab, press: byMouse }], 5);
    assert.equal(await tab.text("#seat .gone"), "");
    assert.deepEqual(tab.errors, []);
  } finally {
    await browser.close();
    await face.close();
  }
});
