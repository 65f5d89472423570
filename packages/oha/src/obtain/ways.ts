import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Env } from "./cache.ts";
import { buildWithCargo, findCargo, MINIMUM_RUST_VERSION } from "./cargo.ts";
import { downloadRelease } from "./download.ts";
import type { Releases } from "./find.ts";
import { MINIMUM_OHA_VERSION, OHA_VERSION } from "../version.ts";

/** The settings of all ways, which tests replace. */
export interface WaySettings {
  releases: Releases;
  /** The limit of `DownloadOptions`. */
  stallSeconds?: number;
  /** The interval of `BuildOptions`. */
  progressSeconds?: number;
}

interface Context {
  env: Env;
  signal: AbortSignal | undefined;
  onProgress: (line: string) => void;
  settings: WaySettings;
}

/**
 * A way to obtain oha. It puts the binary at `binary`, which is `<an empty folder>/bin/oha`.
 * @throws Error whose message says why this way failed, or the signal's reason.
 */
export type Way = (binary: string, context: Context) => Promise<void>;

/** Downloads the upstream release binary, if its hash is known. */
export const fromRelease: Way = async (binary, { signal, onProgress, settings }) => {
  const platform = `${process.platform}-${process.arch}`;
  const release = settings.releases[platform];
  if (release === undefined)
    throw new Error(`no hash of a release binary is known for ${platform}`);
  onProgress(`downloading oha ${OHA_VERSION} from ${release.url}`);
  let reported = performance.now();
  await downloadRelease(release, binary, {
    signal,
    ...(settings.stallSeconds !== undefined && { stallSeconds: settings.stallSeconds }),
    onBytes: (received, total) => {
      if (performance.now() - reported < (settings.progressSeconds ?? 8) * 1000) return;
      reported = performance.now();
      const of = total === null ? "" : ` of ${megabytes(total)}`;
      onProgress(`downloading oha: ${megabytes(received)}${of} MB`);
    },
  });
};

/** Builds oha with `cargo install`, if cargo and a new enough Rust are installed. */
export const fromCargo: Way = async (binary, { env, signal, onProgress, settings }) => {
  const cargo = await findCargo(env);
  const root = dirname(dirname(binary));
  onProgress(`building oha ${OHA_VERSION} with ${cargo}: about 5 to 7 minutes on two cores, once`);
  await buildWithCargo(cargo, root, {
    env,
    signal,
    onProgress,
    ...(settings.progressSeconds !== undefined && { progressSeconds: settings.progressSeconds }),
  });
  await rm(join(root, "target"), { recursive: true, force: true });
};

/** Returns all remedies that the user has left, one a line. */
export function advice(): string {
  return [
    "Do one of these, then run the command again:",
    `  - install oha >= ${MINIMUM_OHA_VERSION} on PATH: https://github.com/hatoo/oha lists the packages`,
    "  - download oha elsewhere and set OHA_BIN to its path",
    `  - install Rust >= ${MINIMUM_RUST_VERSION} (https://rustup.rs): deadheat then builds oha`,
  ].join("\n");
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
