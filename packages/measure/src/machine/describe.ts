import { createHash } from "node:crypto";
import os from "node:os";
import process from "node:process";
import { keepsInterruptsApart } from "./cpus.ts";
import { choosePinning, type Pinning } from "./pinning.ts";
import { textOf } from "../system.ts";

/** The properties that a metric depends on besides the software. Results of different machines are never pooled. */
export interface Machine {
  /** A short hash of all fields below. */
  readonly fingerprint: string;
  readonly cpu: string;
  readonly cores: number;
  /** The bytes, rounded to GiB because the number differs by pages from boot to boot. */
  readonly memory: number;
  readonly kernel: string;
  readonly os: string;
  /** The C library, which decides how native addons run: `glibc 2.36`, or null if it is another one. */
  readonly libc: string | null;
  /** true if interrupts are charged to no process. Absent if not. */
  readonly irqTime?: true;
  readonly pinning: Pinning;
}

/**
 * Describes this machine. `DEADHEAT_CPU=<label>` replaces the CPU's model, for tests and for machines whose CPUs differ
 * though their models do not; records show it after `override:`.
 * @param parallel as for `choosePinning`
 */
export function describeMachine(parallel: number | "most" = 1): Machine {
  const label = process.env.DEADHEAT_CPU;
  const { glibc } = thisHost();
  const facts = {
    cpu: label ? `override: ${label}` : (os.cpus()[0]?.model.trim() ?? "unknown"),
    cores: os.availableParallelism(),
    memory: Math.round(os.totalmem() / 2 ** 30) * 2 ** 30,
    kernel: `${os.type()} ${os.release()} ${os.arch()}`,
    os:
      /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(textOf("/etc/os-release") ?? "")?.[1] ??
      `${os.type()} ${os.release()}`,
    libc: glibc === null ? null : `glibc ${glibc}`,
    ...(keepsInterruptsApart() && { irqTime: true as const }),
    pinning: choosePinning(undefined, parallel),
  };
  const fingerprint = createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
  return { fingerprint, ...facts };
}

/** The properties that decide whether an addon can be loaded. */
export interface Host {
  readonly platform: string;
  readonly arch: string;
  /** The version of glibc; null for another C library. */
  readonly glibc: string | null;
  /** The major version of Node. */
  readonly node: number;
}

export function thisHost(): Host {
  // The lookup of network interfaces would take most of the time.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return {
    platform: process.platform,
    arch: process.arch,
    glibc: header.glibcVersionRuntime ?? null,
    node: Number(process.versions.node.split(".")[0]),
  };
}
