import process from "node:process";

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
