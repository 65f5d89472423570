import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { root } from "../src/targets/project.ts";

export interface BrokenApp {
  /** The source of src/main.ts. */
  readonly source: string;
  readonly package?: string;
  readonly runtime?: "node" | "bun" | "deno";
}

/** A folder on the disk of apps/, from which an app moves there at once: other tests never see half of one. */
let beside: string | undefined;
const created: string[] = [];
after(() => {
  if (beside === undefined) return;
  for (const name of created) renameSync(join(root, "apps", name), join(beside, name));
  rmSync(beside, { recursive: true });
});

/** Creates apps of the workspace, which exist until the test file ends. Their names are those of no other test. */
export function createApps(apps: Readonly<Record<string, BrokenApp>>): void {
  for (const [name, app] of Object.entries(apps)) create(name, app);
}

function create(name: string, { source, package: npm = undefined, runtime = "node" }: BrokenApp) {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  beside ??= mkdtempSync(join(cache, "apps-"));
  const folder = join(beside, name);
  mkdirSync(join(folder, "src"), { recursive: true });
  const manifest = {
    framework: name,
    package: npm ?? null,
    homepage: "https://example.org",
    runtimes: [runtime],
    scenarios: "all",
  };
  const scripts = { [`measure:${runtime}`]: `node ../../bench/deadheat.mjs measure ${runtime}` };
  writeFileSync(join(folder, "target.json"), JSON.stringify(manifest));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: `@deadheat/app-${name}`, private: true, type: "module", scripts }),
  );
  writeFileSync(join(folder, "src", "main.ts"), source);
  const place = join(root, "apps", name);
  // A test that was killed leaves its apps.
  rmSync(place, { recursive: true, force: true });
  renameSync(folder, place);
  created.push(name);
}

/**
 * Returns the source of a server on node:http that answers every route correctly through the workspace's app. `before` runs
 * first and may use `req`, `res` and `count`, the number of the request.
 */
export function serverThat(before: string): string {
  return `
    import { createServer } from "node:http";
    import { app } from "../../node-http/src/app.ts";
    let count = 0;
    const server = createServer((req, res) => {
      count++;
      ${before}
      app.handler(req, res);
    });
    server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ deadheat: "ready",
      port: server.address().port, pid: process.pid, runtime: "node", version: "1" })));
    process.on("SIGTERM", () => process.exit(0));`;
}

const burn = "const until = performance.now() + 0.1; while (performance.now() < until);";

/** The source of a server that is slow at every second start, so that nothing can be decided. */
export const flipping = `
  import { existsSync, rmSync, writeFileSync } from "node:fs";
  const flag = new URL("./slow", import.meta.url);
  const slow = existsSync(flag);
  if (slow) rmSync(flag);
  else writeFileSync(flag, "");
  ${serverThat(`if (slow) { ${burn} }`)}`;
