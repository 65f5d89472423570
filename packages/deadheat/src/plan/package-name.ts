import npa from "npm-package-arg";
import * as v from "valibot";
import { messageOf, packageName, UsageError } from "@deadheat/journal";

interface WantedPackage {
  readonly name: string;
  /** The value after the name in a package.json: a version, range, tag, alias or address. */
  readonly range: string;
}

/**
 * Reads a package: `hono`, `hono@4.12`, `hono@next`, `x@npm:hono@4`, `hono@https://pkg.pr.new/hono@1234` or
 * `github:honojs/hono`. If there is only an address, the name comes from the address of pkg.pr.new, of a registry's
 * tarball or of a git host.
 * @throws UsageError if the text is not a package for npm, or if the name is missing
 */
export function readPackage(wanted: string): WantedPackage {
  const found = parse(wanted);
  const { name, type, registry, rawSpec } = found;
  if (type === "file" || type === "directory") {
    throw new UsageError(
      `${wanted}: deadheat measures no folder and no local tarball of a package. Publish the package, or use --app`,
    );
  }
  if (name) return { name, range: registry && rawSpec === "*" ? "latest" : rawSpec };
  const guessed = nameIn(wanted);
  if (guessed !== null && v.is(packageName, guessed)) return { name: guessed, range: wanted };
  if (/^https?:/.test(wanted) && !/\.(?:tgz|tar\.gz|git)$/.test(wanted)) {
    throw new UsageError(
      `${wanted} is not on this machine. A running server is measured on loopback only, such as http://127.0.0.1:3000. ` +
        `If it is a package, write <name>@${wanted}`,
    );
  }
  throw new UsageError(`${wanted}: the name of the package is missing. Write <name>@${wanted}`);
}

function parse(wanted: string): npa.Result {
  try {
    return npa(wanted);
  } catch (error) {
    throw new UsageError(`${wanted}: ${messageOf(error)}`);
  }
}

/**
 * Returns the name in `https://pkg.pr.new/@scope/name@sha`, `https://registry/@scope/name/-/name-1.0.0.tgz` or
 * `github:owner/name`; null for any other address.
 */
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
