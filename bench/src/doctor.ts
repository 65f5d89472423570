import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import { findOha, OHA_VERSION } from "@deadheat/oha";
import { messageOf, runtimes } from "@deadheat/journal";
import type { Io } from "deadheat/cli";
import { describeMachine, freeBytes, openFileLimit, currentHolder } from "@deadheat/measure";
import { type Target } from "./targets/manifest.ts";
import { discoverTargets } from "./targets/discover.ts";
import { copyExists, makeCopy } from "@deadheat/addon";
import { root } from "./targets/project.ts";
import { examineServices } from "./services/examine.ts";
import { inspectRuntimes, runtimeVersions } from "./targets/tools.ts";

/** One thing that a trustworthy run needs, or is the better for. */
export interface Check {
  readonly name: string;
  /** `fail`: a run cannot work; `warn`: it works, and its result says what was missing. */
  readonly status: "ok" | "warn" | "fail";
  readonly detail: string;
  /** What to do; null where nothing is needed. */
  readonly fix: string | null;
}

const INSTALL = "run `npx -y pnpm@12.21.0 install` and read its first error";

/** With `fix`, makes beforehand what a run would make. */
export async function examine(io: Io, { fix }: { readonly fix: boolean }): Promise<Check[]> {
  return [
    ...(await checkRuntimes()),
    checkPackages(),
    ...checkAddons(fix),
    await checkOha(io),
    checkPnpm(),
    ...examineServices(),
    ...checkMachine(),
  ];
}

async function checkRuntimes(): Promise<Check[]> {
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

function checkPackages(): Check {
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
function checkAddons(fix: boolean): Check[] {
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

async function checkOha({ signal }: Io): Promise<Check> {
  try {
    const { oha, attempts } = await findOha({ signal });
    if (oha) {
      const detail = `${oha.version} ${oha.path} (${oha.source}, sha256 ${oha.sha256.slice(0, 12)})`;
      return { name: "oha", status: "ok", detail, fix: null };
    }
    const detail = ["not found; a run obtains it", ...attempts].join("; ");
    const fix =
      "nothing, if cargo with Rust >= 1.88 is installed (about 6 minutes, once); " +
      `or install oha ${OHA_VERSION} and set OHA_BIN`;
    return { name: "oha", status: "warn", detail, fix };
  } catch (error) {
    return { name: "oha", status: "fail", detail: messageOf(error), fix: "unset or mend OHA_BIN" };
  }
}

/** Turbo starts the tasks through the package manager. */
function checkPnpm(): Check {
  const version = /pnpm\/(\S+)/.exec(process.env.npm_config_user_agent ?? "")?.[1];
  if (version !== undefined) return { name: "pnpm", status: "ok", detail: version, fix: null };
  try {
    const detail = execFileSync("pnpm", ["--version"], { cwd: root, encoding: "utf8" }).trim();
    return { name: "pnpm", status: "ok", detail, fix: null };
  } catch {
    const fix = "start the command as `npx -y pnpm@12.21.0 bench`";
    return { name: "pnpm", status: "fail", detail: "not on PATH", fix };
  }
}

function checkMachine(): Check[] {
  const { pinning, cpu, cores, memory, kernel } = describeMachine();
  const checks: Check[] = [
    {
      name: "machine",
      status: "ok",
      detail: `${cpu}, ${cores} CPUs, ${Math.round(memory / 2 ** 30)} GiB, ${kernel}`,
      fix: null,
    },
    {
      name: "pinning",
      status: pinning.mode === "taskset" ? "ok" : "warn",
      detail:
        pinning.mode === "taskset"
          ? `servers on CPU ${pinning.server.join(",")}, generators on ${pinning.generators.join(",")}` +
            (pinning.batch
              ? ""
              : "; chrt is missing or not allowed: servers of a duet are no SCHED_BATCH")
          : `none: ${pinning.reason}`,
      fix: pinning.mode === "taskset" ? null : "use Linux with util-linux and two CPUs or more",
    },
  ];
  const clock = existsSync("/proc/self/schedstat");
  checks.push({
    name: "cpu clock",
    status: clock ? "ok" : "warn",
    detail: clock ? "/proc/PID/task/TID/schedstat, in nanoseconds" : "ps, in 10 ms",
    fix: clock ? null : "use Linux for intervals as narrow as the README's",
  });
  const load = os.loadavg()[0] ?? 0;
  checks.push({
    name: "load",
    status: load < 0.5 * cores ? "ok" : "warn",
    detail: `${load.toFixed(2)} on ${cores} CPUs over the last minute`,
    fix: load < 0.5 * cores ? null : "stop what else is running, or expect wider intervals",
  });
  const free = freeBytes(root) / 1e6;
  checks.push({
    name: "disk",
    status: free > 100 ? "ok" : "warn",
    detail: `${free.toFixed(0)} MB free`,
    fix: free > 100 ? null : "free some space, or write elsewhere with --out",
  });
  const holder = currentHolder();
  checks.push({
    name: "alone",
    status: holder === null ? "ok" : "warn",
    detail: holder === null ? "no other run measures" : `process ${holder.pid} is measuring`,
    fix: holder === null ? null : `wait for it, or end it (kill -INT ${holder.pid})`,
  });
  const files = openFileLimit();
  if (Number.isFinite(files)) {
    const enough = files >= 1024;
    checks.push({
      name: "open files",
      status: enough ? "ok" : "warn",
      detail: `${files} a process`,
      fix: enough ? null : "ulimit -n 4096",
    });
  }
  return checks;
}

export function renderChecks(checks: readonly Check[]): string {
  const mark = { ok: "✔", warn: "!", fail: "✖" };
  const width = Math.max(...checks.map((check) => check.name.length));
  const lines = checks.flatMap(({ name, status, detail, fix }) => [
    `${mark[status]} ${name.padEnd(width)}  ${detail}`,
    ...(fix === null ? [] : [`  ${" ".repeat(width)}  → ${fix}`]),
  ]);
  return `${lines.join("\n")}\n`;
}
