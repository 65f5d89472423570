import { fileRuntimes, UsageError, type Runtime } from "@deadheat/journal";
import { rangeOf } from "@deadheat/versions";
import { splitRuntime, type WantedRuntime } from "../config/runtime.ts";

/** The versions that a text of the command names. */
export type Subject =
  | {
      readonly kind: "package";
      /** The name, with `npm:` if the user wrote it. */
      readonly server: string;
      readonly name: string;
      readonly wanted: string;
      readonly runtime: WantedRuntime | null;
    }
  | {
      readonly kind: "runtime";
      readonly server: string;
      readonly runtime: Runtime;
      readonly wanted: string;
    }
  | {
      readonly kind: "revision";
      readonly base: string;
      readonly head: string;
      readonly runtime: WantedRuntime | null;
    };

const RELEASES = new RegExp(
  String.raw`^(.+)\/(${fileRuntimes.join("|")})@([^/@]*(?:,|\.\.)[^/@]*)$`,
);
const PACKAGE = /^(npm:)?((?:@[^/@\s]+\/)?[^/@.\s][^/@\s]*)@([^/@:\s]+)$/;

/**
 * Reads `hono@4.10..4.13`, `hono@4.10,4.12/bun`, `express/node@20,22,24` or `v5.0.0..main`.
 * @throws UsageError if the text names no range
 */
export function readSubject(text: string): Subject {
  const [, server = "", runtime, releases = ""] = RELEASES.exec(text) ?? [];
  if (runtime !== undefined) {
    return { kind: "runtime", server, runtime: runtime as Runtime, wanted: releases };
  }
  const { rest, runtime: on } = splitRuntime(text) ?? { rest: text, runtime: null };
  const [, prefix = "", name, wanted = ""] = PACKAGE.exec(rest) ?? [];
  if (name !== undefined && /,|\.\./.test(wanted)) {
    return { kind: "package", server: `${prefix}${name}`, name, wanted, runtime: on };
  }
  const range = rangeOf(rest.replace(/^git:/, ""));
  if (range !== null && !range.fromMergeBase) {
    return { kind: "revision", base: range.base, head: range.head, runtime: on };
  }
  throw new UsageError(
    `${JSON.stringify(text)} is not a range of versions. Write versions of a package (hono@4.10..4.13), releases of a runtime ` +
      "(express/node@20,22,24) or revisions (v5.0.0..main)",
  );
}
