import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { attempt, inside, scratchFolder } from "@deadheat/journal";
import { below, escaped, keptAt, mounted, type Mounted } from "./mounts.ts";
import { inNamespaces, unprivileged } from "./privileges.ts";
import { LATE, lateWords } from "./variables.ts";
import { placesOf, rootFolders, type Place, type Room } from "./room.ts";

/**
 * Returns the words before a command that start it in new PID, mount and IPC namespaces (namespaces(7)), in which it sees only
 * its room. The file descriptor 3 of the started program is the gate (gate.ts).
 * @param env the environment of the command; the words themselves need `wallsEnvironment` of it
 * @param cwd the folder in which the command starts
 */
export function wallsOf(
  room: Room,
  cwd: string,
  env: Readonly<Record<string, string>>,
  isRoot = process.getuid?.() === 0,
): string[] {
  const { PORT: _, ...same } = env;
  const key = JSON.stringify([room, same, isRoot]);
  const { root, table, options } = made.get(key) ?? makeGround(room, env, isRoot);
  made.set(key, { root, table, options });
  // A folder that is not there is the program's own failure.
  const real = attempt(() => realpathSync(cwd)) ?? cwd;
  return [
    inNamespaces(isRoot),
    ["sh", "-c", ENTER, "walls", root, table, options, real],
    unprivileged(isRoot),
    ["sh", "-c", GATE, "gate", ...lateWords(env)],
  ].flat();
}

/** The folder that becomes the root, which holds only mount points, and the table of what is mounted there. */
interface WallGround {
  readonly root: string;
  readonly table: string;
  readonly options: string;
}

/** The grounds of this process, by room. Each round starts the same servers again. */
const made = new Map<string, WallGround>();

/** The folders of this process, which its end removes. */
const grounds = new Set<string>();

function removeGrounds(): void {
  for (const folder of grounds) rmSync(folder, { recursive: true, force: true });
}

function makeGround(
  room: Room,
  env: Readonly<Record<string, string>>,
  isRoot: boolean,
): WallGround {
  const scratch = scratchFolder("walls");
  if (grounds.size === 0) process.once("exit", removeGrounds);
  grounds.add(scratch);
  const root = join(scratch, "root");
  const table = join(scratch, "fstab");
  writeFileSync(table, `${tableOf(root, placesOf(room, env), isRoot).join("\n")}\n`);
  const own = keptAt(scratch, mounted()).join(",");
  return { root, table, options: `ro${own && `,${own}`}` };
}

/**
 * Mounts everything in one call (mount(8) reads the table), makes the folder the root, and starts the program as a child: the
 * first process of a PID namespace gets no signal that it does not handle. The shell itself says nothing about its end.
 */
const ENTER = `set -e
root=$1 table=$2 options=$3 folder=$4
shift 4
(
  PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin
  mount --bind -o "$options" "$root" "$root"
  cd "$root"
  mount -t tmpfs -o mode=755 tmpfs .walls
  mkdir .walls/changed .walls/work
  mount -a -T "$table" >&2
  pivot_root . .
  umount -l .
)
cd "$folder"
exec 4>&2 2> /dev/null
"$@" || exit $?
exit 0`;

/** Says that the walls are up, and waits for a line. Then nothing lies between that line and the command. */
const GATE = `exec 2>&4 4>&-; echo up >&3; read -r _ <&3 || exit 1; exec 3>&-; ${LATE}`;

const DEVICES = ["null", "zero", "full", "random", "urandom", "tty"];
const STREAMS = { fd: "/proc/self/fd", stdin: "fd/0", stdout: "fd/1", stderr: "fd/2" };
const EMPTY = "mode=755,nosuid,nodev";

/** Makes the mount points of a root, and returns the lines of its fstab(5). */
function tableOf(root: string, places: readonly Place[], isRoot: boolean): string[] {
  const all = mounted();
  const at = (path: string) => escaped(root + path);
  for (const name of [".walls", "proc", "sys", "dev/shm"]) {
    mkdirSync(join(root, name), { recursive: true });
  }
  for (const name of DEVICES) closeSync(openSync(join(root, "dev", name), "w"));
  for (const [name, to] of Object.entries(STREAMS)) symlinkSync(to, join(root, "dev", name));
  const readOnly = (path: string) => [
    line(path, at(path), "none", ["rbind", "ro", ...keptAt(path, all)]),
    ...below(path, all)
      .filter((one) => isSeen(one.path, all))
      .map((one) => line("none", at(one.path), "none", ["remount", "bind", "ro", ...one.kept])),
  ];
  const folders = rootFolders().flatMap(({ path, link }) => {
    if (link !== null) {
      symlinkSync(link, root + path);
      return [];
    }
    mkdirSync(root + path);
    const shown = places.find((place) => place.path === path);
    // An empty folder needs nothing from below, as often /media, /mnt and /srv.
    return shown?.kind === "hide" || isEmpty(path) ? [] : readOnly(path);
  });
  const system = [
    line("proc", at("/proc"), "proc", ["nosuid", "nodev", "noexec"]),
    ...["/proc/sys", "/proc/sysrq-trigger", "/proc/irq"]
      .filter((path) => existsSync(path))
      .map((path) => `${at(path)} ${at(path)} none bind,ro 0 0`),
    ...readOnly("/sys"),
    ...DEVICES.map((name) => line(`/dev/${name}`, at(`/dev/${name}`), "none", ["bind"])),
    line("tmpfs", at("/dev/shm"), "tmpfs", ["mode=1777", "nosuid", "nodev"]),
  ];
  const make = "X-mount.mkdir";
  const own = places.flatMap(({ path, kind }): string[] => {
    if (kind === "hide") {
      const options = path.endsWith("/tmp") ? EMPTY.replace("755", "1777") : EMPTY;
      return [line("tmpfs", at(path), "tmpfs", [options, make])];
    }
    const [first = "", ...others] = readOnly(path);
    if (kind === "read") return [first.replace(" none rbind", ` none ${make},rbind`), ...others];
    if (kind === "write") return [line(path, at(path), "none", [make, "rbind"])];
    return overlay(path, root, isRoot, all);
  });
  return [...folders, ...system, ...own];
}

function isEmpty(path: string): boolean {
  return attempt(() => readdirSync(path))?.length === 0;
}

/** Returns the lines for a tree that each start has in its own version. File systems that are mounted in it are read-only. */
function overlay(path: string, root: string, isRoot: boolean, all: readonly Mounted[]): string[] {
  const at = (seen: string) => escaped(root + seen);
  // A relative path needs no quotes for the signs of mount options, such as commas and colons.
  mkdirSync(join(root, ".tree"));
  const options = [
    "X-mount.mkdir,lowerdir=.tree,upperdir=.walls/changed,workdir=.walls/work",
    ...(isRoot ? [] : ["userxattr"]),
    ...keptAt(path, all).filter((one) => one !== "nodev"),
  ];
  return [
    line(path, at("/.tree"), "none", ["rbind", "ro", ...keptAt(path, all)]),
    line("overlay", at(path), "overlay", options),
    ...below(path, all)
      .filter((one) => isSeen(one.path, all))
      .map((one) => line(one.path, at(one.path), "none", ["rbind", "ro", ...one.kept])),
  ];
}

function line(from: string, to: string, type: string, options: readonly string[]): string {
  return `${escaped(from)} ${to} ${type} ${options.join(",")} 0 0`;
}

/** Returns false if a file system was mounted over a folder above this one later, so that its own path does not lead to it. */
function isSeen(path: string, all: readonly Mounted[]): boolean {
  const own = all.findLastIndex((one) => one.path === path);
  return !all.some((one, i) => i > own && one.path !== path && inside(path, one.path));
}
