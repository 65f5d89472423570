import { test } from "node:test";
import { assertFaultless, screens } from "../../../bench/test/opened.ts";
import { kinds, open } from "../served.ts";

for (const screen of screens) {
  test(`no kind of page has a fault, ${screen.viewport.width} pixels, ${screen.colorScheme}`, async (t) => {
    for (const path of kinds) await assertFaultless(await open(t, path, screen));
  });
}
