import process from "node:process";
import { thisHost } from "@deadheat/measure";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: NodeJS.Architecture;
  /** null except on Linux. */
  readonly libc: "glibc" | "musl" | null;
}

let libc: Machine["libc"] | undefined;

export function thisMachine(): Machine {
  const { platform, arch } = process;
  libc ??= platform !== "linux" ? null : thisHost().glibc === null ? "musl" : "glibc";
  return { platform, arch, libc };
}
