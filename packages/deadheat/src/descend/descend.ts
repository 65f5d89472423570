import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Interrupted, scratchFolder } from "@deadheat/journal";
import type { Depth, Descended } from "@deadheat/judge";
import type { Pair } from "@deadheat/measure";
import { someOf } from "@deadheat/report/format";
import {
  isShareProven,
  moreTime,
  shareOf,
  shareWithin,
  type LogEstimate,
  type Share,
} from "@deadheat/stats";
import { inOneLine, isExplained } from "../errors.ts";
import type { Candidate } from "../search/candidate.ts";
import { readFilesThatDiffer } from "../provenance/may-reach.ts";
import { learnPair, type Session } from "../search/session.ts";
import { measuredOf, type ChainStep } from "./chain.ts";
import { changedFiles } from "./changed-files.ts";
import { searchCode } from "./code.ts";
import type { LineGroup } from "./hunks.ts";
import { searchPackages } from "./packages.ts";
import { measureBack, type Given } from "./prove.ts";
import { searchReleases } from "./releases.ts";
import { toldOf } from "./told.ts";
import {
  broughtBy,
  isExchangeable,
  OWN,
  rootOf,
  unitsOf,
  type Difference,
  type Exchangeable,
} from "./units.ts";
import { withOld, type Copies } from "./variants.ts";

/** The file with the lines that make the difference. */
export const PATCH = "cause.patch";

/** How far a descent goes. */
interface How {
  readonly depth: Depth;
  /** true to search the releases between both versions of the package, before the lines. */
  readonly releases: boolean;
}

/** A descent: all that was found, also if an error ended it. */
export interface DescentResult {
  readonly descended: Descended;
  /** The error that ended it: Interrupted, also when the budget ended. null if it came to its end. */
  readonly failure: unknown;
}

/**
 * Goes down from two servers that differ to the package, its release and its lines, and proves each by taking it back. Every
 * round is in the search's journals, so a descent that was interrupted goes on where it was.
 * @param onFound receives all that is known whenever a level is done
 */
export async function descend(
  session: Session,
  pair: Pair<Candidate>,
  how: How,
  onFound: (sofar: Descended) => void,
): Promise<DescentResult> {
  const folder = scratchFolder("variants");
  const descent = new Descent({ session, folder }, pair, how, onFound);
  try {
    await descent.run();
    if (session.testbed.signal.aborted) throw new Interrupted();
    return { descended: descent.known(), failure: null };
  } catch (error) {
    const isOver = session.testbed.signal.aborted;
    descent.end(isOver ? "unfinished" : "failed", isOver ? null : inOneLine(error));
    // A registry or a server that fails ends the way down, and not the search above it.
    return { descended: descent.known(), failure: isExplained(error) && !isOver ? null : error };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const NOTHING = { unproven: null, narrowed: null, components: [], ended: null, patch: null };

class Descent {
  readonly #copies: Copies;
  readonly #pair: Pair<Candidate>;
  readonly #how: How;
  readonly #onFound: (sofar: Descended) => void;
  #found: Omit<Descended, "base" | "new" | "whole">;

  constructor(
    copies: Copies,
    pair: Pair<Candidate>,
    how: How,
    onFound: (sofar: Descended) => void,
  ) {
    this.#copies = copies;
    this.#pair = pair;
    this.#how = how;
    this.#onFound = onFound;
    this.#found = { steps: [], brings: [], proofs: [], ...NOTHING };
  }

  get #whole(): LogEstimate | null {
    return measuredOf(this.#copies.session.store, this.#pair);
  }

  known(): Descended {
    const { base, new: next } = this.#pair;
    return { base: base.name, new: next.name, whole: toldOf(this.#whole), ...this.#found };
  }

  end(code: NonNullable<Descended["ended"]>["code"], reason: string | null = null): void {
    this.#found = { ...this.#found, ended: { code, reason } };
  }

  #add(change: Partial<Descended>): void {
    this.#found = { ...this.#found, ...change };
    this.#onFound(this.known());
  }

  async run(): Promise<void> {
    const { session } = this.#copies;
    const learned = await learnPair(session, this.#pair);
    const units = unitsOf(learned);
    if (units === null) return this.end("files-unseen");
    const both = units.filter(isExchangeable);
    this.#found.brings.push(
      ...broughtBy(units, rootOf(learned.new)).map(({ name, new: { version } }) => ({
        name,
        version,
      })),
    );
    if (both.length === 0) {
      const data = await readFilesThatDiffer(learned);
      return data.length === 0
        ? this.end("same-code")
        : this.end("data", someOf(data, MOST_LISTED));
    }
    const found = await this.#package({ pair: this.#pair, learned, units: both });
    if (found === null) return this.end("undecided");
    const { depth, releases } = this.#how;
    if (depth === "package") return;
    const released = releases ? await this.#release(found) : found;
    if (depth === "release") return;
    await this.#code(released);
  }

  /** Finds the package, and proves it by its old version alone. Returns the servers before and after it. */
  async #package(difference: Difference): Promise<Located | null> {
    // The old version proves more than further rounds of the search, which come only if it does not.
    for (const confirm of [false, true]) {
      const steps = await searchPackages(this.#copies, difference, confirm);
      const located = await this.#provenPackage(difference, steps, confirm);
      if (located !== null) return located;
      this.#found = { ...this.#found, steps: [] };
    }
    return null;
  }

  /** @returns the largest step; null if nothing proves it, unless further rounds confirmed it */
  async #provenPackage(
    difference: Difference,
    steps: readonly ChainStep<Exchangeable>[],
    isConfirmed: boolean,
  ): Promise<Located | null> {
    const [largest] = steps;
    if (largest === undefined) return null;
    const isOwnAlone = largest.parts.length === 1 && largest.parts[0]?.name === OWN;
    if (isOwnAlone && difference.units.length === 1) return { ...largest, share: ALL };
    // Own code has no old version to choose. Its lines are proven one level deeper.
    if (isOwnAlone && !isConfirmed) return null;
    const told = steps.map((step) => this.#told("package", step, step === largest));
    const located = { ...largest, share: this.#share(largest) };
    // It is known if the proof is interrupted, and said once it is proven.
    this.#found = { ...this.#found, steps: told };
    const old = withOld(this.#copies, difference, largest.parts);
    const given = isOwnAlone ? null : await measureBack(this.#copies.session, this.#pair, old);
    const isUnproven = given !== null && ("reason" in given || !isShareProven(given.share));
    if (isUnproven && !isConfirmed) return null;
    if (given === null || "reason" in given) {
      this.#add({ steps: told, unproven: given?.reason ?? null });
      return located;
    }
    const proof = versionProof(largest, given);
    this.#add({ steps: told, proofs: [...this.#found.proofs, proof] });
    const { measured, share } = given;
    if (measured === null) return { ...largest, share };
    // The next level needs the rounds of its ends, and those of the proof are known.
    return { parts: largest.parts, base: old, new: this.#pair.new, measured, level: 0, share };
  }

  /** Finds the release of a package that was found alone. */
  async #release(step: Located): Promise<Located> {
    const [unit, ...others] = step.parts as [Exchangeable, ...Exchangeable[]];
    if (others.length > 0 || unit.name === OWN) return step;
    const found = await searchReleases(this.#copies, step, unit).catch((error: unknown) => {
      const { signal, note } = this.#copies.session.testbed;
      if (!isExplained(error) || signal.aborted) throw error;
      // The lines of a package that is in no registry can be compared all the same.
      note(`The releases of ${unit.name} are not known: ${inOneLine(error)}`);
      return null;
    });
    const [largest] = found ?? [];
    if (found === null || largest === undefined) return step;
    const unitIn = (one: (typeof found)[number]): Exchangeable => ({
      name: unit.name,
      base: { ...unit.base, version: one.before },
      new: { ...unit.new, version: one.parts.at(-1)?.version ?? null },
    });
    const within = found.map((one) => {
      const level = step.level + one.level;
      const located = { ...one, parts: [unitIn(one)], level };
      return { ...located, share: this.#share(located) };
    });
    const told = within.map((one, i) => this.#told("release", one, i === 0));
    this.#add({ steps: [...this.#found.steps, ...told] });
    return within[0] ?? step;
  }

  /** Finds the lines, and proves them by taking them back. */
  async #code(step: Located): Promise<void> {
    const { session } = this.#copies;
    const learned = await learnPair(session, step);
    const names = new Set(step.parts.map(({ name }) => name));
    const units = (unitsOf(learned) ?? []).filter(isExchangeable);
    const own = units.filter(({ name }) => names.has(name));
    const files = changedFiles(learned, own);
    const difference = { pair: step, learned, units: own };
    const found = await searchCode(this.#copies, difference, files, (groups, of) => {
      this.#add({ narrowed: { groups: groups.length, of, files: filesOf(groups) } });
    });
    this.#found = { ...this.#found, narrowed: null };
    if ("reason" in found) return this.end(files.isNative ? "native" : found.reason);
    const { groups, of, functions, diff, given } = found;
    const lines = {
      groups: groups.length,
      of,
      files: filesOf(groups),
      functions,
      diff,
    };
    writeFileSync(join(session.store.folder.out, PATCH), diff);
    const proof = {
      kind: "lines",
      of: step.parts.map(exchangedOf),
      // The step may be only a part of the whole difference, and the share is of the whole.
      share: shareWithin(step.share, given.share),
      measured: toldOf(given.measured),
      lines,
    } as const;
    this.#add({ proofs: [...this.#found.proofs, proof], patch: PATCH });
  }

  #share({ base, new: next, measured, level }: ChainStep<Exchangeable>): Share {
    const whole = this.#pair;
    if (base.id === whole.base.id && next.id === whole.new.id) return ALL;
    // Both ends are measured before anything else.
    return shareOf(moreTime(measured, level), moreTime(this.#whole as LogEstimate));
  }

  #told(
    level: Descended["steps"][number]["level"],
    step: ChainStep<Exchangeable>,
    followed: boolean,
  ): Descended["steps"][number] {
    const { parts, measured } = step;
    // The last of several depends on the others.
    const [main, ...together] = parts.toReversed().map(exchangedOf) as [Exchanged, ...Exchanged[]];
    const share = this.#share(step);
    return { level, ...main, together, measured: toldOf(measured), share, followed };
  }
}

const MOST_LISTED = 5;

/** A step that the search goes on from, and its share of the whole difference. */
interface Located extends ChainStep<Exchangeable> {
  readonly share: Share;
}

const ALL: Share = { share: 1, lo: 1, hi: 1 };

function versionProof(
  { parts }: ChainStep<Exchangeable>,
  { share, measured }: Given,
): Descended["proofs"][number] {
  const of = parts.map(exchangedOf);
  return { kind: "version", of, share, measured: toldOf(measured), lines: null };
}

const filesOf = (groups: readonly LineGroup[]) => [...new Set(groups.map(({ path }) => path))];

type Exchanged = Descended["proofs"][number]["of"][number];

function exchangedOf({ name, base, new: next }: Exchangeable): Exchanged {
  return { name, from: base.version, to: next.version };
}
