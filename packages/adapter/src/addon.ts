import { createRequire } from "node:module";
import { basename } from "node:path";

/**
 * Throws unless this process has loaded a native addon whose file is called `file`. Some packages silently fall back to
 * plain JavaScript if their addon cannot be loaded, which would be another server. Node only.
 */
export function assertAddon(file: string): void {
  const modules = Object.values(createRequire(import.meta.url).cache);
  const loaded = modules.some((module) => module?.loaded && basename(module.filename) === file);
  if (!loaded)
    throw new Error(`the native addon ${file} is not loaded: this server runs on a fallback`);
}
