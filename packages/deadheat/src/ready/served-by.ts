import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import {
  attempt,
  isPackage,
  readRegular,
  runtimeFacts,
  type ServedBy,
  type Warning,
} from "@deadheat/journal";
import { warningWords } from "@deadheat/report/words";
import { deadheatVersion } from "../version.ts";
import { movedWarnings } from "./moved-port.ts";
import type { Installed } from "./installed.ts";

/** The schema of the file that runner.mjs writes beside a trace. */
const toldSchema = v.object({
  kind: v.picklist(["fetch", "node"]),
  /** The framework's own server; null if there is none. */
  found: v.nullable(v.object({ name: v.string(), version: v.string() })),
  /** The package that would serve the app if it were installed; null if none is known. */
  missing: v.nullable(v.string()),
});

const LARGEST_TOLD = 10_000;

/** The server of an app that a file exports. */
export interface Served extends ServedBy {
  /** The framework's package that would replace deadheat's own adapter if it were installed; null if none is known. */
  readonly missing: string | null;
}

const ADAPTER = "@deadheat/adapter";

/**
 * Reads the server of a side's app. Returns null if the program listens by itself.
 * @param trace the file that the traced start wrote
 */
export function readServedBy(trace: string, { runtime, found }: Installed): Served | null {
  const told = toldBy(`${trace}.served`);
  if (told === null) return null;
  if (told.found !== null) return { ...told.found, missing: null };
  if (told.kind === "node") return { name: "node:http", version: found.version, missing: null };
  if (runtime === "node") {
    return { name: ADAPTER, version: deadheatVersion(), missing: told.missing };
  }
  return { name: runtimeFacts[runtime].ownServer, version: found.version, missing: null };
}

/** Returns the runner's note; null if there is none, or if the server wrote something else in its place. */
function toldBy(file: string): v.InferOutput<typeof toldSchema> | null {
  return attempt(() => v.parse(toldSchema, JSON.parse(String(readRegular(file, LARGEST_TOLD)))));
}

export function servedByOf(served: Served | null): ServedBy | null {
  return served && { name: served.name, version: served.version };
}

interface ServedSide {
  readonly side: Pick<Installed, "name"> & Partial<Pick<Installed, "movedPort" | "alongside">>;
  readonly served: Served | null;
}

/** Returns a line for each app that a framework's package serves. The lines are shown before anything is measured. */
export function servedNotes(sides: readonly ServedSide[]): string[] {
  return sides.flatMap(({ side, served }) =>
    served === null || !isPackage(served) || served.name === ADAPTER
      ? []
      : [`${side.name} is served by ${served.name} ${served.version}`],
  );
}

/** Returns warnings about apps that deadheat's own adapter serves: another server may be faster or slower. */
export function servedWarnings(sides: readonly ServedSide[]): Warning[] {
  const ours = sides.filter(({ served }) => served?.name === ADAPTER);
  const kinds = new Set(ours.map(({ served }) => served?.missing ?? null));
  return [...kinds].map((missing) => {
    const own = ours.filter(({ served }) => (served?.missing ?? null) === missing);
    const servers = [...new Set(own.map(({ side }) => side.name))];
    return { code: "served-by-deadheat", facts: { servers, version: srvxVersion(), missing } };
  });
}

/** Returns a remark about the other packages that each version of a package was measured with. */
function alongsideRemarks(sides: readonly ServedSide[]): Warning[] {
  const servers = sides.flatMap(({ side: { name, alongside = {} } }) => {
    const packages = Object.entries(alongside).map(([other, version]) => `${other} ${version}`);
    return packages.length === 0 ? [] : [{ server: name, packages }];
  });
  return servers.length === 0 ? [] : [{ code: "alongside", facts: { servers } }];
}

/** Prints which servers serve the apps, before anything is measured. Returns the warnings for the result. */
export function noteServers(sides: readonly ServedSide[], note: (line: string) => void): Warning[] {
  const warnings = [
    ...servedWarnings(sides),
    ...movedWarnings(sides.map(({ side }) => side)),
    ...alongsideRemarks(sides),
  ];
  for (const line of servedNotes(sides)) note(line);
  for (const one of warnings) note(warningWords(one));
  return warnings;
}

function srvxVersion(): string {
  const adapter = fileURLToPath(import.meta.resolve("#adapter/node"));
  const path = createRequire(adapter).resolve("srvx/node");
  const manifest = path.slice(0, path.lastIndexOf("dist")) + "package.json";
  return v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(manifest, "utf8")))
    .version;
}
