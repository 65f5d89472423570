import type { Gated, MeasuredComparison } from "@deadheat/judge";
import { limitOf, runtimeWords, share } from "../content/comparison-words.ts";
import { metricLabel } from "../content/metrics.ts";
import { GROWTH_LABEL } from "../content/growth.ts";
import { unseenSentences } from "../content/unseen.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { formatCount, formatDate, someOf } from "../format.ts";
import { withApps } from "./gate-words.ts";
import { inert, inertBlock } from "./inert.ts";
import { markdownTable } from "./table.ts";

const columns: readonly Filled<MeasuredComparison>[] = [
  [left("request"), ({ scenario }) => inert(scenario)],
  [left("runtime"), (one) => inert(runtimeWords(one))],
  [right("base, req/CPU-s"), ({ requestsPerCpuSecond: { base } }) => formatCount(base)],
  [right("new, req/CPU-s"), ({ requestsPerCpuSecond: { new: next } }) => formatCount(next)],
  [right("rounds"), ({ n }) => String(n)],
  [left("bottleneck"), bottleneckText],
];

function bottleneckText({ bottleneck: { base, new: next } }: MeasuredComparison): string {
  return base === next ? base : `base ${base}, new ${next}`;
}

/** Returns the folded details: metrics, versions, machine, code, and the command that repeats the gate. */
export function detailsOf(gated: Gated, mostRows: number): string[] {
  const { comparisons } = gated;
  const { columns: shown, rows } = tableOf(
    withApps(columns, gated),
    comparisons.slice(0, mostRows),
  );
  return [
    "<details>\n<summary>Requests per CPU-second, bottlenecks, versions, machine, code, and how to repeat it</summary>",
    ...(rows.length === 0 ? [] : [markdownTable(shown, rows)]),
    [
      ...warningLines(comparisons),
      ...new Set(comparisons.flatMap(unseenSentences)),
      limitLine(gated),
      ...loadedLines(gated),
      ...versionLines(comparisons),
      ...machineLines(gated),
      `Measured by deadheat ${inert(gated.deadheat)}, ${formatDate(gated.startedAt)} UTC.`,
    ]
      .map((line) => `- ${line}`)
      .join("\n"),
    "To repeat it:",
    inertBlock(gated.command, "sh"),
    "</details>",
  ];
}

const MOST_WARNINGS = 10;

function warningLines(comparisons: readonly MeasuredComparison[]): string[] {
  const messages = comparisons.flatMap(({ warnings }) => warnings.map(({ message }) => message));
  return [...new Set(messages)]
    .slice(0, MOST_WARNINGS)
    .map((text) => `**Warning**: ${inert(text)}`);
}

function limitLine({ limits: { gate, metrics = [], from } }: Gated): string {
  const source = {
    options: "from the check's options",
    base: "from the base's configuration",
    new: "from the new one's configuration",
    default: "the default",
  };
  const all = [...(gate === null ? [] : [{ metric: "cpu" as const, limit: gate }]), ...metrics];
  const words = all.map(
    ({ metric, limit }) =>
      `${metric === "memory-growth" ? GROWTH_LABEL : metricLabel(metric)} ${limitOf(metric, limit)}`,
  );
  const limits = metrics.length === 0 && gate !== null ? share(gate) : words.join(", ");
  return `The gate is ${limits}, ${source[from]}.`;
}

const MOST_PACKAGES = 20;

function loadedLines({ loaded }: Gated): string[] {
  if (loaded === null) return ["The code that the servers loaded is not known."];
  const { packages, changed } = loaded;
  const which = someOf(changed.map(packageWords), MOST_PACKAGES);
  const differ = changed.length === 0 ? "none differs" : `these differ: ${which}`;
  return [`Packages that the new one loaded, its own files included: ${packages}; ${differ}.`];
}

function packageWords({
  name,
  base,
  new: next,
}: NonNullable<Gated["loaded"]>["changed"][number]): string {
  if (name === ".") return "the server's own files";
  const what = inert(name);
  if (base === next) return base === null ? what : `${what} ${inert(base)} (other content)`;
  return `${what} (${inert(base ?? "none")} to ${inert(next ?? "none")})`;
}

function versionLines(comparisons: readonly MeasuredComparison[]): string[] {
  const words = comparisons.flatMap(({ base, new: next, versions }) => [
    ...(versions.base.framework === null ? [] : [`${base}: ${versions.base.framework}`]),
    ...(versions.new.framework === null ? [] : [`${next}: ${versions.new.framework}`]),
  ]);
  const frameworks = [...new Set(words)].slice(0, MOST_PACKAGES);
  const runtimes = [...new Set(comparisons.map(runtimeWords))].slice(0, MOST_PACKAGES);
  return runtimes.length === 0
    ? []
    : [`Versions: ${[...frameworks, ...runtimes].map(inert).join(", ")}.`];
}

function machineLines({ machine }: Gated): string[] {
  if (machine === null) return [];
  const { cpu, cores, kernel, os, oha } = machine;
  return [
    `Machine: ${inert(cpu)}, ${cores} CPUs, ${inert(os)}, ${inert(kernel)}; oha ${inert(oha)}.`,
  ];
}
