import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hideFolder } from "@deadheat/journal";

/** The root of the repository. All our paths are below it. */
export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[/\\]$/, "");
hideFolder(root);

export const appsDirectory = join(root, "apps");
export const calibrationDirectory = join(root, "calibration");
export const runsDirectory = join(root, "results", "runs");
export const blobsDirectory = join(root, "results", "blobs");
