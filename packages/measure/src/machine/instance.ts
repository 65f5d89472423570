import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { stateDirectory } from "./directory.ts";
import { textOf } from "../system.ts";

/** Our own salt: the same machine has another id in other programs' records. */
const SALT = "deadheat instance 1";

/**
 * Returns the id of this machine since it booted, among all machines of its class (`describeMachine`). The id is 16
 * digits of a salted SHA-256 of the ids of machine and boot. No name or address can be derived from it.
 *
 * `DEADHEAT_INSTANCE=<label>` replaces the ids, for tests and for machines that share their ids. The label is hashed
 * too, after the prefix `override:`.
 *
 * Source: machine-id(5), which asks programs to publish a keyed hash instead of the id; proc_sys_kernel(5).
 */
export function thisInstance(): string {
  const label = process.env.DEADHEAT_INSTANCE;
  if (label) return `override:${hashed("label", label)}`;
  return hashed("machine", ...(identifiers() ?? [keptId()]));
}

function hashed(...words: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([SALT, ...words]))
    .digest("hex")
    .slice(0, 16);
}

/** The boot id of a container is that of its host, so two containers on one host are one instance. */
function identifiers(): string[] | null {
  const idIn = (path: string) => textOf(path)?.trim() || null;
  const boot = idIn("/proc/sys/kernel/random/boot_id");
  if (boot === null) return null;
  return [idIn("/etc/machine-id") ?? idIn("/var/lib/dbus/machine-id") ?? "", boot];
}

/** Returns an id that is drawn once and kept across boots, for systems without a boot id. */
function keptId(): string {
  const path = join(stateDirectory(), "instance");
  if (!existsSync(path)) writeFileSync(path, `${randomUUID()}\n`, { flag: "wx", mode: 0o600 });
  return readFileSync(path, "utf8");
}
