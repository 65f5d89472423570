import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import { thisHost } from "./host.ts";
import { readInterrupts } from "./interrupts.ts";
import { choosePinning, type Pinning } from "./pinning.ts";

/** The properties that a figure depends on besides the software. Results of different machines are never pooled. */
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
  /** true if interrupts are charged to no process. Absent if not, as in journals from before there was a choice. */
  readonly irqTime?: true;
  readonly pinning: Pinning;
}

/**
 * Describes this machine. `DEADHEAT_CPU=<label>` stands for the CPU's model, for tests and for machines whose CPUs differ
 * though their models do not; wherever it is kept, `override:` stands before it.
 */
export function describeMachine(): Machine {
  const label = process.env.DEADHEAT_CPU;
  const pinning = choosePinning();
  const facts = {
    cpu: label ? `override: ${label}` : (os.cpus()[0]?.model.trim() ?? "unknown"),
    cores: os.availableParallelism(),
    memory: Math.round(os.totalmem() / 2 ** 30) * 2 ** 30,
    kernel: `${os.type()} ${os.release()} ${os.arch()}`,
    os: operatingSystem(),
    libc: cLibrary(),
    ...(readInterrupts() && { irqTime: true as const }),
    pinning,
  };
  const fingerprint = createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
  return { fingerprint, ...facts };
}

function cLibrary(): string | null {
  const { glibc } = thisHost();
  return glibc === null ? null : `glibc ${glibc}`;
}

function operatingSystem(): string {
  if (existsSync("/etc/os-release")) {
    const name = /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
    if (name !== undefined) return name;
  }
  return `${os.type()} ${os.release()}`;
}
