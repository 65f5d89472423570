import process from "node:process";

/** What binaries are built for. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: NodeJS.Architecture;
  /** Null but on Linux. */
  readonly libc: "glibc" | "musl" | null;
}

let libc: Machine["libc"] | undefined;

export function thisMachine(): Machine {
  libc ??= process.platform === "linux" ? libcOf() : null;
  return { platform: process.platform, arch: process.arch, libc };
}

/** A Node that was built for musl names no glibc in its diagnostic report. */
function libcOf(): "glibc" | "musl" {
  // Node 22 and later would else ask for the names of all that we are connected to.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}
