import { chmodSync, existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import process from "node:process";
import { scratchFolder } from "@deadheat/journal";

/** Makes a folder for the files of a run's services, which the caller removes. */
export function servicesFolder(): string {
  // Postgres does not run as root. Its user must be able to reach its own folder inside.
  const isRoot = process.getuid?.() === 0;
  const path = scratchFolder("services", isRoot && !isOpen(tmpdir()) ? "/tmp" : tmpdir());
  chmodSync(path, 0o711);
  return path;
}

function isOpen(path: string): boolean {
  if (!existsSync(path) || (statSync(path).mode & 0o001) === 0) return false;
  return dirname(path) === path || isOpen(dirname(path));
}
