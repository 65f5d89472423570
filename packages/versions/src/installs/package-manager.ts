import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import semver from "semver";
import * as v from "valibot";
import { exactVersion } from "./exact.ts";
import { thisMachine, type Machine } from "./machine.ts";
import type { InstallOptions } from "./options.ts";
import { installOne } from "./packages.ts";
import { installRuntime } from "./runtime.ts";

export interface Program {
  /** The words that start it, in front of its arguments. */
  readonly words: readonly string[];
  /** A folder for PATH that has the package manager under its own name; null if PATH has it already. */
  readonly folder: string | null;
  readonly version: string;
}

/** Names of the npm packages. `berry` is Yarn 2 and later. */
const PACKAGES = { pnpm: "pnpm", yarn: "yarn", berry: "@yarnpkg/cli-dist" } as const;

/**
 * Installs a package manager from npm.
 * @param version exact, or a range of which the newest version is taken
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function installPackageManager(
  manager: "bun" | keyof typeof PACKAGES,
  version: string,
  options: InstallOptions,
): Promise<Program> {
  if (manager === "bun") {
    const { path, version: exact } = await installRuntime("bun", version, options);
    return { words: [path], folder: dirname(path), version: exact };
  }
  const name = PACKAGES[manager];
  const exact = await exactVersion(name, version, options);
  if (manager === "pnpm" && semver.major(exact) >= 12) {
    const folder = await installOne("packages", nativePnpm(thisMachine()), exact, options);
    const exe = process.platform === "win32" ? ".exe" : "";
    return { words: [join(folder, `pnpm${exe}`)], folder, version: exact };
  }
  const folder = await installOne("packages", name, exact, options);
  const { bin, engines } = manifestIn(folder);
  const node = await nodeFor(`${name} ${exact}`, engines.node, options);
  const program = join(folder, bin[manager === "pnpm" ? "pnpm" : "yarn"] ?? "");
  // Below node_modules, a name may have a scope in front of it.
  const modules = name.startsWith("@") ? join(folder, "../..") : dirname(folder);
  return { words: [node, program], folder: join(modules, ".bin"), version: exact };
}

/** The package that holds the binary of pnpm 12 and later. The package `pnpm` would fetch it by an install script. */
export function nativePnpm({ platform, arch, libc }: Machine): string {
  return `@pnpm/exe.${platform}-${arch}${libc === "musl" ? "-musl" : ""}`;
}

const manifestSchema = v.object({
  bin: v.record(v.string(), v.string()),
  engines: v.optional(v.object({ node: v.optional(v.string(), "*") }), {}),
});

function manifestIn(folder: string): v.InferOutput<typeof manifestSchema> {
  return v.parse(manifestSchema, JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

/** Returns this Node if the package manager runs on it, otherwise one from npm. */
async function nodeFor(what: string, range: string, options: InstallOptions): Promise<string> {
  if (semver.satisfies(process.versions.node, range)) return process.execPath;
  options.note(`${what} needs Node ${range}: npm's node is taken`);
  return (await installRuntime("node", range, options)).path;
}
