import type { Trial } from "../provenance/trial.ts";
import { join } from "node:path";
import { attempt, EnvironmentError, Interrupted, writeWhole } from "@deadheat/journal";
import {
  COMPARISON_MARGIN,
  publishedPriors,
  reasonsOf,
  type Bisected,
  type Reasons,
} from "@deadheat/judge";
import { drawSeed, type Pair } from "@deadheat/measure";
import { bisectedSentences, renderBisectedHtml, renderBisectedMarkdown } from "@deadheat/report";
import { hashOf } from "@deadheat/versions";
import { explainingSeconds, explainPair } from "../compare/explain.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import { writing } from "../folder/not-written.ts";
import { published } from "../folder/published.ts";
import { onTestbed, runsDirectory, type OtherWork, type Testbed } from "../measure/testbed.ts";
import { knownPriors } from "../measure/priors.ts";
import { servicesFor } from "../measure/services.ts";
import { interruptible } from "../plan/options.ts";
import { usualRequests } from "../plan/requests.ts";
import { PROFILED_SECONDS } from "../profile/entrants.ts";
import { writeExplained } from "../profile/written.ts";
import { sameCode } from "../provenance/same-code.ts";
import { requireUnchanged } from "../ready/installed.ts";
import { descend, type DescentResult } from "../descend/descend.ts";
import { descendRuntime } from "../descend/runtime.ts";
import { tellingOnce } from "../descend/told.ts";
import type { Note } from "../step.ts";
import { heartbeat } from "../terminal/heartbeat.ts";
import { documentOf, failureOf, type Searches } from "./document.ts";
import { causeOf, type Candidate, type CandidateLine } from "../search/candidate.ts";
import { branchLine, withoutIrrelevant } from "./line/commits.ts";
import { largestOf } from "./largest.ts";
import type { BisectOptions, BisectResult } from "./options.ts";
import { readAsked, type Asked } from "./read.ts";
import { relevanceOf } from "./relevance.ts";
import { searchLine, type Searched } from "../search/search.ts";
import { learnPair, lookUpCandidate, sideOf, type Session } from "../search/session.ts";
import { RESULT, Store, type Facts } from "../search/store.ts";

/** The seconds after which a search ends, unless --budget says otherwise. `--resume` continues it. */
const USUAL_BUDGET_SECONDS = 3600;
/** The longest time that a timer takes, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Finds the commit, version or release that made a server slower or faster. Measures both ends first, and then candidates
 * between them against the base end. Prints nothing. No process is left, however it ends.
 * @throws UsageError if the options make no sense, EnvironmentError if an end could not be measured, Interrupted
 */
export async function bisect(options: BisectOptions): Promise<BisectResult> {
  const stopped = interruptible(options.signal);
  const budget = new AbortController();
  const milliseconds = (options.budgetSeconds ?? USUAL_BUDGET_SECONDS) * 1000;
  const timer = setTimeout(() => budget.abort(), Math.min(milliseconds, LONGEST_TIMER));
  // The budget ends every phase, as Ctrl-C does.
  const signal = interruptible(AbortSignal.any([stopped, budget.signal]));
  const { note, stop } = heartbeat(options.onProgress ?? (() => {}));
  try {
    const asked = await readAsked(options, signal, note);
    const { result, failure } = await searched(asked, { ...options, signal, note });
    if (failure === null || (budget.signal.aborted && !stopped.aborted)) return result;
    if (stopped.aborted)
      note("All finished rounds are saved. To continue, run the same command with --resume.");
    if (result.document.whole !== null) options.onUnfinished?.(result);
    throw failure;
  } catch (error) {
    if (!(error instanceof Interrupted) || stopped.aborted) throw error;
    throw new EnvironmentError(
      "The budget ended before the first round. Use a longer --budget, and add --resume if the command has begun to measure",
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** Searches, and returns all that was found with the error that ended the search early; null if none did. */
async function searched(
  asked: Asked,
  options: BisectOptions & { readonly signal: AbortSignal; readonly note: Note },
): Promise<{ result: BisectResult; failure: unknown }> {
  const place = [options.out ?? null, runsDirectory(), digestOf(asked)] as const;
  const begun = options.resume ? await Store.resume(...place, options.note) : null;
  return onTestbed(options, async (testbed) => {
    const store =
      begun ??
      Store.create(...place, options.seed ?? drawSeed(), await usualOf(testbed, asked.line));
    const earlier = store.facts.seconds;
    const clock = performance.now();
    const elapsed = () => earlier + (performance.now() - clock) / 1000;
    try {
      const margin = options.margin ?? COMPARISON_MARGIN;
      const session = await begin(testbed, store, asked);
      const words = (so: Searches) =>
        bisectedSentences({
          ...documentOf(session, asked, so, margin, elapsed()),
          outcome: "found",
        });
      const searches = await search(session, asked, (so) => {
        for (const sentence of words(so)) testbed.note(`Found so far: ${sentence}`);
      });
      const started = [...session.learned.values()].flatMap(({ base, new: next }) => [base, next]);
      const sides = started.map(({ side }) => side);
      await requireUnchanged(sides, store.folder.out);
      let failure = failureOf(searches);
      const document = documentOf(session, asked, searches, margin, elapsed());
      const descent =
        failure === null ? await descendFrom(document, session, searches, asked) : null;
      failure ??= descent?.failure ?? null;
      let explained: Reasons | null = null;
      if (options.explain && failure === null) {
        // Whatever ends the explanation, the search has its result.
        explained = await explainLargest(document, session, searches, options).catch((error) => {
          failure = error;
          return null;
        });
      }
      const { descended = null } = descent ?? {};
      const whole: Bisected = {
        ...document,
        ...(failure !== null && { outcome: "unfinished" }),
        // The way down takes time and rounds too.
        seconds: elapsed(),
        ...(descended && { descended }),
        ...(explained && { explained }),
      };
      const result = resultIn(whole, store, asked);
      return { result: await writing(result, store.folder.out, () => write(result)), failure };
    } finally {
      // A full disk costs the seconds of this attempt, and must not hide its result.
      attempt(() => store.save({ seconds: elapsed() }));
      store.close();
    }
  });
}

async function usualOf(testbed: Testbed, { candidates }: Asked["line"]): Promise<Facts["usual"]> {
  const on = [...new Set(candidates.map(({ spec }) => spec.runtime?.name ?? "node"))];
  const { variance, df } = (await knownPriors(testbed, on, "")).cpu ?? publishedPriors.cpu;
  return { variance, df };
}

/** Returns a digest of the arguments that decide what a search measures. */
function digestOf({ options, line, request, preparing, services }: Asked): string {
  const { app, appFrom, setup, env, allowScripts, allowGit } = preparing;
  const { all, threshold, firstParent, windowSeconds, warmupRequests, ignore } = options;
  return hashOf([
    line.candidates.map(({ id }) => id),
    [request, app, appFrom, setup, env, allowScripts, allowGit, services],
    [all, threshold, firstParent, windowSeconds, warmupRequests, ignore],
  ]);
}

/** Prepares both ends and starts each once. @throws EnvironmentError if there is nothing to search for */
async function begin(testbed: Testbed & OtherWork, store: Store, asked: Asked): Promise<Session> {
  const { options, preparing, cwd, config, request } = asked;
  const [base, newest] = [asked.line.candidates[0], asked.line.candidates.at(-1)] as [
    Candidate,
    Candidate,
  ];
  const services = await servicesFor(asked.services, request ? [request] : [], testbed, preparing);
  const workshop = { testbed, preparing, newest, services, sides: new Map() };
  const ends = [await sideOf(workshop, base), await sideOf(workshop, newest)];
  const [usual] = usualRequests(ends, cwd, options, config) as [ReadRequest];
  const session: Session = {
    ...workshop,
    store,
    request: request ?? usual,
    allowDifferent: options.allowDifferent ?? config?.allowDifferent ?? false,
    learned: new Map(),
    pace: { rounds: 0, seconds: 0 },
  };
  const learned = await learnPair(session, { base, new: newest });
  const refused = sameCode(learned) ?? sameDigest(store, base, newest);
  if (refused !== null) throw new EnvironmentError(refused);
  return session;
}

/** Searches the line, and then the branch of each merge that it found. @param onFound receives all that is known by then */
async function search(
  session: Session,
  asked: Asked,
  onFound: (searches: Searches) => void,
): Promise<Searches> {
  const { options, preparing } = asked;
  const { testbed, newest } = session;
  const [ends] = [...session.learned.values()] as [Pair<Trial>];
  const { preparing: own } = await lookUpCandidate(newest, newest, preparing);
  const relevance = await relevanceOf([ends.base, ends.new], own.setup !== null);
  const narrowed = (line: CandidateLine) =>
    line.kind === "commits" ? withoutIrrelevant(line, relevance) : line;
  const { threshold = null, all = null } = options;
  const rule = { threshold, size: all, all: all !== null, confirm: true };
  const branches = new Map<number, Searched>();
  const main = await searchLine(session, narrowed(asked.line), rule, (so) =>
    onFound({ main: so, branches }),
  );
  for (const step of options.firstParent || main.failure !== null ? [] : main.found) {
    const at = causeOf(main.line, step);
    const { commit, app } = main.line.candidates[at] as Candidate;
    if (commit === null || asked.commits === null || step.state !== "confirmed") continue;
    const branch = await branchLine(commit, newest.spec, asked.commits.new.repository, app);
    const line = branch && narrowed(branch);
    if (line === null || line.candidates.length < 2) continue;
    const commits = line.candidates.length - 1;
    testbed.note(
      `${commit.id.slice(0, 7)} is a merge: searching the ${commits} commits of its branch`,
    );
    const within = await searchLine(session, line, { ...rule, threshold: null }, (so) =>
      onFound({ main, branches: new Map([...branches, [at, so]]) }),
    );
    branches.set(at, within);
    if (within.failure !== null) break;
  }
  return { main, branches };
}

/** Returns why there is nothing to search for between two ends that load the same code; null if they do not. */
function sameDigest({ facts }: Store, base: Candidate, next: Candidate): string | null {
  const [one, two] = [facts.code[base.id], facts.code[next.id]];
  return one === undefined || one !== two
    ? null
    : `${base.name} and ${next.name} load the same code: nothing in between changed a file that the server loads or may read. Choose ends that differ`;
}

/** Returns the candidate with this id, which may be the id of the commit that changed it. */
function candidateOf({ main, branches }: Searches, id: string): Candidate {
  const all = [main, ...branches.values()].flatMap(({ line }) => line.candidates);
  return all.find((one) => one.id === id || one.commit?.id === id) as Candidate;
}

/** Goes down from the largest change. Returns null if there is none, or if only the commit was asked for. */
async function descendFrom(
  document: Bisected,
  session: Session,
  searches: Searches,
  { options: { depth = "package" }, line }: Asked,
): Promise<DescentResult | null> {
  const largest = largestOf(document);
  if (largest === undefined || depth === "commit") return null;
  const pair = {
    base: candidateOf(searches, largest.parent.id),
    new: candidateOf(searches, largest.candidate.id),
  };
  return line.kind === "runtimes"
    ? descendRuntime(session, pair)
    : descend(session, pair, { depth, releases: true }, tellingOnce(session.testbed.note));
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
  const { testbed, store, request } = session;
  const usual = store.facts.load ?? testbed.load;
  const load = { ...usual, windowSeconds: windowSeconds ?? PROFILED_SECONDS };
  const explained = await explainPair(
    pair,
    { i: 0, name: request.name },
    { budgetSeconds: explainingSeconds(null), seed: store.facts.seed },
    { ...testbed, load },
  );
  return reasonsOf(writeExplained(explained, store.folder.out).document);
}

function resultIn(unpublished: Bisected, { folder: { out } }: Store, { cwd }: Asked): BisectResult {
  const document = published(unpublished, cwd);
  const files = {
    html: join(out, "bisect.html"),
    markdown: join(out, "bisect.md"),
    json: join(out, RESULT),
  };
  return { document, files, out };
}

function write({ document, files }: BisectResult): void {
  writeWhole(files.html, renderBisectedHtml(document));
  writeWhole(files.markdown, renderBisectedMarkdown(document));
  // The document comes last: with it the search counts as finished.
  if (document.outcome !== "unfinished") writeWhole(files.json, document);
}
