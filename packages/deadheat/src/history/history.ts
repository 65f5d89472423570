import { join, relative, resolve } from "node:path";
import process from "node:process";
import * as v from "valibot";
import { duetsOnly } from "@deadheat/journal";
import { appended, COMPARISON_MARGIN } from "@deadheat/judge";
import { formatDuration } from "@deadheat/report/format";
import { filled, findBegun } from "@deadheat/runner";
import { hashOf } from "@deadheat/versions";
import { onGround, runsDirectory } from "../measure/ground.ts";
import { interruptible } from "../plan/options.ts";
import { preparingOf } from "../plan/preparing.ts";
import { requestsOf, usualRequests } from "../plan/requests.ts";
import { remarksOf } from "../learn/learn.ts";
import { noteServers } from "../ready/served-by.ts";
import { widestLoad } from "../learn/pilots.ts";
import { environment, type Side } from "../ready/side.ts";
import { writeReports } from "../folder/report.ts";
import { absolute, describeGit, openRun } from "../folder/run-folder.ts";
import { targetOf } from "../run/configured.ts";
import { runTargets, type Ran } from "../run/run.ts";
import { deadheatVersion } from "../version.ts";
import { readEarlier, toMeasure, whyAnew } from "./append.ts";
import {
  appsFor,
  configOf,
  isOfRevisions,
  referencesIn,
  subjectOf,
  textOf,
  wantedOf,
} from "./asked.ts";
import { factsOf } from "./facts.ts";
import type { HistoryOptions } from "./options.ts";
import {
  learnVersions,
  lookUpVersions,
  missingCells,
  prepareVersions,
  requireSteps,
  type Answering,
} from "./ready.ts";
import type { Wanted } from "./versions.ts";

/** The options of a history in the plan of its run, with the versions that it began with. */
interface Begun extends HistoryOptions {
  readonly wanted: readonly Wanted[];
}

/** Accepts any object: this command itself wrote the options of an interrupted run. */
const begunSchema = v.custom<Begun>((value) => typeof value === "object" && value !== null);

/**
 * Measures versions against one of them, and writes result.json, report.html, report.md and history.svg. The words about
 * neighbours hold together. Prints nothing.
 * @returns the path and the content of result.json
 * @throws the errors of `run`
 */
export async function history(asked: HistoryOptions): Promise<Ran> {
  const { signal: callers, onProgress: note = () => {}, resume = false, out = null } = asked;
  const begun = resume ? findBegun(out && absolute(out), runsDirectory(), begunSchema) : null;
  const options = begun ? { ...filled(asked, begun.request), cwd: begun.request.cwd } : asked;
  const cwd = resolve(options.cwd ?? process.cwd());
  const signal = interruptible(callers);
  const config = await configOf(options, cwd);
  const earlier = options.append === undefined ? null : readEarlier(options.append, cwd);
  const subject = options.versions ?? earlier?.result.history.subject ?? subjectOf(config);
  const app = options.app ?? (config?.app ? relative(cwd, config.app) : undefined);
  const apps = await appsFor(subject, options.app ?? null, config, cwd);
  const preparing = preparingOf({ ...options, cwd, signal, note }, config, null);
  const written = requestsOf(options, config, cwd);
  const wanted =
    begun?.request.wanted ?? (await wantedOf(subject, options, config, apps, preparing));
  const references = referencesIn(wanted, options.reference ?? null, earlier);
  const isReference = (one: Wanted) => references.get(one.series) === one;
  const found = await lookUpVersions(wanted, apps, options.setup ?? null, preparing);

  const first = await prepareVersions(
    found.filter((one) => isReference(one.wanted)),
    isReference,
    note,
  );
  const referenceOf = (series: string) =>
    first.find((one) => one.wanted.series === series)?.side as Side;
  const requests =
    written ??
    usualRequests(
      first.flatMap(({ side }) => side ?? []),
      cwd,
      options,
      config,
    );
  const shared = hashOf([
    deadheatVersion(),
    requests.map(({ name, request, keepAlive }) => ({
      name,
      request,
      ...(!keepAlive && { keepAlive }),
    })),
    // A revision has an app of its own.
    apps.map(({ label, program }) => (isOfRevisions(subject) ? label : textOf(program))),
  ]);

  return onGround({ ...options, signal, note }, async (usual) => {
    // The versions of an earlier history were measured under its load, which the new ones need too.
    const fits = earlier?.result.run.load.fits;
    const ground = fits ? { ...usual, load: { ...usual.load, fits } } : usual;
    const anew =
      earlier &&
      whyAnew(earlier, {
        shared,
        machine: ground.machine,
        load: ground.load,
        references: new Map([...references.keys()].map((series) => [series, referenceOf(series)])),
      });
    if (anew !== null) note(`every version is measured anew: ${anew}`);
    const joins = earlier !== null && anew === null;
    const due = joins ? toMeasure(wanted, earlier.result) : wanted;
    if (joins && due.length === 0) {
      note(`${earlier.folder} has every version of ${subject}: there is nothing to add`);
      return { path: join(earlier.folder, "result.json"), result: earlier.result };
    }
    const others = found.filter((one) => due.includes(one.wanted) && !isReference(one.wanted));
    const prepared = [...first, ...(await prepareVersions(others, isReference, note))];
    const allowDifferent = options.allowDifferent ?? config?.allowDifferent ?? false;
    const pilots = begun === null && !(joins && fits) ? ground.pilots : null;
    const learning = { ...ground, pinning: ground.machine.pinning, allowDifferent, pilots };
    const all: Answering[] = [];
    for (const series of references.keys()) {
      const own = prepared.filter((one) => one.wanted.series === series);
      all.push(...(await learnVersions(own, referenceOf(series), requests, learning)));
    }
    requireSteps(all);
    const learned = all.flatMap((one) => one.learned ?? []);
    const targets = all.flatMap((one) =>
      one.learned === null
        ? []
        : [{ ...targetOf(one.learned), reference: referenceOf(one.wanted.series).name }],
    );
    const facts = factsOf({
      subject,
      options: app === undefined ? [] : ["--app", app],
      shared,
      wanted,
      references,
      referenceOf,
      all,
      earlier,
    });
    const given = options.rounds ?? null;
    const [{ exchanges }] = learned as [(typeof learned)[number]];
    const ran = await runTargets(
      {
        targets,
        requests: requests.map(({ name }, i) => ({ name, exchange: exchanges[i]! })),
        load:
          begun?.settings.load ??
          (pilots === null
            ? ground.load
            : widestLoad(
                usual,
                learned.map(({ side }) => side),
                requests,
                "without floor",
              )),
        modes: duetsOnly,
        budgetSeconds:
          options.budgetSeconds ?? (given === null ? (config?.budgetSeconds ?? null) : null),
        rounds: given,
        until: options.until ?? null,
        margin: options.margin ?? config?.margin ?? COMPARISON_MARGIN,
        seed: options.seed ?? null,
        folder: begun?.folder ?? openRun(out, runsDirectory()),
        begun,
        request: {
          ...options,
          cwd,
          wanted,
          signal: undefined,
          onProgress: undefined,
          resume: undefined,
        },
        // A journal of another day would be a metric of another day.
        cache: "force",
        env: environment([]),
        warnings: [...noteServers(learned, note), ...remarksOf(learned, note)],
        git: describeGit(cwd),
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
      ground,
    );
    if (earlier === null) return ran;
    const result = joins ? appended(earlier.result, ran.result, facts) : ran.result;
    return { path: writeReports(earlier.folder, result), result };
  });
}
