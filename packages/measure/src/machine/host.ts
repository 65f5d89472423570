import process from "node:process";

/** What decides whether an addon can be loaded here. */
export interface Host {
  readonly platform: string;
  readonly arch: string;
  /** The C library's version; null: it is not glibc. */
  readonly glibc: string | null;
  /** Major version. */
  readonly node: number;
}

export function thisHost(): Host {
  // Looking up its network interfaces would be all that takes time.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return {
    platform: process.platform,
    arch: process.arch,
    glibc: header.glibcVersionRuntime ?? null,
    node: Number(process.versions.node.split(".")[0]),
  };
}
