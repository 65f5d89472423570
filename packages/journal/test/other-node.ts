import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import process from "node:process";

/** Returns the first Node on PATH of another major version than this one, 22 or above; null if there is none. */
export function otherNode(): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = folders
    .map((folder) => join(folder, "node"))
    .find((node) => {
      const major = majorOf(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? "");
      return major >= 22 && major !== majorOf(process.version);
    });
  return found ?? null;
}

const majorOf = (version: string): number => Number(/^v(\d+)\./.exec(version)?.[1]);
