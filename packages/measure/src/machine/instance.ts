import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { stateDirectory } from "./directory.ts";

/** Ours alone: the same machine has another id in anybody else's records. */
const SALT = "deadheat instance 1";

/**
 * Which machine this is, of all those of its class (`describeMachine`), since it booted: 16 digits of a salted
 * SHA-256 of the machine's id and the boot's. A name or an address cannot be found from it.
 * `DEADHEAT_INSTANCE=<label>` says it instead, for tests and for machines that share their ids: it is hashed
 * alike, and `override:` stands before it wherever it is kept.
 *
 * Source: machine-id(5), which asks to publish a keyed hash of the id and never the id; proc_sys_kernel(5).
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

/** Of a container the boot's is the host's: two of them on one host are one instance. */
function identifiers(): string[] | null {
  const boot = textOf("/proc/sys/kernel/random/boot_id");
  if (boot === null) return null;
  return [textOf("/etc/machine-id") ?? textOf("/var/lib/dbus/machine-id") ?? "", boot];
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch {
    return null;
  }
}

/** Where the system tells no boot: one that is drawn once and kept, whatever boots. */
function keptId(): string {
  const path = join(stateDirectory(), "instance");
  if (!existsSync(path)) writeFileSync(path, `${randomUUID()}\n`, { flag: "wx", mode: 0o600 });
  return readFileSync(path, "utf8");
}
