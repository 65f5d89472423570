import { after, before, type TestContext } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { openPage } from "../../bench/test/opened.ts";
import { serveFolder } from "../src/serve-folder.ts";
import { builtSite, kindsOf } from "./built.ts";

// The site, built and served until the file of tests ends.

const { out } = builtSite();
/** The address of one page of each kind. */
export const kinds = kindsOf(out);
export let served: Awaited<ReturnType<typeof serveFolder>>;

before(async () => {
  served = await serveFolder(out);
});
after(() => served?.close());

/** Opens a page, which may send requests to its own host alone. */
export function open(t: TestContext, path: string, options: BrowserContextOptions = {}) {
  return openPage(t, new URL(path.slice(1), served.url).href, options, served.url);
}
