import { join } from "node:path";
import { writeWhole } from "@deadheat/journal";
import { COMPARISON_MARGIN, reasonsOf, type Bisected, type Reasons } from "@deadheat/judge";
import { drawSeed, EnvironmentError } from "@deadheat/measure";
import { renderBisectedHtml, renderBisectedMarkdown } from "@deadheat/report";
import { hashOf } from "@deadheat/versions";
import { onGround, runsDirectory, type ChangingGround } from "../measure/ground.ts";
import { interruptible } from "../plan/options.ts";
import { usualRequests } from "../plan/requests.ts";
import { sameCode } from "../provenance/same-code.ts";
import { explainingSeconds, explainPair } from "../compare/explain.ts";
import { PROFILED_SECONDS } from "../profile/entrants.ts";
import { writeExplained } from "../profile/written.ts";
import { published } from "../folder/published.ts";
import { documentOf } from "./document.ts";
import { causeOf, type Candidate, type CandidateLine } from "./line/candidate.ts";
import { branchLine, withoutIrrelevant } from "./line/commits.ts";
import { bisectLog } from "./log.ts";
import type { BisectOptions } from "./options.ts";
import { readAsked, type Asked } from "./read.ts";
import { relevanceOf } from "./relevance.ts";
import { searchLine, type Searched } from "./search.ts";
import { learnPair, sameCodeWords, sideOf, type Session } from "./session.ts";
import { findUnfinished, openStore, RESULT, type Store } from "./store.ts";

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
  const out = options.out ?? null;
  const digest = digestOf(asked);
  const begun = options.resume ? findUnfinished(out, runsDirectory(), digest) : null;
  return onGround({ ...options, signal, note }, async (ground) => {
    const plan = { out, asked: digest, seed: options.seed ?? drawSeed() };
    const store = await openStore(begun, plan, runsDirectory());
    const clock = performance.now();
    try {
      return await bisectOn(ground, store, asked, () => (performance.now() - clock) / 1000);
    } catch (error) {
      if (signal.aborted)
        note("What was measured is kept. Repeat the command with --resume to go on.");
      throw error;
    } finally {
      store.add({ type: "seconds", id: "", seconds: (performance.now() - clock) / 1000 });
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
    [
      all ?? null,
      threshold ?? null,
      firstParent ?? false,
      windowSeconds ?? null,
      warmupRequests ?? null,
      ignore ?? [],
    ],
  ]);
}

async function bisectOn(
  ground: ChangingGround,
  store: Store,
  asked: Asked,
  seconds: () => number,
): Promise<BisectResult> {
  const { options, preparing, cwd } = asked;
  const [base, next] = [asked.line.candidates[0], asked.line.candidates.at(-1)] as [
    Candidate,
    Candidate,
  ];
  const sides = new Map<string, Awaited<ReturnType<typeof sideOf>>>();
  const usual = usualRequests([], cwd, options, asked.config)[0] as NonNullable<Asked["request"]>;
  const opening: Session = {
    ground,
    store,
    request: asked.request ?? usual,
    preparing,
    newest: next,
    allowDifferent: options.allowDifferent ?? asked.config?.allowDifferent ?? false,
    sides,
    learned: new Map(),
    load: null,
  };
  const ends = [await sideOf(opening, base), await sideOf(opening, next)] as const;
  const session: Session = {
    ...opening,
    request: asked.request ?? usualRequests(ends, cwd, options, asked.config)[0] ?? usual,
  };
  const learned = await learnPair(session, { base, new: next });
  const refused = sameCode(learned) ?? sameCodeWords(store, [base, next]);
  if (refused !== null) throw new EnvironmentError(refused);
  const relevance = await relevanceOf([learned.base, learned.new], preparing.setup !== null);
  const narrowed = (line: CandidateLine) =>
    line.kind === "commits" ? withoutIrrelevant(line, relevance) : line;
  const isOver = () => seconds() > (options.budgetSeconds ?? Infinity);
  const rule = {
    threshold: options.threshold ? Math.log(1 - options.threshold) : null,
    size: options.all ?? null,
    all: (options.all ?? null) !== null,
  };
  const main = await searchLine(session, narrowed(asked.line), rule, isOver);
  const branches = options.firstParent ? [] : await searchBranches(main);
  const before = store.facts.reduce(
    (sum, fact) => sum + (fact.type === "seconds" ? fact.seconds : 0),
    0,
  );
  const document = documentOf({
    session,
    asked,
    main,
    branches,
    margin: options.margin ?? COMPARISON_MARGIN,
    seconds: before + seconds(),
  });
  const explained = options.explain ? await explainStep() : null;
  return write({ ...document, ...(explained && { explained }) });

  /** Looks into the branch of each named merge. A step that the branch does not show stays with its merge. */
  async function searchBranches(found: Searched): Promise<(readonly [at: number, Searched])[]> {
    const all: (readonly [number, Searched])[] = [];
    for (const step of found.done.found) {
      const at = causeOf(found.line, step);
      const { commit, app } = found.line.candidates[at] as Candidate;
      if (commit === null || asked.commits === null || step.state !== "confirmed") continue;
      const branch = await branchLine(commit, next.spec, asked.commits.new.repository, app);
      if (branch === null) continue;
      const line = narrowed(branch);
      if (line.candidates.length < 2) continue;
      ground.note(
        `${commit.id.slice(0, 7)} is a merge: searching the ${line.candidates.length - 1} commits of its branch`,
      );
      all.push([at, await searchLine(session, line, { ...rule, threshold: null }, isOver)]);
    }
    return all;
  }

  async function explainStep(): Promise<Reasons | null> {
    const largest = largestOf(document);
    if (largest === undefined) return null;
    const lines = [main, ...branches.map(([, one]) => one)].flatMap(({ line }) => line.candidates);
    const find = (id: string) =>
      lines.find((one) => one.id === id || one.commit?.id === id) as Candidate;
    const pair = await learnPair(session, {
      base: find(largest.parent.id),
      new: find(largest.candidate.id),
    });
    const load = { ...(session.load ?? ground.load), windowSeconds: PROFILED_SECONDS };
    const { document: reasons } = await explainPair(
      pair,
      { i: 0, name: session.request.name },
      { budgetSeconds: explainingSeconds(null), seed: options.seed ?? null },
      { ...ground, load },
    ).then((one) => writeExplained(one, store.folder.out));
    return reasonsOf(reasons);
  }

  function parentsOf(step: Bisected["steps"][number] | undefined): readonly string[] {
    const lines = [main, ...branches.map(([, one]) => one)].flatMap(({ line }) => line.candidates);
    return lines.find(({ commit }) => commit?.id === step?.candidate.id)?.commit?.parents ?? [];
  }

  function write(unpublished: Bisected): BisectResult {
    const { out } = store.folder;
    const whole = published(unpublished, cwd);
    const files = {
      html: join(out, "bisect.html"),
      markdown: join(out, "bisect.md"),
      json: join(out, RESULT),
      log: whole.kind === "commits" ? join(out, "bisect.log") : null,
    };
    if (files.log !== null) writeWhole(files.log, bisectLog(whole, parentsOf(largestOf(whole))));
    writeWhole(files.html, renderBisectedHtml(whole));
    writeWhole(files.markdown, renderBisectedMarkdown(whole));
    // The document comes last: with it the search counts as finished.
    if (whole.outcome !== "unfinished") writeWhole(files.json, whole);
    return { document: whole, files, out };
  }
}

/** Returns the largest confirmed step. */
function largestOf({ steps }: Bisected): Bisected["steps"][number] | undefined {
  const sizeOf = ({ measured }: Bisected["steps"][number]) => Math.abs(Math.log(measured.ratio));
  return steps
    .filter(({ state }) => state === "confirmed")
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
}
