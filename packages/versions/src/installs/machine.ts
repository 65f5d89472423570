import process from "node:process";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: NodeJS.Architecture;
  /** null except on Linux. */
  readonly libc: "glibc" | "musl" | null;
}

let libc: Machine["libc"] | undefined;

export function thisMachine(): Machine {
  libc ??= process.platform === "linux" ? libcOf() : null;
  return { platform: process.platform, arch: process.arch, libc };
}

/** Returns musl if the diagnostic report of this Node names no glibc. */
function libcOf(): "glibc" | "musl" {
  // Without this, Node 22 and later looks up the names of all connected hosts.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}
