import { runtimeFacts, runtimes } from "@deadheat/journal";
import { copyExists } from "@deadheat/addon";
import { findOha, OHA_VERSION } from "@deadheat/oha";
import { pnpmVersion, START_WITH_PNPM } from "../cache/pnpm.ts";
import { discoverTargets } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { inspectRuntime, NOT_INSTALLED, runtimeVersions } from "../targets/tools.ts";
import { failed as fail, passed as ok, tried, warned as warn, type Check } from "deadheat/parts";

const INSTALL = "run `npx -y pnpm@12.21.0 install` and read its first error";

/** Checks the runtimes, the frameworks, the native addons, oha and pnpm. */
export async function checkInstallation(signal: AbortSignal): Promise<Check[]> {
  return [
    ...(await tried("runtimes", INSTALL, checkRuntimes)),
    ...(await tried("targets", "correct that file", checkPackages)),
    ...(await tried("addons", "correct the cause above", checkAddons)),
    ...(await tried("oha", "unset or correct OHA_BIN", () => checkOha(signal))),
    checkPnpm(),
  ];
}

async function checkRuntimes(): Promise<Check[]> {
  const pinned = runtimeVersions();
  const checks = runtimes.map(async (runtime) => {
    const { isOptional } = runtimeFacts[runtime];
    if (isOptional && pinned[runtime] === NOT_INSTALLED) {
      return warn(runtime, NOT_INSTALLED, "nothing, unless you measure its targets");
    }
    const { version, path } = await inspectRuntime(runtime);
    // A program may print its version without the last number.
    if (`${pinned[runtime]}.`.startsWith(`${version}.`)) return ok(runtime, `${version} ${path}`);
    return fail(runtime, `${version} instead of ${pinned[runtime]} ${path}`, INSTALL);
  });
  return Promise.all(checks);
}

function checkPackages(): Check {
  const targets = discoverTargets(runtimeVersions()).filter((t) => t.unsupported === null);
  const missing = targets.filter((target) => target.version === null).map((t) => t.name);
  if (missing.length > 0) return fail("targets", `missing: ${missing.join(", ")}`, INSTALL);
  return ok("targets", `${targets.length} are installed`);
}

/** Checks how each native addon runs on this host. Several targets may use one addon. */
function checkAddons(): Check[] {
  const targets = discoverTargets(runtimeVersions()).filter(
    ({ manifest, runtime }) => manifest.addon && manifest.runtimes.includes(runtime),
  );
  const owners = Map.groupBy(targets, ({ manifest }) => manifest.addon?.package ?? "");
  return [...owners].flatMap(([owner, [target]]) => {
    return !target || target.version === null ? [] : [checkAddon(owner, target)];
  });
}

function checkAddon(owner: string, { addon, unsupported }: Target): Check {
  if (addon === null) {
    const fix = "use a host with glibc >= 2.38: Debian 13, Ubuntu 24.04";
    return warn(owner, `unsupported: ${unsupported}`, fix);
  }
  const { original, copy } = addon;
  if (copy === null) return ok(owner, `runs as installed: ${original}`);
  if (copyExists(addon)) return ok(owner, `${copy.reason}: ${copy.path}`);
  return warn(owner, copy.reason, "nothing: a run makes the copy");
}

async function checkOha(signal: AbortSignal): Promise<Check> {
  const { oha, attempts } = await findOha({ signal });
  if (oha) {
    const hash = oha.sha256.slice(0, 12);
    return ok("oha", `${oha.version} ${oha.path} (${oha.source}, sha256 ${hash})`);
  }
  const fix =
    "nothing, if cargo with Rust >= 1.88 is installed (about 6 minutes, once); " +
    `or install oha ${OHA_VERSION} and set OHA_BIN`;
  return warn("oha", ["not found; a run installs it", ...attempts].join("; "), fix);
}

function checkPnpm(): Check {
  const version = pnpmVersion();
  return version === null ? fail("pnpm", "not on PATH", START_WITH_PNPM) : ok("pnpm", version);
}
