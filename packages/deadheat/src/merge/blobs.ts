import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError, readBlobHeader, type BlobRecord, type Contents } from "@deadheat/journal";
import { cellName, recordsIn } from "@deadheat/runner";
import { absolute } from "../folder/run-folder.ts";

export interface Blob {
  readonly path: string;
  readonly header: BlobRecord;
}

/** Returns the blobs below a folder, in the order of their shards. @throws UsageError if a file is not a blob */
export function readBlobs(folder: string): Blob[] {
  const where = absolute(folder);
  const all = existsSync(where) ? readdirSync(where, { recursive: true, encoding: "utf8" }) : [];
  const names = all.filter((name) => name.endsWith(".jsonl"));
  if (names.length === 0) {
    throw new UsageError(`${where} has no blobs. Give the folder that has the shards' files`);
  }
  return names
    .toSorted()
    .map((name) => ({ path: join(where, name), header: readBlobHeader(join(where, name)) }))
    .toSorted((a, b) => a.header.shard.index - b.header.shard.index);
}

/** @throws UsageError if blobs come from different runs or versions; the message names two blobs and their difference */
export function refuseMixture([first, ...others]: readonly Blob[]): void {
  if (!first) return;
  for (const other of others) {
    const [ours, theirs] = [factsOf(first), factsOf(other)];
    const what = Object.keys({ ...ours, ...theirs }).find((name) => ours[name] !== theirs[name]);
    if (what === undefined) continue;
    throw new UsageError(
      `These blobs are not parts of one run: ${what} is ${ours[what]} in\n  ${first.path}\nand ${theirs[what]} in\n  ${other.path}`,
    );
  }
}

/** Returns everything that the blobs of one run have in common. */
function factsOf({ header }: Blob): Readonly<Record<string, string | number | undefined>> {
  return {
    "the number of shards": header.shard.total,
    ...header.versions,
    "the plan": header.plan,
    // The plan is a hash of these, which whoever writes a blob may invent.
    "the list of cells": JSON.stringify([header.shared, header.own]),
  };
}

/** @throws UsageError if two blobs are of the same shard */
export function refuseTwice(blobs: readonly Blob[]): void {
  for (const [, [one, two]] of Map.groupBy(blobs, ({ header }) => header.shard.index)) {
    if (!one || !two) continue;
    const { index, total } = two.header.shard;
    throw new UsageError(
      `Shard ${index} of ${total} is there twice. Leave one of these files out:\n  ${one.path}\n  ${two.path}`,
    );
  }
}

/** @throws UsageError if a blob has records of a cell that its shard does not measure, and which would count for another one */
export function refuseForeign(blobs: readonly Blob[], { journals }: Contents): void {
  for (const { path, header } of blobs) {
    const { shared, own, shard } = header;
    const cells = new Set([...shared, ...(own[shard.index - 1] ?? [])]);
    const records = journals.filter((one) => one.path === path).flatMap(recordsIn);
    const foreign = records.map(cellName).find((name) => !cells.has(name));
    if (own.length === shard.total && foreign === undefined) continue;
    const what = foreign ?? `${own.length} shards`;
    throw new UsageError(
      `${path} has records of ${what}, which are none of shard ${shard.index} of ${shard.total}. Measure that shard again`,
    );
  }
}

export function missingShards(blobs: readonly Blob[]): number[] {
  const there = new Set(blobs.map(({ header }) => header.shard.index));
  const total = blobs[0]?.header.shard.total ?? 0;
  return Array.from({ length: total }, (_, i) => i + 1).filter((index) => !there.has(index));
}
