import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hideFolder } from "@deadheat/journal";

/** The repository's root: every path of ours is below it. */
export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[/\\]$/, "");
hideFolder(root);

export const appsDirectory = join(root, "apps");
/** Servers of which the truth is known. */
export const calibrationDirectory = join(root, "calibration");
export const runsDirectory = join(root, "results", "runs");
/** What the shards of split runs leave. */
export const blobsDirectory = join(root, "results", "blobs");
