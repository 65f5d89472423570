import { existsSync, statSync } from "node:fs";
import { basename, isAbsolute, resolve } from "node:path";
import { runtimes, UsageError, type Runtime } from "@deadheat/journal";

/** A server as the user has named it. */
export interface Spec {
  /** As output calls it. */
  readonly label: string;
  /** Absolute. */
  readonly file: string;
  readonly runtime: Runtime;
}

const LABEL = /^([A-Za-z0-9][\w.-]{0,63})=(.+)$/;
const RUNTIME = /^(.+)\/([a-z]+)$/;

/**
 * `[label=]./server.ts[/node|/bun|/deno]`: a file, on Node unless told otherwise. What could be something else than a
 * file is refused, with the way to write it.
 * @param cwd where the user stands
 * @throws UsageError
 */
export function parseSpec(text: string, cwd: string): Spec {
  const [, label, named = text] = LABEL.exec(text) ?? [];
  const { path, runtime } = withRuntime(named, cwd);
  if (!/^\.{1,2}\//.test(path) && !isAbsolute(path)) {
    const file = existsSync(resolve(cwd, path)) ? ` (./${path} is there)` : "";
    throw new UsageError(`${text}: write a file with its folder, such as ./${path}${file}`);
  }
  const file = resolve(cwd, path);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`${text}: there is no file ${file}`);
  }
  return { label: `${label ?? basename(file)}/${runtime}`, file, runtime };
}

/** A folder may be called like a runtime: what is there as a whole is no runtime. */
function withRuntime(named: string, cwd: string): { path: string; runtime: Runtime } {
  const [, path, suffix] = RUNTIME.exec(named) ?? [];
  const runtime = runtimes.find((name) => name === suffix);
  if (path === undefined || runtime === undefined || existsSync(resolve(cwd, named))) {
    return { path: named, runtime: "node" };
  }
  return { path, runtime };
}

/** Two that are called alike are told apart by their place. */
export function distinct(base: Spec, other: Spec): [Spec, Spec] {
  if (base.label !== other.label || base.file === other.file) return [base, other];
  return [
    { ...base, label: `base-${base.label}` },
    { ...other, label: `new-${other.label}` },
  ];
}
