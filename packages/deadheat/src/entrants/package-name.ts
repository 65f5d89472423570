import npa from "npm-package-arg";
import { messageOf, UsageError } from "@deadheat/journal";

/** A package as npm installs it. */
export interface WantedPackage {
  readonly name: string;
  /** What stands behind the name in a package.json: a version, range, tag, alias or address. */
  readonly range: string;
}

/**
 * `hono`, `hono@4.12`, `hono@next`, `x@npm:hono@4`, `hono@https://pkg.pr.new/hono@1234`, `github:honojs/hono`. Of an address
 * alone the name is what pkg.pr.new and a registry's tarballs have in theirs.
 * @throws UsageError where npm could not mean a package by it, or the name is missing
 */
export function readPackage(wanted: string): WantedPackage {
  const found = parse(wanted);
  const { name, type, registry, rawSpec } = found;
  if (type === "file" || type === "directory") {
    throw new UsageError(
      `${wanted}: a folder or tarball of a package is not measured: pack it into a registry, or use --app`,
    );
  }
  if (name) return { name, range: registry && rawSpec === "*" ? "latest" : rawSpec };
  const guessed = nameIn(wanted);
  if (guessed !== null) return { name: guessed, range: wanted };
  const other = /^https?:/.test(wanted) ? " (a server that runs is measured on loopback only)" : "";
  throw new UsageError(`${wanted}: which package is it? Write <name>@${wanted}${other}`);
}

function parse(wanted: string): npa.Result {
  try {
    return npa(wanted);
  } catch (error) {
    throw new UsageError(`${wanted}: ${messageOf(error)}`);
  }
}

/** `https://pkg.pr.new/@scope/name@sha`, `https://registry/@scope/name/-/name-1.0.0.tgz`, `github:owner/name`. */
function nameIn(address: string): string | null {
  const path = /^https?:\/\/[^/]+\/(.*)$/.exec(address)?.[1];
  if (path === undefined)
    return /^[a-z]+:[\w.-]+\/([\w.-]+?)(?:\.git)?(?:#.*)?$/.exec(address)?.[1] ?? null;
  return (
    /^(.+)\/-\/[^/]+\.tgz$/.exec(path)?.[1] ??
    /(?:^|\/)((?:@[^/@]+\/)?[^/@]+)@[^/@]+$/.exec(path)?.[1] ??
    null
  );
}
