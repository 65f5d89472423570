import { dirname, join } from "node:path";
import {
  isOff,
  type Compared,
  type Comparison,
  type MetricSamples,
  type Reasons,
} from "@deadheat/judge";
import { answerOf, nextSentences } from "../content/answer.ts";
import {
  code,
  drawing,
  gap,
  heading,
  hints,
  only,
  say,
  warnings,
  type Alert,
  type Block,
  type Inline,
} from "../content/blocks.ts";
import { caveatsOf, testSentences } from "../content/caveats.ts";
import {
  conditionsOf,
  controlSentence,
  detailSentences,
  headline,
  pairTitle,
  togetherOf,
  warningsOf,
  type ComparedRounds,
} from "../content/compared.ts";
import { metricLabel } from "../content/metrics.ts";
import { touchedWords } from "../content/touched.ts";
import { dearerSentences } from "../content/dearer.ts";
import { explainSentences } from "../content/explain-next.ts";
import { explainedSentences } from "../content/explained-sentences.ts";
import { growthSentences } from "../content/growth.ts";
import { limitChangeSentences, whereWords } from "../content/limits.ts";
import { headingOf, namesOf, versionSentences } from "../content/names.ts";
import { limitedOf } from "../content/outcome.ts";
import { inFull, isMany, requestRows } from "../content/requests.ts";
import { rankedAnswer, rankedSentences, rankedTable } from "../content/ranked-servers.ts";
import { formatDate, present } from "../format.ts";
import { htmlOf } from "../render/html.ts";
import { LONGEST } from "../render/inert.ts";
import { markdownOf } from "../render/markdown.ts";
import { textOf } from "../render/text.ts";
import { intervals, metricsLegend, metricsTable } from "../view/compared/metrics.ts";
import { roundCharts } from "../view/compared/rounds.ts";
import { h, p } from "../view/parts/element.ts";
import { limitRows, metricsInComment, metricsInText, requestsTable } from "./compared-tables.ts";
import { costsOnPage, reasonsInComment, reasonsInText } from "./explained.ts";

/** The options of the text of a comparison or a gate. */
export interface ComparedText {
  /** The run's folder; null leaves journals relative to it. */
  readonly out?: string | null;
  /** Prints the p values and the usual bottleneck too. */
  readonly verbose?: boolean;
  /** Prints the verdicts in color; false by default. */
  readonly color?: boolean;
  /** The width in characters, 80 by default. A path may be longer. */
  readonly width?: number;
}

/** Returns a comparison or a gate as text. */
export function renderCompared(document: Compared, text: ComparedText = {}): string {
  const { width = 80, color = false } = text;
  const options = { width, color, indent: "  ", wholeWords: true };
  return textOf(comparedBlocks(document, { text }), options);
}

/** Returns a comparison or a gate as Markdown, for a file, a job's summary or the comment on a pull request. */
export function renderComparedMarkdown(document: Compared): string {
  return markdownOf(comparedBlocks(document, {}), LONGEST);
}

/** Returns report.html of a comparison or a gate, a file that loads nothing and runs nothing. */
export function renderComparedHtml(rounds: ComparedRounds): string {
  const { document } = rounds;
  const title = pairTitle(document);
  const run = `${title} · ${formatDate(document.startedAt)} UTC`;
  return htmlOf({ kind: "compared", title, run }, comparedBlocks(document, { rounds }));
}

interface About {
  readonly text?: ComparedText;
  /** What a page draws. */
  readonly rounds?: ComparedRounds;
}

/** Returns a comparison or a gate: the answer, the metrics, the reasons, the control, and how it was measured. */
function comparedBlocks(document: Compared, { text = {}, rounds }: About): Block[] {
  const { comparisons, control, gate, command } = document;
  const { out = null, verbose = false } = text;
  const isMeasured = gate?.outcome !== "unmeasured";
  const isRanked = (document.ranking ?? []).length > 0;
  const changes = gate === null ? [] : limitChangeSentences(gate.limits);
  const lines = [headline(document), ...detailSentences(document)];
  const known = new Set<string>();
  const journals = new Set(
    comparisons
      .map(({ journal }) => join(out ?? "", journal))
      .map((path) => (isMany(document) ? dirname(path) : path)),
  );
  const hasReasons = comparisons.some(({ explained }) => explained !== undefined);
  const conditions = conditionsOf(document);
  const shown = inFull(document);
  const hinted = say(...explainSentences(comparisons));
  return [
    only("text", ...answerInText(document)),
    only("markdown html", { kind: "answer", lines, alert: alertOf(document) }),
    only(
      "markdown",
      say(["Base: ", sideOf(document, "base"), ". New: ", sideOf(document, "new"), "."]),
      ...metricsInComment(document),
    ),
    ...(isMany(document) && isMeasured ? [only("text", ...requestsInText(document))] : []),
    ...rankedBlocks(document),
    only("markdown html", warnings(warningsOf(document), changes)),
    ...(isMany(document) ? requestsOnPage(document) : []),
    ...comparisons.flatMap((one, i) => [
      ...(isMeasured && (verbose || (!isRanked && shown.includes(one)))
        ? [only("text", ...comparisonInText(one, i, document, verbose, known))]
        : []),
      only("html", ...onPage(one, rounds?.comparisons[i], comparisons.length > 1)),
    ]),
    ...comparisons
      .filter(({ explained }) => explained !== undefined)
      .flatMap((one, i) => {
        const page = rounds?.explained[comparisons.indexOf(one)] ?? null;
        const file = out && join(out, explainedPage(i));
        return [
          ...(isMeasured ? [only("text", gap, ...reasonsInText(one.explained!, file), gap)] : []),
          ...reasonsBlocks(one, one.explained!, page, comparisons.length > 1),
        ];
      }),
    only("markdown html", hinted),
    only(isMeasured ? "text markdown" : "markdown", say(...controlSentences(document))),
    ...(control ?? []).map((one, i) => only("html", ...controlOnPage(one, rounds?.control[i]))),
    only(
      "text",
      say(
        ...(gate?.outcome === "failed" && !hasReasons
          ? ["To see which functions make the difference, run it again with --explain."]
          : []),
      ),
    ),
    ...(isMeasured ? [only("text", hinted)] : []),
    only(
      "markdown",
      say(
        ...present([
          gate !== null && control === null && "Control: not measured.",
          !isMeasured && "This says nothing about the change.",
        ]),
      ),
    ),
    ...[...journals].map((path) => ({ kind: "file", lead: "Data", path }) as const),
    only("markdown html", {
      kind: "fold",
      title: "How it was measured, and how to repeat it",
      foot: true,
      blocks: [
        only("markdown", { kind: "notes", notes: conditions }),
        only("html", say(...conditions)),
        ...(command === null ? [] : [{ kind: "command", lead: "To repeat it:", command } as const]),
      ],
    }),
  ];
}

/** Returns the table of more than two servers, before what is said of each of them. */
function rankedBlocks(document: Compared): Block[] {
  const { ranking = [], gate, comparisons } = document;
  const several = ranking.length > 1;
  return ranking
    .flatMap((ranked) => [
      ...(gate === null
        ? [only("text", { kind: "answer", lines: [rankedAnswer(ranked, document)] } as const)]
        : []),
      ...(several ? [heading(ranked.scenario)] : []),
      only("text", gap),
      rankedTable(ranked, document),
      say(...rankedSentences(ranked, comparisons[0]?.margin ?? 0)),
    ])
    .concat(
      ranking.length === 0
        ? []
        : [
            only(
              "text",
              say(
                ...nextSentences(comparisons, togetherOf(document)),
                "The report has every metric; --verbose prints them.",
              ),
              // The same warning about each pair differs in its numbers.
              warnings([...new Map(warningsOf(document).map((one) => [one.code, one])).values()]),
            ),
          ],
    );
}

/** Returns the outcome of a gate and of each limit. Without a gate, each comparison has its answer. */
function answerInText(document: Compared): Block[] {
  const { comparisons, gate } = document;
  if (gate === null) return [];
  const answer: Block = { kind: "answer", lines: [headline(document)] };
  const changes = warnings([], limitChangeSentences(gate.limits));
  if (gate.outcome === "unmeasured") return [answer, changes];
  const limited = comparisons.flatMap(limitedOf);
  // One table shows the CPU time of many requests with its limit.
  const rows = isMany(document)
    ? limited.filter(({ label }) => label !== metricLabel("cpu"))
    : limited;
  const next = nextSentences(comparisons, togetherOf(document));
  return [
    answer,
    // One limit is in the headline.
    ...(rows.length < 2 ? [] : [gap, limitRows(rows)]),
    say(...(gate.touched ?? []).map(touchedWords)),
    say(...next, ...new Set(comparisons.flatMap(moreAbout))),
    changes,
  ];
}

/** Returns the CPU time of many requests, and each warning about them once. */
function requestsInText(document: Compared): Block[] {
  return [
    gap,
    requestsTable(document),
    say("The report has every metric; --verbose prints them."),
    warnings([...new Map(warningsOf(document).map((one) => [one.code, one])).values()]),
  ];
}

/** Returns the CPU time of many requests as intervals on one axis. */
function requestsOnPage(document: Compared): Block[] {
  const rows = requestRows(document);
  const metrics = rows.flatMap(({ metric }) => metric ?? []);
  return [
    only(
      "html",
      heading("CPU per request"),
      drawing(
        () =>
          rows.length > 0 && [
            intervals(rows, "request", "CPU per request"),
            metricsLegend(metrics),
          ],
      ),
    ),
  ];
}

function moreAbout(one: Comparison): string[] {
  return [...growthSentences(one, namesOf(one)), ...dearerSentences(one)];
}

/** Returns the name of the page of an explanation in the run's folder. */
function explainedPage(i: number): string {
  return i === 0 ? "explain.html" : `explain-${i + 1}.html`;
}

/** The largest number of controls of a comment. */
const MOST_CONTROLS = 10;

/** Returns a sentence for each control, those that failed first. */
function controlSentences({ control }: Compared): string[] {
  return (control ?? [])
    .toSorted((a, b) => Number(isOff(b)) - Number(isOff(a)))
    .slice(0, MOST_CONTROLS)
    .map(controlSentence);
}

/**
 * Returns the table of a comparison with its heading, and the caveats that apply.
 * @param known the sentences about versions that were printed before, and are not printed again
 */
function comparisonInText(
  one: Comparison,
  i: number,
  document: Compared,
  verbose: boolean,
  known: Set<string>,
): Block[] {
  const together = togetherOf(document);
  const versions = versionSentences(one).filter((sentence) => !known.has(sentence));
  for (const sentence of versions) known.add(sentence);
  return [
    ...(document.gate === null
      ? [
          ...(i === 0 ? [] : [gap]),
          { kind: "answer", lines: [answerOf(one)] } as const,
          say(...nextSentences([one], together), ...moreAbout(one)),
        ]
      : []),
    gap,
    heading(headingOf(one)),
    ...metricsInText(one),
    say(...caveatsOf(one, together), ...(verbose ? testSentences(one) : []), ...versions),
    warnings(one.warnings),
  ];
}

/** Returns the kind of GitHub's alert. A gate that passed still warns of what became worse. */
function alertOf({ comparisons, gate }: Compared): Alert {
  if (gate?.outcome === "unmeasured") return "CAUTION";
  if (gate?.outcome === "undecided") return "NOTE";
  const verdicts = new Set<string>(
    comparisons.flatMap(({ verdict, metrics, growth }) => [
      verdict,
      ...metrics.map((metric) => metric.verdict),
      growth?.difference.verdict ?? "",
    ]),
  );
  const isWorse = verdicts.has("slower") || verdicts.has("more");
  if (gate?.outcome === "failed" || isWorse) return "WARNING";
  return comparisons.some(({ verdict }) => verdict === "faster") ? "TIP" : "NOTE";
}

/** Returns `main (1a2b3c4)`. The document has no commit for the working tree, a comparison has. */
function sideOf(document: Compared, side: "base" | "new"): Inline {
  const { name, commit } = document[side];
  const { revision } = document.comparisons[0]?.versions[side] ?? {};
  const short = (commit ?? revision?.commit ?? "").slice(0, 7);
  const changes = revision?.uncommitted ? " with uncommitted changes" : "";
  return code(short === "" || name.includes(short) ? name : `${name} (${short}${changes})`);
}

/** @param several whether there are other comparisons; the answer of the only one is the headline */
function onPage(one: Comparison, samples: MetricSamples | undefined, several: boolean): Block[] {
  return [
    heading(headingOf(one)),
    ...(several ? [say(answerOf(one))] : []),
    drawing(
      () =>
        one.metrics.length > 0 && [
          metricsTable(one, `Metrics, ${whereWords(one)}`),
          metricsLegend(one.metrics),
        ],
    ),
    hints(caveatsOf(one, 1)),
    drawing(() => samples && roundCharts(samples, namesOf(one))),
  ];
}

function controlOnPage(one: Comparison, samples: MetricSamples | undefined): Block[] {
  const { base } = namesOf(one);
  const label = `Metrics of the control, ${whereWords(one)}`;
  // A limit is not about a server against itself.
  const metrics = one.metrics.map((metric) => ({ ...metric, gate: null }));
  return [
    heading(`Control: ${base} against itself`),
    say(controlSentence(one)),
    drawing(() => [
      metrics.length > 0 && metricsTable({ metrics }, label),
      samples && roundCharts(samples, { base: `${base}, as base`, new: `${base}, as new` }),
    ]),
  ];
}

/** Returns what an explanation after the comparison found, and where its page is. */
function reasonsBlocks(
  { scenario }: Comparison,
  explained: Reasons,
  page: string | null,
  several: boolean,
): Block[] {
  return [
    only("markdown", ...reasonsInComment(explained, several ? scenario : null)),
    only(
      "html",
      heading(several ? `Why, ${scenario}` : "Why"),
      say(...explainedSentences(explained)),
      drawing(() => page !== null && p(h("a", { href: page }, "Flame graph and functions"), ".")),
      costsOnPage(explained),
    ),
  ];
}
