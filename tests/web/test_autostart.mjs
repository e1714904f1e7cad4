/* A table that deals by itself (!set channel autostart), on a real IRC server and in real browsers: its page says when,
 * counts down, and shows the cards. */
import test from "node:test";
import assert from "node:assert/strict";

import { browsers } from "./browser.mjs";
import { ngircd, wiredDaemon } from "./daemon.mjs";
import { link, own, sit } from "./sitting.mjs";

const options = { skip: ngircd === undefined && "no ngircd is here" };

for (const launch of Object.values(browsers)) {
  test(`${launch.name}: a table deals by itself`, options, async () => {
    const { people: { alice, bob }, close } = await wiredDaemon("alice", "bob"); // who comes first is operator
    const browser = await launch();
    try {
      alice.say("!set channel autostart 8");
      await alice.hear(/the first round is dealt 8 s after the last one sat down/);
      alice.say("!uno");
      await bob.hear(/!start deals\. The round starts 8 s after the last one sat down\./);
      const tab = await browser.tab("light");
      await tab.size(390, 844);
      await sit(tab, own(await link(alice), "en"));
      await tab.until(() => document.querySelector(".question").textContent.includes("The round starts 8 s after the last one sat down."));
      assert.equal(await tab.text(".bar .clock"), "");
      bob.say("!join");
      await bob.hear(/ob takes a seat\. The round starts in 8 s\./);
      await tab.until(() => /0:0[1-8]/.test(document.querySelector(".bar .clock").textContent));
      if (process.env.TALON_SHOT) await tab.shot(`${process.env.TALON_SHOT}-${launch.name}.png`);
      await bob.hear(/deals 7 cards each/);
      await tab.until(() => document.querySelector("#seat").dataset.turn !== "" && document.querySelectorAll("[data-hand] [data-card]").length >= 7);
      assert.deepEqual(tab.errors, []);
    } finally {
      await browser.close();
      await close();
    }
  });
}
