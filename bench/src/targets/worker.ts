import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { hey } from "@deadheat/handlers";
import { runtimeFacts, UsageError } from "@deadheat/journal";
import type { Entrant } from "@deadheat/measure";
import type { Target } from "./manifest.ts";
import { runtimeBinary } from "./tools.ts";

type Worker = Pick<Target, "directory" | "entry" | "runtime">;

/** The apps that this process has bundled. An app's code does not change while it is measured. */
const bundled = new Set<string>();

/**
 * Returns the start of an app on a runtime that listens itself: the app's script in one module, beside a config. The server
 * prints nothing. It is ready when it listens on the given port and answers.
 */
export function workerEntrant(
  target: Worker,
): Required<Pick<Entrant, "command" | "asks" | "prepare">> {
  const { run } = runtimeFacts[target.runtime];
  if (run.kind !== "worker") throw new UsageError(`${target.runtime} runs files, not workers`);
  const folder = join(target.directory, ".deadheat", target.runtime);
  const config = join(folder, "config");
  return {
    command: [runtimeBinary(target.runtime), ...run.words(config)],
    asks: { request: { method: "GET", path: hey.pattern, headers: {}, body: null } },
    prepare: async () => {
      if (bundled.has(folder)) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, MODULE), await bundle(target));
      writeFileSync(config, run.config(MODULE));
      bundled.add(folder);
    },
  };
}

const MODULE = "worker.mjs";
const ADAPTER = "@deadheat/adapter";

/** Bundles an app's script. The adapter of the runtime exports what the script passes to `listen`. */
async function bundle({ directory, entry, runtime }: Worker): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import "./${entry}"; export { default } from "${ADAPTER}";`,
      resolveDir: directory,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    conditions: [...runtimeFacts[runtime].conditions],
    target: "es2024",
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
