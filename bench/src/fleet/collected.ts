import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import {
  contentsOf,
  failureOf,
  messageOf,
  recordSchema,
  refuseUnlike,
  writeWhole,
  type Content,
  type JournalRecord,
  type OfCell,
  type RoundRecord,
  type RunRecord,
} from "@deadheat/journal";
import { cellName, isMeasured, type RunPlan } from "@deadheat/runner";
import { EXTRA_ROUNDS } from "./plan-tasks.ts";
import type { TaskResult } from "./result.ts";
import { Refused } from "./task.ts";

/** The records of one target from one machine, below their header. */
export type OwnJournal = readonly [RunRecord, ...JournalRecord[]];

/**
 * The results that were accepted so far. Each is a file in the run's folder before it counts, so a coordinator that was
 * killed finds all of them again.
 */
export class Collected {
  readonly #folder: string;
  readonly #plan: RunPlan;
  readonly #run: string;
  readonly #journals: OwnJournal[] = [];
  readonly #names = new Set<string>();
  readonly #failed = new Map<string, string>();

  /** @param out the folder of the run */
  constructor(out: string, run: string, plan: RunPlan) {
    this.#folder = join(out, "results");
    this.#plan = plan;
    this.#run = run;
    mkdirSync(this.#folder, { recursive: true });
    for (const name of readdirSync(this.#folder).toSorted()) {
      if (!name.endsWith(".jsonl")) continue;
      const text = readFileSync(join(this.#folder, name), "utf8");
      for (const journal of text.split("\n\n").filter(Boolean)) this.#add(this.#read(journal));
    }
  }

  /** The journals of all results, one for each target of each result. */
  get journals(): readonly OwnJournal[] {
    return this.#journals;
  }

  /** The reasons of the cells that failed, by name. */
  get failed(): ReadonlyMap<string, string> {
    return this.#failed;
  }

  /** Returns whether a round of a pair is there. */
  has(kind: "duets" | "costs", cell: OfCell, n: number): boolean {
    return this.#names.has(`${kind} ${cellName(cell)} ${n}`);
  }

  /** Returns whether everything is there that a cell's server measures alone. After a fault nothing more comes. */
  hasAlone(cell: OfCell): boolean {
    const { sweeps, openLoops } = this.#plan.arranged;
    const is = (one: OfCell) => cellName(one) === cellName(cell);
    const steps = [...sweeps, ...openLoops].filter(is).reduce((sum, one) => sum + one.steps, 0);
    const own = this.#journals
      .flat()
      .filter((one) => (one.type === "sweep" || one.type === "openLoop") && is(one));
    return own.length >= steps || own.some((one) => failureOf(one) !== null);
  }

  /** Returns the good rounds of all pairs. */
  rounds(): RoundRecord[] {
    return this.#journals
      .flat()
      .filter((one): one is RoundRecord => one.type === "round" && one.void === null);
  }

  /**
   * Adds a result, without records that are there already.
   * @returns the new records
   * @throws Refused if it is not what the plan asks for, or was measured under other conditions than the others
   */
  accept({ journals, instance, task, worker }: TaskResult): JournalRecord[] {
    const read = journals.map((text) => this.#checked(this.#read(text), instance));
    if (journals.length === 0) return [];
    const fresh = read
      .map(([header, ...records]): OwnJournal => [
        header,
        ...records.filter((one) => !isMeasured(one) || !this.#names.has(nameOf(one))),
      ])
      .filter(([, ...records]) => records.some((one) => isMeasured(one) || failureOf(one)));
    if (fresh.length === 0) throw new Refused("its rounds are there already");
    try {
      refuseUnlike([...this.#journals, ...fresh].map(contentOf));
    } catch (error) {
      throw new Refused(messageOf(error));
    }
    const lines = fresh.map((own) => own.map((one) => `${JSON.stringify(one)}\n`).join(""));
    writeWhole(join(this.#folder, `${task}-${worker}.jsonl`), lines.join("\n"));
    for (const own of fresh) this.#add(own);
    return fresh.flatMap(([, ...records]) => records);
  }

  #read(text: string): OwnJournal {
    const records = text
      .split("\n")
      .filter(Boolean)
      .map((line): JournalRecord => {
        const record = v.safeParse(v.pipe(v.string(), v.parseJson(), recordSchema), line);
        if (!record.success) throw new Refused("a line of its journals is no record");
        return record.output as JournalRecord;
      });
    const [header, ...others] = records;
    if (header?.type !== "run" || others.some(({ type }) => type === "run" || type === "end")) {
      throw new Refused("its journals do not begin with one header each");
    }
    return [header, ...others];
  }

  #checked([header, ...records]: OwnJournal, instance: string): OwnJournal {
    const { arranged, settings, named } = this.#plan;
    const known = this.#plan.participants.some(({ name }) => name === header.target);
    if (header.runId !== this.#run || header.instance !== instance || !known) {
      throw new Refused(`its journal of ${header.target} is of another run or machine`);
    }
    const { sources, version } = named(header.target);
    if (JSON.stringify(header.sources) !== JSON.stringify(sources) || header.version !== version) {
      throw new Refused(`${header.target} was measured with other sources`);
    }
    if (header.seed !== this.#plan.seed || header.settings.profile !== settings.profile) {
      throw new Refused("it was measured with other settings");
    }
    for (const record of records) {
      if (!this.#isPlanned(header.target, record, arranged)) {
        throw new Refused(`it has records that the plan does not ask for (${record.type})`);
      }
    }
    return [header, ...records];
  }

  #isPlanned(target: string, record: JournalRecord, { cells, duets, costs }: Arranged): boolean {
    if (record.type === "verify") return record.target === target;
    if (!isMeasured(record)) return false;
    const cell = cellName(record);
    if (!cell.startsWith(`${target} `)) return false;
    if (record.type === "round" || record.type === "cost") {
      const pair = (record.type === "round" ? duets : costs).find((one) => cellName(one) === cell);
      if (pair?.base !== record.base || pair.role !== record.role) return false;
      const isFurther = record.type === "round" && record.stage === 2;
      const isOfPlan = record.n <= pair.rounds || isFurther;
      return record.n >= 1 && (isOfPlan || record.n > EXTRA_ROUNDS);
    }
    return cells.some((one) => cellName(one) === cell);
  }

  #add(own: OwnJournal): void {
    this.#journals.push(own);
    for (const record of own) {
      if (isMeasured(record)) this.#names.add(nameOf(record));
      const reason = failureOf(record);
      if (reason !== null && record.type !== "sweep" && "scenario" in record) {
        this.#failed.set(cellName(record), reason);
      }
    }
  }
}

type Arranged = RunPlan["arranged"];

export function contentOf(own: OwnJournal): Content {
  const [content] = contentsOf("", { records: own, bad: [] }).journals;
  return content as Content;
}

/** Returns the name of a record. A run has one record of each name. */
function nameOf(record: JournalRecord): string {
  if (record.type === "round") return `duets ${cellName(record)} ${record.n}`;
  if (record.type === "cost") return `costs ${cellName(record)} ${record.n}`;
  return JSON.stringify(record);
}
