import { messageOf, runtimes } from "@deadheat/journal";
import { copyExists, makeCopy } from "@deadheat/addon";
import { discoverTargets } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { inspectRuntimes, runtimeVersions } from "../targets/tools.ts";
import type { Check } from "./check.ts";

const INSTALL = "run `npx -y pnpm@12.21.0 install` and read its first error";

/** The runtimes that are run, each one the pinned version. */
export async function checkRuntimes(): Promise<Check[]> {
  try {
    const pinned = runtimeVersions();
    const found = await inspectRuntimes();
    return runtimes.map((runtime) => {
      const { version, path } = found[runtime];
      const same = version === pinned[runtime];
      return {
        name: runtime,
        status: same ? "ok" : "fail",
        detail: same ? `${version} ${path}` : `${version} instead of ${pinned[runtime]} ${path}`,
        fix: same ? null : INSTALL,
      };
    });
  } catch (error) {
    return [{ name: "runtimes", status: "fail", detail: messageOf(error), fix: INSTALL }];
  }
}

/** The frameworks, each as its manifest says. */
export function checkPackages(): Check {
  try {
    const targets = discoverTargets(runtimeVersions()).filter((t) => t.unsupported === null);
    const missing = targets.filter((target) => target.version === null).map((t) => t.name);
    return missing.length === 0
      ? { name: "targets", status: "ok", detail: `${targets.length} are installed`, fix: null }
      : { name: "targets", status: "fail", detail: `missing: ${missing.join(", ")}`, fix: INSTALL };
  } catch (error) {
    return { name: "targets", status: "fail", detail: messageOf(error), fix: "mend that file" };
  }
}

/** How native addons are run on this host: each once, whoever uses it. */
export function checkAddons(fix: boolean): Check[] {
  try {
    const targets = discoverTargets(runtimeVersions()).filter(
      ({ manifest, runtime }) => manifest.addon && manifest.runtimes.includes(runtime),
    );
    const owners = Map.groupBy(targets, ({ manifest }) => manifest.addon?.package ?? "");
    return [...owners].flatMap(([owner, [target]]) => {
      if (!target || target.version === null) return [];
      if (fix && target.addon) makeCopy(target.addon);
      return [{ name: owner, ...checkAddon(target) }];
    });
  } catch (error) {
    return [{ name: "addons", status: "fail", detail: messageOf(error), fix: "mend that" }];
  }
}

function checkAddon({ addon, unsupported }: Target): Omit<Check, "name"> {
  if (addon === null) {
    const detail = `unsupported: ${unsupported}`;
    return {
      status: "warn",
      detail,
      fix: "use a host with glibc >= 2.38: Debian 13, Ubuntu 24.04",
    };
  }
  const { original, copy } = addon;
  if (copy === null) return { status: "ok", detail: `runs as installed: ${original}`, fix: null };
  if (copyExists(addon)) return { status: "ok", detail: `${copy.reason}: ${copy.path}`, fix: null };
  const later = "nothing: a run makes the copy; `pnpm bench doctor --fix` makes it now";
  return { status: "warn", detail: copy.reason, fix: later };
}
