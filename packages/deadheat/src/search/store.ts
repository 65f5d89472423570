import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import * as v from "valibot";
import {
  attempt,
  openJournal,
  publishableDocument,
  readJournal,
  readText,
  settingsSchema,
  UsageError,
  writeWhole,
  type Journal,
  type RoundRecord,
  type RunRecord,
} from "@deadheat/journal";
import type { RunFolder } from "@deadheat/runner";
import { openRun } from "../folder/run-folder.ts";

/** The content of `search.json`: everything about a search but its rounds, so that --resume does not find it out again. */
const factsSchema = v.object({
  id: v.string(),
  startedAt: v.string(),
  seed: v.number(),
  /** A digest of the arguments. */
  asked: v.string(),
  /** The seconds of all attempts so far. */
  seconds: v.number(),
  /** The usual variance of a round, and its weight, as known before the first round. */
  usual: v.object({ variance: v.number(), df: v.number() }),
  /** The load of all rounds, which the pilots of the first pair decide; null before that. */
  load: v.nullable(settingsSchema.entries.load),
  /** The reason of each candidate that could not be measured, by its id. */
  skipped: v.record(v.string(), v.string()),
  /** A digest of the code that a candidate loads, by its id. */
  code: v.record(v.string(), v.string()),
});
export type Facts = v.InferOutput<typeof factsSchema>;

const FACTS = "search.json";
/** The last file of a search. A folder with it is finished. */
export const RESULT = "bisect.json";

/** The folder of a search: its facts, and a journal for each pair. Every record is on the disk before the next round. */
export class Store {
  readonly folder: RunFolder;
  #facts: Facts;
  readonly #rounds = new Map<string, RoundRecord[]>();
  readonly #journals = new Map<string, Journal>();

  private constructor(folder: RunFolder, facts: Facts) {
    this.folder = folder;
    this.#facts = facts;
  }

  /** Opens the folder of a new search. @throws UsageError if `out` has another search */
  static create(
    out: string | null,
    runs: string,
    asked: string,
    seed: number,
    usual: Facts["usual"],
  ): Store {
    const store = Store.within(openRun(out, runs), asked, seed, usual);
    store.save({});
    return store;
  }

  /** Returns the store of a search in the folder of another command. */
  static within(
    folder: RunFolder,
    asked: string,
    seed: number,
    usual: Facts["usual"],
    load: Facts["load"] = null,
  ): Store {
    const { id, startedAt } = folder;
    const none = { seconds: 0, skipped: {}, code: {} };
    return new Store(folder, { id, startedAt, seed, asked, usual, load, ...none });
  }

  /**
   * Opens the search in the folder `out`, or the latest one below `runs`, that did not finish and has the same arguments.
   * @param note receives a line for each line of a journal that cannot be used
   * @throws UsageError if there is none
   */
  static async resume(
    out: string | null,
    runs: string,
    asked: string,
    note: (line: string) => void,
  ): Promise<Store> {
    const folder = out === null ? latest(runs, asked) : resumable(out, asked);
    if (folder === null) {
      throw new UsageError(
        "There is no unfinished search with these arguments to resume. Start a new one without --resume",
      );
    }
    const facts = readFacts(folder);
    const store = new Store({ ...facts, out: folder }, facts);
    await store.#readJournals(note);
    return store;
  }

  async #readJournals(note: (line: string) => void): Promise<void> {
    const folder = join(this.folder.out, "journal");
    for (const file of attempt(() => readdirSync(folder)) ?? []) {
      const { records, bad } = await readJournal(join(folder, file));
      for (const { where, why } of bad) note(`${where}: ${why}`);
      const good = records.filter((one) => one.type === "round" && one.void === null);
      this.#rounds.set(basename(file, ".jsonl"), good as RoundRecord[]);
    }
  }

  get facts(): Facts {
    return this.#facts;
  }

  save(change: Partial<Facts>): void {
    this.#facts = { ...this.#facts, ...change };
    writeWhole(join(this.folder.out, FACTS), publishableDocument(this.#facts));
  }

  duets(): string[] {
    return [...this.#rounds.keys()];
  }

  /** Returns the good rounds of a duet so far. */
  roundsOf(duet: string): readonly RoundRecord[] {
    return this.#rounds.get(duet) ?? [];
  }

  append(duet: string, header: () => RunRecord, record: RoundRecord): void {
    let journal = this.#journals.get(duet);
    if (journal === undefined) {
      journal = openJournal(join(this.folder.out, "journal", `${duet}.jsonl`));
      this.#journals.set(duet, journal);
      journal.append(header());
    }
    journal.append(record);
    if (record.void === null) this.#rounds.set(duet, [...this.roundsOf(duet), record]);
  }

  close(): void {
    for (const journal of this.#journals.values()) journal.close();
  }
}

/** Returns the latest unfinished search below a folder that has these arguments; null if there is none. */
function latest(runs: string, asked: string): string | null {
  const names = (attempt(() => readdirSync(runs)) ?? []).toSorted().toReversed();
  const folders = names.map((name) => join(runs, name));
  const isMeant = (folder: string) =>
    attempt(() => readFacts(folder).asked === asked) === true && !existsSync(join(folder, RESULT));
  return folders.find(isMeant) ?? null;
}

/** Returns the folder of a search. @throws UsageError if it has none that can be resumed with these arguments */
function resumable(out: string, asked: string): string {
  const facts = readFacts(out);
  if (existsSync(join(out, RESULT))) {
    throw new UsageError(`The search in ${out} is finished. Start a new one without --resume`);
  }
  if (facts.asked === asked) return out;
  throw new UsageError(
    `The search in ${out} has other arguments. Repeat them to resume it, or start a new one without --resume`,
  );
}

/** @throws UsageError that says why the facts of a search cannot be read */
export function readFacts(folder: string): Facts {
  const file = join(folder, FACTS);
  const text = readText(file);
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), factsSchema), text);
  if (found.success) return found.output;
  const [issue] = found.issues;
  const field = v.getDotPath(issue);
  throw new UsageError(
    `${file} cannot be read: ${field === null ? "" : `field ${field}: `}${issue.message}. Start a new search without --resume`,
  );
}
