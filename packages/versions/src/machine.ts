import { readFileSync } from "node:fs";
import process from "node:process";
import type { Platform } from "@deadheat/journal";
import { thisHost } from "@deadheat/measure";

let known: Platform | undefined;

export function thisMachine(): Platform {
  const { platform, arch } = process;
  const libc = platform !== "linux" ? null : thisHost().glibc === null ? "musl" : "glibc";
  known ??= { platform, arch, libc, lacksAvx2: lacksAvx2() };
  return known;
}

/** Only Linux says whether the CPU has AVX2. */
function lacksAvx2(): boolean {
  if (process.platform !== "linux" || process.arch !== "x64") return false;
  return !/^flags\s*:.*\bavx2\b/m.test(readFileSync("/proc/cpuinfo", "utf8"));
}
