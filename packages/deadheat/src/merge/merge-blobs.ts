import { join } from "node:path";
import {
  UsageError,
  classDifference,
  readContents,
  runtimeOf,
  type Settings,
  type Warning,
} from "@deadheat/journal";
import type { MissingCell, Result } from "@deadheat/judge";
import { missingWords } from "@deadheat/report/words";
import { absolute } from "../folder/run-folder.ts";
import type { Ran } from "../run/run.ts";
import {
  missingShards,
  readBlobs,
  refuseForeign,
  refuseMixture,
  refuseTwice,
  type Blob,
} from "./blobs.ts";
import { mergeContents, type MergeOptions } from "./merge-contents.ts";

export interface BlobsOptions extends MergeOptions {
  /** True if each class of machines gets a ranking of its own. */
  readonly acrossClasses: boolean;
  /** True if missing shards are holes in the table instead of an error. */
  readonly partial: boolean;
}

export interface ClassResult extends Ran {
  readonly fingerprint: string;
}

/**
 * Merges the shards of a run. Each class of machines gets its own result; metrics of different classes never mix.
 * @throws UsageError if blobs do not belong together, or if shards are missing
 */
export async function mergeBlobs(folder: string, options: BlobsOptions): Promise<ClassResult[]> {
  const blobs = readBlobs(folder);
  refuseMixture(blobs);
  const classes = await classesOf(blobs);
  if (classes.length > 1 && !options.acrossClasses) {
    const shown = classes.map(([name, [blob]]) => `\n  ${name}: ${blob?.path}`).join("");
    throw new UsageError(
      `These blobs come from ${classes.length} classes of machines, whose metrics are never mixed:${shown}\n` +
        "Add --across-classes for a ranking of each",
    );
  }
  for (const [, own] of classes) {
    refuseTwice(own);
    refuseHoles(own, options);
  }
  const results: ClassResult[] = [];
  for (const [fingerprint, own] of classes) {
    const { out } = options;
    const apart = out === null || classes.length === 1 ? out : join(absolute(out), fingerprint);
    results.push({ fingerprint, ...(await mergeClass(own, { ...options, out: apart })) });
  }
  return results;
}

async function classesOf(blobs: readonly Blob[]): Promise<[string, Blob[]][]> {
  const found: { readonly machine: Settings["machine"] | null; readonly blobs: Blob[] }[] = [];
  for (const own of Map.groupBy(blobs, ({ header }) => header.fingerprint).values()) {
    const machine = await machineOf(own[0] as Blob);
    const known = found.find(
      (one) => machine && one.machine && classDifference(machine, one.machine) === null,
    );
    if (known) known.blobs.push(...own);
    else found.push({ machine, blobs: own });
  }
  return found.map(({ blobs: own }) => [(own[0] as Blob).header.fingerprint, own]);
}

/** Returns the machine of a shard; null if the shard measured nothing. */
async function machineOf({ path, header }: Blob): Promise<Settings["machine"] | null> {
  const [content] = (await readContents([path])).journals;
  return content ? { ...content.run.settings.machine, fingerprint: header.fingerprint } : null;
}

function refuseHoles(blobs: readonly Blob[], { partial }: BlobsOptions): void {
  const holes = missingShards(blobs);
  if (holes.length === 0 || partial) return;
  throw new UsageError(
    `${missingWords(holes, blobs[0]!.header.shard.total)}. Fetch their blobs, or complete them with --resume. ` +
      "--partial shows a table with holes",
  );
}

async function mergeClass(blobs: readonly Blob[], wanted: MergeOptions): Promise<Ran> {
  const [{ header }] = blobs as [Blob];
  const holes = missingShards(blobs);
  const commits = new Set(blobs.map((blob) => JSON.stringify(blob.header.run.git)));
  const warnings: Warning[] = [];
  if (holes.length > 0) {
    const of = header.shard.total;
    warnings.push({ code: "missing-shards", facts: { shards: [...holes], of } });
  }
  const about = {
    profile: header.run.profile,
    scenarios: header.scenarios,
    git: commits.size === 1 ? header.run.git : null,
    like: header.run.like,
    seconds: blobs.reduce((sum, blob) => sum + blob.header.run.seconds, 0),
    missing: [...neverMeasured(blobs), ...holes.flatMap((index) => cellsOfHole(blobs, index))],
    shards: shardsOf(blobs),
    runIds: new Set(blobs.map((blob) => blob.header.run.id)),
    warnings,
  };
  const contents = await readContents(blobs.map(({ path }) => path));
  refuseForeign(blobs, contents);
  return mergeContents(contents, about, wanted);
}

/** Returns the missing cells. A cell that all shards measure is missing only if no shard has it. */
function neverMeasured(blobs: readonly Blob[]): MissingCell[] {
  const shared = new Set(blobs[0]?.header.shared);
  const all = blobs.flatMap(({ header }) => header.missing);
  return [...Map.groupBy(all, ({ target, scenario }) => `${target} ${scenario}`)].flatMap(
    ([name, [first, ...others]]) =>
      first && (!shared.has(name) || others.length + 1 === blobs.length) ? [first] : [],
  );
}

function cellsOfHole([first]: readonly Blob[], index: number): MissingCell[] {
  const { own = [], versions = {}, shard } = first?.header ?? {};
  return (own[index - 1] ?? []).map((name) => {
    const [target, scenario] = name.split(" ") as [string, string];
    return {
      target,
      framework: target.split("/")[0] as string,
      runtime: runtimeOf(target),
      version: Object.hasOwn(versions, target) ? (versions[target]?.split(" ")[0] ?? "") : "",
      scenario,
      status: "failed",
      reason: `shard ${index} of ${shard?.total} is missing`,
    };
  });
}

function shardsOf(blobs: readonly Blob[]): NonNullable<Result["shards"]> {
  const { own = [] } = blobs[0]?.header ?? {};
  return own.map((cells, i) => {
    const header = blobs.find((blob) => blob.header.shard.index === i + 1)?.header;
    return {
      index: i + 1,
      total: own.length,
      status: header ? "ok" : "missing",
      run: header?.run.id ?? null,
      instance: header?.instance ?? null,
      startedAt: header?.run.startedAt ?? null,
      finishedAt: header?.run.finishedAt ?? null,
      cells: cells.length,
    };
  });
}
