import { join, relative, resolve } from "node:path";
import process from "node:process";
import * as v from "valibot";
import { appended, COMPARISON_MARGIN, type HistoryFacts } from "@deadheat/judge";
import { formatDuration } from "@deadheat/report/format";
import { filled, findBegun } from "@deadheat/runner";
import { hashOf } from "@deadheat/versions";
import { onTestbed, runsDirectory } from "../measure/testbed.ts";
import { interruptible } from "../plan/options.ts";
import { preparingOf } from "../plan/preparing.ts";
import { requestsOf, usualRequests } from "../plan/requests.ts";
import { widestLoad } from "../learn/pilots.ts";
import type { Installed } from "../ready/installed.ts";
import { resultPath, writeReports } from "../folder/report.ts";
import { writing } from "../folder/not-written.ts";
import { absolute, requireUnused } from "../folder/run-folder.ts";
import { runLearned, targetOf } from "../run/learned.ts";
import type { Ran } from "../run/run.ts";
import { heartbeat } from "../terminal/heartbeat.ts";
import { deadheatVersion } from "../version.ts";
import { readEarlier, toMeasure, whyAnew, type Earlier } from "./append.ts";
import { appsFor, configOf, referencesIn, subjectOf, sharedWork, wantedOf } from "./asked.ts";
import type { HistoryOptions } from "./options.ts";
import {
  learnVersions,
  lookUpVersions,
  missingCells,
  prepareReferences,
  requireSteps,
  type TriedVersion,
} from "./ready.ts";
import type { ListedVersion } from "./versions.ts";

/** The options of a history in the plan of its run, with the versions that it began with. */
interface Begun extends HistoryOptions {
  readonly wanted: readonly ListedVersion[];
}

/** Accepts any object: this command itself wrote the options of an interrupted run. */
const begunSchema = v.custom<Begun>((value) => typeof value === "object" && value !== null);

/**
 * Measures versions against one of them, and writes result.json, report.html, report.md and history.svg. The verdicts
 * about neighbors are corrected together. Prints nothing.
 * @returns the path and the content of result.json
 * @throws the errors of `run`
 */
export async function history(asked: HistoryOptions): Promise<Ran> {
  const { note, stop } = heartbeat(asked.onProgress ?? (() => {}));
  try {
    return await measured({ ...asked, onProgress: note });
  } finally {
    stop();
  }
}

async function measured(asked: HistoryOptions): Promise<Ran> {
  const { signal: callers, onProgress: note = () => {}, resume = false, out = null } = asked;
  const begun = resume ? findBegun(out && absolute(out), runsDirectory(), begunSchema) : null;
  if (begun === null) requireUnused(out);
  const options = begun ? { ...filled(asked, begun.request), cwd: begun.request.cwd } : asked;
  const cwd = resolve(options.cwd ?? process.cwd());
  const signal = interruptible(callers);
  const { config: _, ...rest } = options;
  const config = await configOf(options, cwd);
  const earlier = options.append === undefined ? null : readEarlier(options.append, cwd);
  const subject = options.versions ?? earlier?.result.history.subject ?? subjectOf(config);
  const app = options.app ?? (config?.app ? relative(cwd, config.app) : undefined);
  const apps = await appsFor(subject, options, config, cwd);
  const preparing = preparingOf({ ...rest, cwd, signal, note }, config, null);
  const written = requestsOf(options, config, cwd);
  const wanted =
    begun?.request.wanted ?? (await wantedOf(subject, options, config, apps, preparing));
  const references = referencesIn(wanted, options.reference ?? null, earlier);
  const found = await lookUpVersions(
    wanted,
    apps,
    options.setup ?? null,
    preparing,
    options.dependencies,
  );

  return onTestbed(
    { ...options, parallel: options.parallel ?? "most", signal, note },
    async (usual) => {
      const sides = await usual.onAllCpus(() => prepareReferences(found, references));
      const referenceOf = (series: string) => sides.get(series) as Installed;
      const requests = written ?? usualRequests([...sides.values()], cwd, options, config);
      const shared = hashOf([
        deadheatVersion(),
        requests.map(({ name, request, keepAlive }) => ({
          name,
          request,
          ...(!keepAlive && { keepAlive }),
        })),
        ...(options.dependencies === "then" ? ["dependencies then"] : []),
        await Promise.all(apps.map((one) => sharedWork(subject, one, cwd))),
      ]);
      // The versions of an earlier history were measured under its load, which the new ones need too.
      const fits = earlier?.result.run.load.fits;
      const testbed = fits ? { ...usual, load: { ...usual.load, fits } } : usual;
      const { machine, load } = testbed;
      const anew = earlier && whyAnew(earlier, { shared, machine, load, references: sides });
      if (anew !== null) note(`Measuring every version again: ${anew}`);
      const joins = earlier !== null && anew === null;
      const due = joins ? toMeasure(wanted, earlier.result) : wanted;
      if (joins && due.length === 0) {
        note(`${earlier.folder} has every version of ${subject}, so there is nothing to add`);
        return { path: join(earlier.folder, "result.json"), result: earlier.result };
      }
      const allowDifferent = options.allowDifferent ?? config?.allowDifferent ?? false;
      const pilots = begun === null && !(joins && fits) ? testbed.pilots : null;
      const learning = { ...testbed, pinning: testbed.machine.pinning, allowDifferent, pilots };
      const all: TriedVersion[] = [];
      for (const [series, wantedReference] of references) {
        const own = found.filter(
          ({ wanted: one }) =>
            one.series === series && (one === wantedReference || due.includes(one)),
        );
        const reference = { wanted: wantedReference, side: referenceOf(series) };
        all.push(...(await learnVersions(own, reference, requests, learning)));
      }
      requireSteps(all);
      const learned = all.flatMap((one) => one.learned ?? []);
      const servers = learned.map(({ side }) => side);
      const widest = widestLoad(usual, servers, requests, "without floor");
      const targets = all.flatMap((one) =>
        one.learned === null
          ? []
          : [{ ...targetOf(one.learned), reference: referenceOf(one.wanted.series).name }],
      );
      const facts: HistoryFacts = {
        subject,
        options: app === undefined ? [] : ["--app", app],
        ...(options.dependencies === "then" && { dependencies: "then" as const }),
        shared,
        series: [...references].map(([name, { runtime }]) => {
          return { name, runtime, reference: referenceOf(name).name };
        }),
        versions: wanted.map((one) => versionOf(one, all, earlier)),
      };
      const own = { ...options, cwd, wanted };
      const ran = await runLearned(
        learned,
        requests,
        own,
        config,
        {
          targets,
          load: begun?.settings.load ?? (pilots === null ? load : widest),
          margin: options.margin ?? config?.margin ?? COMPARISON_MARGIN,
          begun,
          // A journal of another day would be a number of another day.
          cache: "force",
          history: facts,
          missing: all
            .filter((one) => one.learned === null)
            .flatMap((one) => missingCells(one, referenceOf(one.wanted.series).name, requests)),
          announce: (seconds, rounds) =>
            note(
              `${targets.length} versions against ${facts.series.map((one) => one.reference).join(", ")}, ` +
                `${rounds} rounds: about ${formatDuration(seconds)}`,
            ),
        },
        testbed,
      );
      if (earlier === null) return ran;
      const result = joins ? appended(earlier.result, ran.result, facts) : ran.result;
      const { folder } = earlier;
      const whole = { path: resultPath(folder), result };
      return writing(whole, folder, () => writeReports(folder, result));
    },
  );
}

/** Returns a version with its target. One that this run does not measure has the name of the earlier run. */
function versionOf(
  wanted: ListedVersion,
  all: readonly TriedVersion[],
  earlier: Earlier | null,
): HistoryFacts["versions"][number] {
  const { runtime: _, ...version } = wanted;
  const isSame = (other: Pick<ListedVersion, "series" | "label">) =>
    other.series === version.series && other.label === version.label;
  const side = all.find((other) => isSame(other.wanted))?.side;
  const before = earlier?.result.history.versions.find(isSame)?.target;
  const target = side === undefined ? before : side?.name;
  return { target: target ?? version.spec, ...version };
}
