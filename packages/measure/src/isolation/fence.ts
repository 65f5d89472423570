import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { attempt, cacheDirectory, inside, scratchFolder } from "@deadheat/journal";
import { stateDirectory } from "../machine/directory.ts";
import { isolation } from "./isolation.ts";
import { ownHome } from "./home.ts";
import { escaped, keptAt, mounted, type Mounted } from "./mounts.ts";
import { inNamespaces, unprivileged } from "./privileges.ts";
import { LATE, lateWords, wallsEnvironment } from "./variables.ts";

/** The words before a command, their environment, and what removes the files that they need. */
export interface Fence {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly remove: () => void;
}

/**
 * Fences in the user's own commands and those of revisions, such as `--setup`, which need the network, the caches of package
 * managers, and their own folder. New PID and IPC namespaces let nothing of them go on after their end; in a mount namespace, what
 * deadheat keeps for others is read-only or not there, and of the home they have their own version.
 * @param own the folder that the command may change
 * @param env the environment of the command
 * @param kept further folders that it must not change, such as the user's repository
 * @returns no words if servers are not isolated here
 */
export async function fence(
  own: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  kept: readonly string[] = [],
): Promise<Fence> {
  if ((await isolation()).mode === "none") return { words: [], env, remove: () => {} };
  const all = mounted();
  const isRoot = process.getuid?.() === 0;
  const real = (path: string) => attempt(() => realpathSync(path));
  const mine = real(own) ?? own;
  const cache = real(cacheDirectory());
  const theirs = cache === null ? [] : [join(cache, "runs"), join(cache, "journals")];
  const hidden = [real(stateDirectory()), ...theirs].filter((path) => path !== null);
  const folders = kept.flatMap((path) => real(path) ?? []);
  const scratch = scratchFolder("fence");
  for (const name of ["home", "new", "own"]) mkdirSync(join(scratch, name), { recursive: true });
  const points = real(scratch) ?? scratch;
  const aside = escaped(join(points, "own"));
  const at = real(os.homedir());
  // Mount points in the home would be covered by it.
  const isApart = at !== null && at !== "/" && !inside(at, mine) && !inside(points, at);
  const home = isApart ? ownHome(at, points, all, isRoot) : null;
  const lines = [
    `${escaped(mine)} ${aside} none rbind 0 0`,
    ...(home?.lines ?? []),
    ...(cache === null ? [] : [readOnly(cache, all)]),
    ...folders
      .filter((path) => !inside(mine, path) && !inside(path, mine))
      .map((path) => readOnly(path, all)),
    // A path in a read-only mount would be read-only too.
    `${aside} ${escaped(mine)} none ${["rbind", ...keptAt(mine, all)].join(",")} 0 0`,
    ...(cache === null || !inside(cache, mine) ? [] : [readOnly(cache, all)]),
    ...hidden
      .filter((path) => existsSync(path) && !inside(mine, path))
      .map((path) => `tmpfs ${escaped(path)} tmpfs mode=700,nosuid,nodev 0 0`),
  ];
  const table = join(scratch, "fstab");
  writeFileSync(table, `${lines.join("\n")}\n`);
  return {
    words: [
      inNamespaces(isRoot),
      ["sh", "-c", ENTER, "fence", scratch, cwd],
      unprivileged(isRoot),
      ["sh", "-c", `exec 2>&4 4>&-; ${LATE}`, "fenced", ...lateWords(env)],
    ].flat(),
    env: wallsEnvironment(env),
    remove: () => {
      rmSync(scratch, { recursive: true, force: true });
      home?.remove();
    },
  };
}

/** The sources of mounts are taken away at the end. The folder is entered again, since it may be seen through a mount now. */
const ENTER = `set -e
scratch=$1 folder=$2
shift 2
(
  PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin
  cd "$scratch"
  mount -t tmpfs -o mode=700 tmpfs new
  mkdir new/changed new/work
  mount -a -T fstab >&2
  umount -l new own
  umount -l home 2> /dev/null || :
  mount -t proc -o nosuid,nodev,noexec proc /proc
  mount -o bind,ro /proc/sys /proc/sys
)
cd "$folder"
exec 4>&2 2> /dev/null
"$@" || exit $?
exit 0`;

function readOnly(path: string, all: readonly Mounted[]): string {
  const options = ["rbind", "ro", "nofail", ...keptAt(path, all)].join(",");
  return `${escaped(path)} ${escaped(path)} none ${options} 0 0`;
}
