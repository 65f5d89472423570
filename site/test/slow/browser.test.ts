import { after, before, test } from "node:test";
import { assertFaultless, openPage, screens } from "../../../bench/test/opened.ts";
import { serveFolder } from "../../src/serve-folder.ts";
import { builtSite, kindsOf } from "../built.ts";

const site = builtSite();
let served: Awaited<ReturnType<typeof serveFolder>>;
before(async () => {
  served = await serveFolder(site.out);
});
after(async () => {
  await served?.close();
  site.remove();
});

for (const screen of screens) {
  test(`no kind of page has a fault, ${screen.viewport.width} pixels, ${screen.colorScheme}`, async (t) => {
    for (const path of kindsOf(site.out)) {
      const url = new URL(path.slice(1), served.url).href;
      await assertFaultless(await openPage(t, url, screen, served.url));
    }
  });
}
