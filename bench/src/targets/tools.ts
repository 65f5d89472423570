import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join, dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import {
  attempt,
  eachRuntime,
  runtimeFacts,
  runtimesIn,
  UsageError,
  type Runtime,
} from "@deadheat/journal";
import { thisHost } from "@deadheat/measure";
import { root } from "./project.ts";

const run = promisify(execFile);

interface Tool {
  readonly path: string;
  readonly version: string;
  readonly sha256: string;
}

/** Returns the folder of a runtime's npm package. @throws if it is not installed */
function packageOf(runtime: Runtime): string {
  const require = createRequire(join(root, "package.json"));
  return dirname(require.resolve(`${runtimeFacts[runtime].program.package}/package.json`));
}

function programOf(runtime: Runtime): string {
  const { path, platform } = runtimeFacts[runtime].program;
  const folder = packageOf(runtime);
  if (path !== null) return join(folder, path);
  const { glibc, ...host } = thisHost();
  const own = platform({ ...host, libc: glibc === null ? null : "glibc", lacksAvx2: false });
  if (own === null) throw new Error(`npm has no ${runtime} for this machine`);
  const manifest = createRequire(join(folder, "package.json")).resolve(`${own.name}/package.json`);
  return join(dirname(manifest), own.program);
}

/**
 * Returns the path of a runtime's real binary, in the version that the lockfile pins.
 * @throws UsageError if the runtime is not installed
 */
export function runtimeBinary(runtime: Runtime): string {
  try {
    return realpathSync(programOf(runtime));
  } catch {
    throw new UsageError(
      `${runtime} is not installed. Run \`npx -y pnpm@12.21.0 install\` and read its first error`,
    );
  }
}

export const NOT_INSTALLED = "not installed";

/** Returns the versions that the lockfile pins. Starts no program. */
export function runtimeVersions(): Record<Runtime, string> {
  const version = (runtime: Runtime) =>
    attempt(() => (programOf(runtime), readVersion(packageOf(runtime)))) ?? NOT_INSTALLED;
  return eachRuntime(version);
}

/** Returns the version in a package's folder. @throws if its package.json cannot be read or has no version */
export function readVersion(folder: string): string {
  const file = join(folder, "package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version?: unknown };
  if (typeof version === "string") return version;
  throw new Error(`${file} has no version`);
}

/** Inspects the runtimes that are always measured, and those of targets that are supported here. */
export async function inspectRuntimes(
  targets: readonly { readonly runtime: Runtime; readonly unsupported: string | null }[],
): Promise<Readonly<Partial<Record<Runtime, Tool>>>> {
  const used = targets.filter(({ unsupported }) => unsupported === null);
  const names = runtimesIn(used.map(({ runtime }) => runtime));
  const inspected = names.map(async (name) => [name, await inspectRuntime(name)] as const);
  return Object.fromEntries(await Promise.all(inspected)) as Partial<Record<Runtime, Tool>>;
}

export async function inspectRuntime(runtime: Runtime): Promise<Tool> {
  const path = runtimeBinary(runtime);
  const [{ stdout }, sha256] = await Promise.all([run(path, ["--version"]), sha256Of(path)]);
  const version = runtimeFacts[runtime].program.version(stdout);
  if (version === null) {
    throw new UsageError(
      `${path} --version printed ${JSON.stringify(stdout)}, which is not a version of ${runtime}`,
    );
  }
  return { path, version, sha256 };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest("hex");
}
