import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { storeNamed } from "@deadheat/handlers";
import type { Runtime } from "@deadheat/journal";
import { root } from "../targets/project.ts";
import { runtimeBinary } from "../targets/tools.ts";

const run = promisify(execFile);

const VERSION = "SELECT sqlite_version() AS v";

/** How each client is asked for the SQLite in it; one that brings its own has the same everywhere. */
const questions: Readonly<Record<string, string>> = {
  "better-sqlite3": `import Database from "better-sqlite3";
    console.log(new Database(":memory:").prepare("${VERSION}").get().v);`,
  "node-sqlite": `import { DatabaseSync } from "node:sqlite";
    console.log(new DatabaseSync(":memory:").prepare("${VERSION}").get().v);`,
  "bun-sqlite": `import { Database } from "bun:sqlite";
    console.log(new Database(":memory:").query("${VERSION}").get().v);`,
};

const evaluate: Readonly<Record<Runtime, readonly string[]>> = {
  node: ["--input-type=module", "--eval"],
  bun: ["--eval"],
  deno: ["eval", "--quiet"],
};

/** The versions of SQLite behind these stores, such as `node-sqlite on bun`: they differ by runtime. */
export async function sqliteVersions(stores: readonly string[]): Promise<Record<string, string>> {
  const asked = stores.flatMap((store) => {
    const code = questions[store];
    const runtimes = store === "better-sqlite3" ? (["node"] as const) : storeNamed(store).runtimes;
    return code === undefined ? [] : runtimes.map((runtime) => ({ store, runtime, code }));
  });
  const versions = await Promise.all(
    asked.map(async ({ store, runtime, code }) => {
      const name = store === "better-sqlite3" ? store : `${store} on ${runtime}`;
      return [name, await ask(runtime, code)] as const;
    }),
  );
  return Object.fromEntries(versions);
}

async function ask(runtime: Runtime, code: string): Promise<string> {
  try {
    const args = [...evaluate[runtime], code];
    const cwd = join(root, "packages", "stores");
    const { stdout } = await run(runtimeBinary(runtime), args, { cwd, timeout: 10_000 });
    return stdout.trim();
  } catch {
    return "unknown";
  }
}
