import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { messageOf, wholeEnvironment, EnvironmentError, Interrupted } from "@deadheat/journal";
import type { Io } from "deadheat/cli";
import { digest } from "../cells/sources.ts";
import { runtimeBinary } from "../targets/tools.ts";
import { pagesDirectory } from "./contract.ts";
import type { PageTarget } from "./manifest.ts";

/** The facts about a build: a hash of the files that it was made from, and the time it took. */
interface Built {
  readonly of: string;
  readonly buildSeconds: number | null;
}

const WITHIN_MINUTES = 15;

/**
 * Installs and builds the target's folder in apps/ssr, unless that was done with the same sources and the same lockfile.
 * @returns the seconds that the build took; null if there is nothing to build
 * @throws EnvironmentError if the install or the build fails; Interrupted
 */
export async function installPages(target: PageTarget, io: Io): Promise<number | null> {
  const { directory, framework, manifest } = target;
  const file = join(directory, ".deadheat", "built.json");
  const of = contentOf(target);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Built) : null;
  const output = manifest.built === undefined ? null : join(directory, manifest.built);
  if (known?.of === of && (output === null || existsSync(output))) return known.buildSeconds;
  rmSync(file, { force: true });
  io.note(`${framework}: installing its packages`);
  const name = `@deadheat/ssr-${framework}`;
  await pnpm(["install", "--frozen-lockfile", "--filter", `${name}...`], pagesDirectory, io);
  let buildSeconds: number | null = null;
  if (output !== null) {
    rmSync(output, { force: true });
    io.note(`${framework}: building it for production`);
    const from = performance.now();
    await pnpm(["run", "build"], directory, io);
    buildSeconds = (performance.now() - from) / 1000;
    if (!existsSync(output))
      throw new EnvironmentError(`${framework}: its build left no ${output}`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ of, buildSeconds } satisfies Built));
  return buildSeconds;
}

/** Returns a digest of everything that a build is made from: all sources of apps/ssr that it may use, and the lockfile. */
export function contentOf({ directory }: Pick<PageTarget, "directory">): string {
  const shared = ["shop", "react-pages", "vue", "svelte", "solid", "pnpm-lock.yaml"];
  return digest([directory, ...shared.map((name) => join(pagesDirectory, name))]);
}

/** Runs pnpm, with the pinned Node first on PATH. The build tools send no telemetry. */
async function pnpm(words: readonly string[], cwd: string, { signal }: Io): Promise<void> {
  const own = process.env.npm_execpath;
  const [program, ...args] =
    own && /pnpm/.test(own) && !/\.[cm]?js$/.test(own) ? [own] : ["npx", "-y", "pnpm@12.21.0"];
  const env = {
    ...wholeEnvironment(),
    PATH: [dirname(runtimeBinary("node")), process.env.PATH].join(delimiter),
    NEXT_TELEMETRY_DISABLED: "1",
    NUXT_TELEMETRY_DISABLED: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
    CI: "1",
  };
  const timeout = 60_000 * WITHIN_MINUTES;
  const options = { cwd, env, signal, timeout, maxBuffer: 2 ** 26 };
  try {
    await promisify(execFile)(program as string, [...args, ...words], options);
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    const last = `${stdout}${stderr}`.trim().slice(-2000) || messageOf(error);
    throw new EnvironmentError(`pnpm ${words.join(" ")} in ${cwd} failed: ${last}`);
  }
}
