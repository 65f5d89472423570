import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import * as v from "valibot";
import {
  attempt,
  openJournal,
  publishableDocument,
  readJournal,
  UsageError,
  writeWhole,
  type RoundRecord,
  type Journal,
  type RunRecord,
} from "@deadheat/journal";
import { openRun } from "../folder/run-folder.ts";
import type { RunFolder } from "@deadheat/runner";

/** The content of `bisect-plan.json`, which is written before the first round. */
const planSchema = v.object({
  id: v.string(),
  startedAt: v.string(),
  seed: v.number(),
  /** A digest of the arguments. */
  asked: v.string(),
});
export type BisectPlan = v.InferOutput<typeof planSchema>;

/** A fact about a candidate, which a resumed search does not find out again. */
const factSchema = v.variant("type", [
  /** The candidate could not be measured. */
  v.object({ type: v.literal("skipped"), id: v.string(), reason: v.string() }),
  /** A digest of the code that the candidate loads. */
  v.object({ type: v.literal("code"), id: v.string(), digest: v.string() }),
  /** The ids of a line, and the number of those that were left out. */
  v.object({ type: v.literal("line"), id: v.string(), ids: v.array(v.string()), left: v.number() }),
  /** The seconds that an attempt has taken. */
  v.object({ type: v.literal("seconds"), id: v.string(), seconds: v.number() }),
]);
export type Fact = v.InferOutput<typeof factSchema>;

const PLAN = "bisect-plan.json";
export const RESULT = "bisect.json";

/** The folder of a search: its plan, its facts and its journals. Each record is on the disk before the next is measured. */
export interface Store {
  readonly folder: RunFolder;
  readonly plan: BisectPlan;
  readonly facts: readonly Fact[];
  readonly add: (fact: Fact) => void;
  /** The names of the duets that have rounds. */
  readonly duets: () => string[];
  /** The good rounds of a duet so far. */
  readonly roundsOf: (duet: string) => readonly RoundRecord[];
  readonly append: (duet: string, header: () => RunRecord, record: RoundRecord) => void;
  readonly journalOf: (duet: string) => string;
  readonly close: () => void;
}

/** Opens the folder of a search, and reads what an unfinished one has measured. */
export async function openStore(
  begun: Unfinished | null,
  { out, asked, seed }: { readonly out: string | null } & Pick<BisectPlan, "asked" | "seed">,
  runs: string,
): Promise<Store> {
  const folder = begun ?? openNew(out, runs);
  const plan = begun?.plan ?? { id: folder.id, startedAt: folder.startedAt, seed, asked };
  if (begun === null) writeWhole(join(folder.out, PLAN), plan);
  const path = join(folder.out, "facts.jsonl");
  const facts = existsSync(path) ? readFacts(path) : [];
  const rounds = new Map<string, RoundRecord[]>();
  for (const file of attempt(() => readdirSync(join(folder.out, "journal"))) ?? []) {
    const { records } = await readJournal(join(folder.out, "journal", file));
    const good = records.filter((one) => one.type === "round" && one.void === null);
    rounds.set(basename(file, ".jsonl"), good as RoundRecord[]);
  }
  const open = new Map<string, Journal>();
  const journalOf = (duet: string) => join(folder.out, "journal", `${duet}.jsonl`);
  return {
    folder,
    plan,
    facts,
    add: (fact) => {
      appendLine(path, fact);
      facts.push(fact);
    },
    duets: () => [...rounds.keys()],
    roundsOf: (duet) => rounds.get(duet) ?? [],
    append: (duet, header, record) => {
      const journal = open.get(duet) ?? openJournal(journalOf(duet));
      if (!open.has(duet)) journal.append(header());
      open.set(duet, journal);
      journal.append(record);
      if (record.void === null) rounds.set(duet, [...(rounds.get(duet) ?? []), record]);
    },
    journalOf,
    close: () => {
      for (const journal of open.values()) journal.close();
    },
  };
}

function openNew(out: string | null, runs: string): RunFolder {
  if (out !== null && existsSync(join(out, PLAN))) {
    throw new UsageError(
      `${out} holds another search. Give --resume to continue it, or another folder with --out`,
    );
  }
  return openRun(out, runs);
}

/** A search that did not finish. */
export type Unfinished = RunFolder & { readonly plan: BisectPlan };

/**
 * Returns the search in the folder `out`, or the latest one below `runs`, that did not finish and has the same arguments.
 * @throws UsageError if there is none
 */
export function findUnfinished(out: string | null, runs: string, asked: string): Unfinished {
  const names = attempt(() => readdirSync(runs)) ?? [];
  const folders =
    out === null
      ? names
          .toSorted()
          .toReversed()
          .map((name) => join(runs, name))
      : [out];
  for (const folder of folders) {
    const plan = planIn(folder);
    if (plan === null || existsSync(join(folder, RESULT))) continue;
    if (plan.asked === asked) return { id: plan.id, out: folder, startedAt: plan.startedAt, plan };
    if (out === null) continue;
    throw new UsageError(
      `the search in ${out} began with other arguments. Repeat them to resume it, or start a new one without --resume`,
    );
  }
  throw new UsageError(
    "there is no unfinished search with these arguments to resume. Start a new one without --resume",
  );
}

function planIn(folder: string): BisectPlan | null {
  const read = () => JSON.parse(readFileSync(join(folder, PLAN), "utf8")) as unknown;
  const found = v.safeParse(planSchema, attempt(read));
  return found.success ? found.output : null;
}

/** Reads the facts of a search. A line that a crash has cut off is left out. */
export function readFacts(path: string): Fact[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      const found = v.safeParse(
        factSchema,
        attempt(() => JSON.parse(line) as unknown),
      );
      return found.success ? [found.output] : [];
    });
}

/** Appends a line that is on the disk when this returns. A line that a crash has cut off stays a bad line of its own. */
function appendLine(path: string, fact: Fact): void {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const file = openSync(path, "a");
  try {
    const line = JSON.stringify(publishableDocument(fact));
    writeFileSync(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
