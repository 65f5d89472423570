import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { attempt, cacheDirectory, inside, scratchFolder } from "@deadheat/journal";
import { stateDirectory } from "../machine/directory.ts";
import { isolation } from "./isolation.ts";
import { escaped, keptAt, mounted, type Mounted } from "./mounts.ts";
import { inNamespaces, unprivileged } from "./privileges.ts";

/** The words before a command, and what removes the files that they need. */
export interface Fence {
  readonly words: readonly string[];
  readonly remove: () => void;
}

/**
 * Fences in the user's own commands and those of revisions, such as `--setup`, which need the network, the home with the caches of
 * package managers, and their own folder. New PID and IPC namespaces let nothing of them go on after their end; in a mount
 * namespace, what deadheat keeps for others is read-only or not there.
 * @param own the folder that the command may change
 * @param kept further folders that it must not change, such as the user's repository
 * @returns no words if servers are not isolated here
 */
export async function fence(
  own: string,
  cwd: string,
  kept: readonly string[] = [],
): Promise<Fence> {
  if ((await isolation()).mode === "none") return { words: [], remove: () => {} };
  const all = mounted();
  const isRoot = process.getuid?.() === 0;
  const real = (path: string) => attempt(() => realpathSync(path));
  const mine = real(own) ?? own;
  const cache = real(cacheDirectory());
  const theirs = cache === null ? [] : [join(cache, "runs"), join(cache, "journals")];
  const hidden = [real(stateDirectory()), ...theirs].filter((path) => path !== null);
  const folders = kept.flatMap((path) => real(path) ?? []);
  const lines = [
    ...hidden
      .filter((path) => existsSync(path) && !inside(mine, path))
      .map((path) => `tmpfs ${escaped(path)} tmpfs mode=700,nosuid,nodev 0 0`),
    ...(cache ? around(cache, mine, hidden) : []).map((path) => readOnly(path, all)),
    ...folders
      .filter((path) => !inside(mine, path) && !inside(path, mine))
      .map((path) => readOnly(path, all)),
  ];
  const scratch = scratchFolder("fence");
  mkdirSync(scratch, { recursive: true });
  const table = join(scratch, "fstab");
  writeFileSync(table, `${lines.join("\n")}\n`);
  return {
    words: [
      inNamespaces(isRoot),
      ["sh", "-c", ENTER, "fence", table, cwd],
      unprivileged(isRoot),
      ["sh", "-c", 'exec 2>&4 4>&-; exec "$@"', "fenced"],
    ].flat(),
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

/** The folder is entered again, since it may be seen through a mount now. */
const ENTER = `set -e
table=$1 folder=$2
shift 2
(
  PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin
  mount -a -T "$table" >&2
  mount -t proc -o nosuid,nodev,noexec proc /proc
  mount -o bind,ro /proc/sys /proc/sys
)
cd "$folder"
exec 4>&2 2> /dev/null
"$@" || exit $?
exit 0`;

/** Returns what lies in a folder beside a path in it, at every level; all of it if the path lies elsewhere. */
function around(folder: string, own: string, hidden: readonly string[]): string[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names.flatMap((name) => {
    const path = join(folder, name);
    if (path === own || hidden.includes(path)) return [];
    return inside(own, path) ? around(path, own, hidden) : [path];
  });
}

function readOnly(path: string, all: readonly Mounted[]): string {
  const options = ["rbind", "ro", "nofail", ...keptAt(path, all)].join(",");
  return `${escaped(path)} ${escaped(path)} none ${options} 0 0`;
}
