import { createRequire } from "node:module";
import { basename } from "node:path";

/**
 * Throws unless this process has loaded a native addon whose file is called `file`. Some packages
 * answer in plain JavaScript where their addon cannot be loaded, without a word: that would be
 * another server. Node only.
 */
export function assertAddon(file: string): void {
  const modules = Object.values(createRequire(import.meta.url).cache);
  const loaded = modules.some((module) => module?.loaded && basename(module.filename) === file);
  if (!loaded)
    throw new Error(`the native addon ${file} is not loaded: this is not what it claims`);
}
