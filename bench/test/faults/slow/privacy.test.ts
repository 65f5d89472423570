import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../../src/targets/project.ts";
import { createApps, serverThat } from "../../broken-apps.ts";
import { start } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";

const secret = "tok_3f9a0c77deadbeef";

test("an app that prints what it knows of the machine: nothing of it is in the results", async (t) => {
  const home = join(temporaryFolder(t), "home", "annabel");
  const tell = `[...Object.values(process.env), process.cwd(), "10.11.12.13", "fe80::1ff:fe23:4567:890a",
    import.meta.filename, ${JSON.stringify(os.hostname())}].join(" ")`;
  createApps({
    "zz-tells": { source: `console.error(${tell}); process.exit(1);` },
    "zz-header": { source: serverThat(`res.setHeader("x-tells", ${tell});`) },
    "zz-line": { source: `console.log(${tell}); setInterval(() => {}, 1000);` },
  });
  const out = join(home, "results", "run");
  const running = start(
    ["--targets", "zz-tells,zz-header,zz-line", "--rounds", "3", "--warmup", "500"].concat([
      "--window",
      "0.8s",
      "--out",
      out,
    ]),
    // oha is found in the real cache, because only the home directory differs.
    {
      HOME: home,
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(os.homedir(), ".cache"),
      XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? join(os.homedir(), ".local/state"),
      TOKEN: secret,
    },
  );
  const { code, stderr } = await running.finished;
  assert.equal(code, 1, stderr);
  const files = ["result.json", "report.md", "plan.json"].map((name) => join(out, name));
  for (const name of readdirSync(join(out, "journal"))) files.push(join(out, "journal", name));
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const [what, word] of [
      ["the home directory", home],
      ["the repository's path", root],
      ["an environment variable", secret],
      ["an address", "10.11.12.13"],
      ["an IPv6 address", "fe80::1ff"],
      ["the machine's name", os.hostname()],
      ["PATH", process.env.PATH ?? ""],
    ] as const) {
      if (word.length >= 3 && word !== "localhost")
        assert.ok(!text.includes(word), `${what} in ${file}`);
    }
  }
  const result = readFileSync(join(out, "result.json"), "utf8");
  assert.match(result, /its last words:[^"]*~ /);
  assert.match(result, /<address>/);
});
