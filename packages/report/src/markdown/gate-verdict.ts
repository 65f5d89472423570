import {
  budgetWords,
  isTooLittle,
  slowdownAt,
  type Metric,
  type Gated,
  type MeasuredComparison,
} from "@deadheat/judge";
import { mostSlowdown, percent, share } from "../content/comparison-words.ts";
import { changeAndInterval, metricLabel, gatedMetrics } from "../content/metrics.ts";
import { bytesWords, growthChange } from "../content/growth.ts";
import { someOf } from "../format.ts";
import { where } from "./gate-words.ts";
import { inert, inertCode } from "./inert.ts";

type Alert = "NOTE" | "TIP" | "WARNING" | "CAUTION";
type Some = readonly MeasuredComparison[];

/** The largest number of comparisons named in a sentence. */
const MOST_NAMED = 3;

/**
 * Returns the first paragraph, one of GitHub's alerts with the verdict in a sentence
 * (https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#alerts).
 */
export function alertOf(gated: Gated): string {
  const [alert, sentence] = verdictOf(gated);
  return `> [!${alert}]\n> ${sentence}`;
}

function verdictOf(gated: Gated): [Alert, string] {
  const { comparisons, outcome } = gated;
  const gates = (of: string) => comparisons.filter(({ gate }) => gate?.outcome === of);
  const sentences = (some: Some, sentence: (some: Some, gated: Gated) => string) =>
    [
      ...(some.length === 0 ? [] : [sentence(some, gated)]),
      ...metricSentences(gated, outcome),
    ].join(" ");
  switch (outcome) {
    case "unmeasured":
      return [
        "CAUTION",
        `**Not measured**: ${inert(gated.reason ?? "no reason is given")}. This says nothing about the change.`,
      ];
    case "failed":
      return ["WARNING", sentences(gates("failed"), failedSentence)];
    case "undecided":
      return ["NOTE", sentences(gates("undecided"), undecidedSentence)];
    case "passed": {
      const [alert, sentence] = passedVerdict(gated);
      const more = moreSentence(gated);
      return more === null ? [alert, sentence] : ["WARNING", `${sentence} ${more}`];
    }
  }
}

function failedSentence(failed: Some, gated: Gated): string {
  const [first] = failed;
  const worst = failed.toSorted((a, b) => a.ratio - b.ratio);
  const limits = new Set(failed.map(({ gate }) => gate?.limit ?? 0));
  const allowed =
    limits.size === 1
      ? `the gate allows ${share(first?.gate?.limit ?? 0)}`
      : "more than its gate allows";
  return `${changeSentence("slower", worst, gated)}: ${allowed}.`;
}

interface Changed {
  readonly one: MeasuredComparison;
  readonly metric: Metric;
}

/** Returns a sentence for each metric beside cpu whose gate has this outcome. */
function metricSentences({ comparisons }: Gated, outcome: Gated["outcome"]): string[] {
  const found = comparisons.flatMap((one) =>
    gatedMetrics(one, outcome).flatMap((metric) =>
      metric.metric === "cpu" ? [] : [{ one, metric }],
    ),
  );
  const words = found.map((changed) => {
    const limit = `the gate allows ${share(changed.metric.gate?.limit ?? 0)}`;
    return `${changeOf(changed)}: ${limit}${outcome === "failed" ? "" : ", **undecided**"}.`;
  });
  const growths = comparisons.flatMap((one) => {
    const { growth } = one;
    if (growth?.gate?.outcome !== outcome) return [];
    const limit = `the gate allows ${bytesWords(growth.gate.limit)} per request`;
    const open = outcome === "failed" ? "" : ", **undecided**";
    return [`**${growthChange(growth)}** per request (${where(one)}): ${limit}${open}.`];
  });
  return [...words, ...growths].slice(0, MOST_NAMED);
}

/** Returns what the new server needs more of, although every gate passed. */
function moreSentence({ comparisons }: Gated): string | null {
  const found = comparisons.flatMap((one) =>
    one.metrics.flatMap((metric) => {
      const worse = metric.verdict === "more" || metric.verdict === "slower";
      return worse && metric.metric !== "cpu" ? [{ one, metric }] : [];
    }),
  );
  const growths = comparisons.flatMap((one) =>
    one.growth?.difference.verdict === "more"
      ? [`**${growthChange(one.growth)}** per request (${where(one)})`]
      : [],
  );
  const words = [...found.map(changeOf), ...growths];
  return words.length === 0 ? null : `${someOf(words, MOST_NAMED)}.`;
}

/** Returns `**memory under load +12.0 %** [+10.4, +13.6] (GET / on node)`. */
function changeOf({ one, metric }: Changed): string {
  const [change, ...rest] = changeAndInterval(metric).split(" [");
  return `**${metricLabel(metric.metric)} ${change}** [${rest.join("")} (${where(one)})`;
}

function undecidedSentence(open: Some, { comparisons, control }: Gated): string {
  const limits = [...new Set(open.map(({ gate }) => share(gate?.limit ?? 0)))];
  const count = comparisons.length === 1 ? "" : ` in ${open.length} of ${comparisons.length}`;
  return (
    `**Undecided**${count}: whether it is slower by more than ${limits.slice(0, MOST_NAMED).join(" or ")} is not known ` +
    `(${someOf(open.map(where), MOST_NAMED)}); ${excluded(open)}. ` +
    decidedBy(open, comparisons.length + (control?.length ?? 0))
  );
}

/** Returns the budget that would decide the gate. All comparisons share it, the control's too. */
function decidedBy(open: Some, family: number): string {
  if (open.some(({ warnings }) => warnings.some(({ code }) => code === "cold"))) {
    return "A server was measured before it was warm: a longer warm-up (`--warmup`) would decide it.";
  }
  const few = open
    .flatMap(({ warnings }) => warnings)
    .find(({ code }) => code === "too-few-rounds");
  if (few !== undefined) return `${inert(few.message.replace(/^./, (one) => one.toUpperCase()))}.`;
  const seconds = open.map(({ gate, n, roundSeconds, preparedSeconds = 0 }) =>
    gate?.moreRounds === null || gate === null
      ? null
      : (n + gate.moreRounds) * roundSeconds + preparedSeconds,
  );
  const known = seconds.filter((one) => one !== null);
  if (known.length < seconds.length) return "No reasonable budget would probably decide it.";
  return `\`--budget ${budgetWords(Math.max(...known) * family)}\` would probably decide it.`;
}

function passedVerdict(gated: Gated): [Alert, string] {
  const { comparisons } = gated;
  const those = (of: string) => comparisons.filter(({ verdict }) => verdict === of);
  const [slower, faster] = [those("slower"), those("faster")];
  if (slower.length > 0) {
    const worst = slower.toSorted((a, b) => a.ratio - b.ratio);
    return ["WARNING", `${changeSentence("slower", worst, gated)}, which the gate allows.`];
  }
  if (faster.length > 0) {
    const best = faster.toSorted((a, b) => b.ratio - a.ratio);
    const rest = comparisons.filter(({ verdict }) => verdict !== "faster");
    const others = rest.length === 0 ? "" : `; elsewhere ${excluded(rest)}`;
    return ["TIP", `${changeSentence("faster", best, gated)}${others}.`];
  }
  if (comparisons.every(({ verdict }) => verdict === "same")) {
    return ["NOTE", `**Tie**: ${excluded(comparisons)}.`];
  }
  return [
    "NOTE",
    `**No slowdown beyond the gate**: ${excluded(comparisons)}; whether there is a smaller one is not known.`,
  ];
}

/** Returns `**8.1 % slower** than main [7.2 %, 9.0 %] (GET / on node)`, or the number of changes and their names. */
function changeSentence(
  word: "slower" | "faster",
  some: Some,
  { comparisons, base }: Gated,
): string {
  const sign = word === "slower" ? 1 : -1;
  const words = some.map((one) => {
    const [much, ...ends] = [one.ratio, one.lo, one.hi].map((ratio) =>
      percent(sign * slowdownAt(ratio)),
    );
    const [from, to] = word === "slower" ? ends.toReversed() : ends;
    return { much, interval: `[${from}, ${to}]`, where: where(one) };
  });
  const than = `than ${inertCode(base.name)}`;
  const [first] = words;
  if (first !== undefined && comparisons.length === 1) {
    return `**${first.much} ${word}** ${than} ${first.interval} (${first.where})`;
  }
  const each = words.map((one) => `${one.where} by ${one.much} ${one.interval}`);
  const count = `${some.length} of ${comparisons.length}`;
  return `**${word === "slower" ? "Slower" : "Faster"}** ${than} in ${count}: ${someOf(each, MOST_NAMED)}`;
}

/** Rounded so that what is said is not more than what is known. */
function excluded(some: Some): string {
  if (some.some(isTooLittle)) return "there is too little data to exclude a slowdown";
  const worst = Math.max(...some.map(mostSlowdown));
  return worst <= 0
    ? "any slowdown is excluded"
    : `slowdowns above ${worst.toFixed(1)} % are excluded`;
}
