import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError, readBlobHeader, type BlobRecord } from "@deadheat/journal";
import { absolute } from "../folder/run-folder.ts";

/** The file that one shard wrote. */
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
    throw new UsageError(`${where} has no blobs. Name the folder that holds the shards' files`);
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
    const differ = (what: string, of: (blob: Blob) => string | number | undefined) => {
      const [ours, theirs] = [of(first), of(other)];
      if (ours === theirs) return;
      throw new UsageError(
        `these blobs are not parts of one run: ${what} is ${ours} in\n  ${first.path}\nand ${theirs} in\n  ${other.path}`,
      );
    };
    differ("the number of shards", ({ header }) => header.shard.total);
    for (const name of Object.keys({ ...first.header.versions, ...other.header.versions })) {
      differ(name, ({ header }) => header.versions[name]);
    }
    differ("the plan", ({ header }) => header.plan);
  }
}

/** @throws UsageError if two blobs are of the same shard */
export function refuseTwice(blobs: readonly Blob[]): void {
  for (const [i, { path, header }] of blobs.entries()) {
    const other = blobs.slice(0, i).find((blob) => blob.header.shard.index === header.shard.index);
    if (!other) continue;
    const { index, total } = header.shard;
    throw new UsageError(
      `shard ${index} of ${total} is there twice. Leave one of these files out:\n  ${other.path}\n  ${path}`,
    );
  }
}

/** Returns the numbers of the shards that have no blob. */
export function missingShards(blobs: readonly Blob[]): number[] {
  const there = new Set(blobs.map(({ header }) => header.shard.index));
  const total = blobs[0]?.header.shard.total ?? 0;
  return Array.from({ length: total }, (_, i) => i + 1).filter((index) => !there.has(index));
}
