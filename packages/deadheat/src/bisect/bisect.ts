import { join } from "node:path";
import { writeWhole } from "@deadheat/journal";
import { COMPARISON_MARGIN, reasonsOf, type Bisected, type Reasons } from "@deadheat/judge";
import { drawSeed, EnvironmentError } from "@deadheat/measure";
import { renderBisectedHtml, renderBisectedMarkdown } from "@deadheat/report";
import { hashOf } from "@deadheat/versions";
import { explainingSeconds, explainPair } from "../compare/explain.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import { published } from "../folder/published.ts";
import { onGround, runsDirectory, type ChangingGround } from "../measure/ground.ts";
import { interruptible } from "../plan/options.ts";
import { usualRequests } from "../plan/requests.ts";
import { PROFILED_SECONDS } from "../profile/entrants.ts";
import { writeExplained } from "../profile/written.ts";
import { sameCode } from "../provenance/same-code.ts";
import { documentOf, type Searches } from "./document.ts";
import { causeOf, type Candidate, type CandidateLine } from "./line/candidate.ts";
import { branchLine, withoutIrrelevant } from "./line/commits.ts";
import { bisectLog, largestOf } from "./log.ts";
import type { BisectOptions } from "./options.ts";
import { readAsked, type Asked } from "./read.ts";
import { relevanceOf } from "./relevance.ts";
import { searchLine, type Searched } from "./search.ts";
import { learnPair, lookUpCandidate, sideOf, type Session } from "./session.ts";
import { RESULT, Store } from "./store.ts";

/** The result of a search: the document, and its files. */
export interface BisectResult {
  readonly document: Bisected;
  /** The paths of the page, its text for an issue, the document, and the log for `git bisect replay` (null without commits). */
  readonly files: Readonly<Record<"html" | "markdown" | "json", string>> & {
    readonly log: string | null;
  };
  readonly out: string;
}

/**
 * Finds the commit, version or release that made a server slower or faster. Measures both ends first, and then candidates
 * between them against the base end. Prints nothing. No process is left, however it ends.
 * @throws UsageError if the options make no sense, EnvironmentError if an end could not be measured, Interrupted
 */
export async function bisect(options: BisectOptions): Promise<BisectResult> {
  const signal = interruptible(options.signal);
  const note = options.onProgress ?? (() => {});
  const asked = await readAsked(options, signal, note);
  const place = [options.out ?? null, runsDirectory(), digestOf(asked)] as const;
  const begun = options.resume ? await Store.resume(...place) : null;
  return onGround({ ...options, signal, note }, async (ground) => {
    const store = begun ?? Store.create(...place, options.seed ?? drawSeed());
    const earlier = store.facts.seconds;
    const clock = performance.now();
    const elapsed = () => (performance.now() - clock) / 1000;
    try {
      const { session, searches } = await search(ground, store, asked, elapsed);
      const margin = options.margin ?? COMPARISON_MARGIN;
      const document = documentOf(session, asked, searches, margin, earlier + elapsed());
      const explained = options.explain
        ? await explainLargest(document, session, searches, options)
        : null;
      return write({ ...document, ...(explained && { explained }) }, store, asked, searches);
    } catch (error) {
      if (signal.aborted)
        note("All finished rounds are saved. To continue, run the same command with --resume.");
      throw error;
    } finally {
      store.save({ seconds: earlier + elapsed() });
      store.close();
    }
  });
}

/** Returns a digest of the arguments that decide what a search measures. */
function digestOf({ options, line, request, preparing }: Asked): string {
  const { app, appFrom, setup, env, allowScripts, allowGit } = preparing;
  const { all, threshold, firstParent, windowSeconds, warmupRequests, ignore } = options;
  return hashOf([
    line.candidates.map(({ id }) => id),
    [request, app, appFrom, setup, env, allowScripts, allowGit],
    [all, threshold, firstParent, windowSeconds, warmupRequests, ignore],
  ]);
}

async function search(
  ground: ChangingGround,
  store: Store,
  asked: Asked,
  elapsed: () => number,
): Promise<{ session: Session; searches: Searches }> {
  const { options, preparing, cwd, config } = asked;
  const [base, newest] = [asked.line.candidates[0], asked.line.candidates.at(-1)] as [
    Candidate,
    Candidate,
  ];
  const workshop = { ground, preparing, newest, sides: new Map() };
  const ends = [await sideOf(workshop, base), await sideOf(workshop, newest)];
  const [usual] = usualRequests(ends, cwd, options, config) as [ReadRequest];
  const session: Session = {
    ...workshop,
    store,
    request: asked.request ?? usual,
    allowDifferent: options.allowDifferent ?? config?.allowDifferent ?? false,
    learned: new Map(),
    pace: { rounds: 0, seconds: 0 },
  };
  const learned = await learnPair(session, { base, new: newest });
  const refused = sameCode(learned) ?? sameDigest(store, base, newest);
  if (refused !== null) throw new EnvironmentError(refused);
  const { preparing: own } = await lookUpCandidate(newest, newest, preparing);
  const relevance = await relevanceOf([learned.base, learned.new], own.setup !== null);
  const narrowed = (line: CandidateLine) =>
    line.kind === "commits" ? withoutIrrelevant(line, relevance) : line;
  const { threshold = null, all = null, budgetSeconds } = options;
  const rule = { threshold, size: all, all: all !== null };
  const isOver = () => elapsed() > (budgetSeconds ?? Infinity);
  const main = await searchLine(session, narrowed(asked.line), rule, isOver);
  const branches = new Map<number, Searched>();
  for (const step of options.firstParent ? [] : main.done.found) {
    const at = causeOf(main.line, step);
    const { commit, app } = main.line.candidates[at] as Candidate;
    if (commit === null || asked.commits === null || step.state !== "confirmed") continue;
    const branch = await branchLine(commit, newest.spec, asked.commits.new.repository, app);
    const line = branch && narrowed(branch);
    if (line === null || line.candidates.length < 2) continue;
    const commits = line.candidates.length - 1;
    ground.note(
      `${commit.id.slice(0, 7)} is a merge: searching the ${commits} commits of its branch`,
    );
    branches.set(at, await searchLine(session, line, { ...rule, threshold: null }, isOver));
  }
  return { session, searches: { main, branches } };
}

/** Returns why there is nothing to search for between two ends that load the same code; null if they do not. */
function sameDigest({ facts }: Store, base: Candidate, next: Candidate): string | null {
  const [one, two] = [facts.code[base.id], facts.code[next.id]];
  return one === undefined || one !== two
    ? null
    : `${base.name} and ${next.name} load the same code: nothing in between changed a file that the server loads. Choose ends that differ`;
}

/** Returns the candidate with this id, which may be the id of the commit that changed it. */
function candidateOf({ main, branches }: Searches, id: string): Candidate {
  const all = [main, ...branches.values()].flatMap(({ line }) => line.candidates);
  return all.find((one) => one.id === id || one.commit?.id === id) as Candidate;
}

async function explainLargest(
  document: Bisected,
  session: Session,
  searches: Searches,
  { windowSeconds }: BisectOptions,
): Promise<Reasons | null> {
  const largest = largestOf(document);
  if (largest === undefined) return null;
  const pair = await learnPair(session, {
    base: candidateOf(searches, largest.parent.id),
    new: candidateOf(searches, largest.candidate.id),
  });
  const { ground, store, request } = session;
  const usual = store.facts.load ?? ground.load;
  const load = { ...usual, windowSeconds: windowSeconds ?? PROFILED_SECONDS };
  const explained = await explainPair(
    pair,
    { i: 0, name: request.name },
    { budgetSeconds: explainingSeconds(null), seed: store.facts.seed },
    { ...ground, load },
  );
  return reasonsOf(writeExplained(explained, store.folder.out).document);
}

function write(
  unpublished: Bisected,
  { folder: { out } }: Store,
  { cwd }: Asked,
  searches: Searches,
): BisectResult {
  const document = published(unpublished, cwd);
  const files = {
    html: join(out, "bisect.html"),
    markdown: join(out, "bisect.md"),
    json: join(out, RESULT),
    log: document.kind === "commits" ? join(out, "bisect.log") : null,
  };
  if (files.log !== null) {
    const largest = largestOf(document);
    const commit = largest && candidateOf(searches, largest.candidate.id).commit;
    writeWhole(files.log, bisectLog(document, commit?.parents));
  }
  writeWhole(files.html, renderBisectedHtml(document));
  writeWhole(files.markdown, renderBisectedMarkdown(document));
  // The document comes last: with it the search counts as finished.
  if (document.outcome !== "unfinished") writeWhole(files.json, document);
  return { document, files, out };
}
