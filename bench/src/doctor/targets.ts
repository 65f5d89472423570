import { messageOf, runtimes } from "@deadheat/journal";
import { copyExists, makeCopy } from "@deadheat/addon";
import { discoverTargets } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { inspectRuntimes, runtimeVersions } from "../targets/tools.ts";
import { fail, ok, warn, type Check } from "./check.ts";

const INSTALL = "run `npx -y pnpm@12.21.0 install` and read its first error";

/** Checks that each runtime starts in its pinned version. */
export async function checkRuntimes(): Promise<Check[]> {
  try {
    const pinned = runtimeVersions();
    const found = await inspectRuntimes();
    return runtimes.map((runtime) => {
      const { version, path } = found[runtime];
      if (version === pinned[runtime]) return ok(runtime, `${version} ${path}`);
      return fail(runtime, `${version} instead of ${pinned[runtime]} ${path}`, INSTALL);
    });
  } catch (error) {
    return [fail("runtimes", messageOf(error), INSTALL)];
  }
}

/** Checks that the frameworks in the manifests are installed. */
export function checkPackages(): Check {
  try {
    const targets = discoverTargets(runtimeVersions()).filter((t) => t.unsupported === null);
    const missing = targets.filter((target) => target.version === null).map((t) => t.name);
    if (missing.length > 0) return fail("targets", `missing: ${missing.join(", ")}`, INSTALL);
    return ok("targets", `${targets.length} are installed`);
  } catch (error) {
    return fail("targets", messageOf(error), "correct that file");
  }
}

/** Checks how each native addon runs on this host. Several targets may use one addon. */
export function checkAddons(fix: boolean): Check[] {
  try {
    const targets = discoverTargets(runtimeVersions()).filter(
      ({ manifest, runtime }) => manifest.addon && manifest.runtimes.includes(runtime),
    );
    const owners = Map.groupBy(targets, ({ manifest }) => manifest.addon?.package ?? "");
    return [...owners].flatMap(([owner, [target]]) => {
      if (!target || target.version === null) return [];
      if (fix && target.addon) makeCopy(target.addon);
      return [checkAddon(owner, target)];
    });
  } catch (error) {
    return [fail("addons", messageOf(error), "correct the cause above")];
  }
}

function checkAddon(owner: string, { addon, unsupported }: Target): Check {
  if (addon === null) {
    const fix = "use a host with glibc >= 2.38: Debian 13, Ubuntu 24.04";
    return warn(owner, `unsupported: ${unsupported}`, fix);
  }
  const { original, copy } = addon;
  if (copy === null) return ok(owner, `runs as installed: ${original}`);
  if (copyExists(addon)) return ok(owner, `${copy.reason}: ${copy.path}`);
  const fix = "nothing: a run makes the copy; `pnpm bench doctor --fix` makes it now";
  return warn(owner, copy.reason, fix);
}
