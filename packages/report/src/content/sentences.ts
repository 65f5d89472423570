import { runtimeFacts, runtimes } from "@deadheat/journal";
import { anotherHour, calmSlowdownIn, speedOf, type Cell, type Result } from "@deadheat/judge";
import {
  counted,
  formatDate,
  formatDuration,
  formatHalfWidth,
  formatInterval,
  formatPercent,
  formatRatio,
  marginWords,
  present,
} from "../format.ts";
import { firstOf } from "@deadheat/judge/known";
import { warningWords } from "../words/warnings.ts";
import { costSentence } from "./ranking.ts";
import { firstWords, pairWords } from "../words/first.ts";

/** Returns a sentence about each scenario's order, the answer of a run. */
export function knownSentences({ cells, differences, margin }: Result): string[] {
  return differences.flatMap(({ scenario, pairs, decided, ties, undecided }) => {
    const first = firstOf(cells.filter((cell) => cell.scenario === scenario));
    if (first === null) return [];
    const of = differences.length > 1 ? `${scenario}: ` : "";
    const words = pairWords(pairs, decided, ties.length, undecided.length, margin);
    return [`${of}${firstWords(first)}.${pairs > 0 ? ` ${words}.` : ""}`];
  });
}

/** Returns which targets of a scenario are first, and what its servers cost, or why none is ranked. */
export function scenarioSentences(result: Result, scenario: string): string[] {
  const differences = result.differences.filter((one) => one.scenario === scenario);
  const [known = unrankedReason(result)] = knownSentences({ ...result, differences });
  return [known, costSentence(result, scenario)].flatMap((one) => one ?? []);
}

/** The largest number of tie groups, and of undecided pairs, that are named. */
const MOST_GROUPS = 6;
const MOST_UNDECIDED = 2;

/** Returns the sentences after the tables: ties and undecided pairs, noise, bridges, and what was measured. */
export function closingSentences(result: Result): string[] {
  return [
    ...tieSentences(result),
    noiseSentence(result),
    ...bridgeSentences(result),
    ...anotherHourSentence(result),
    ...measuredSentences(result),
  ];
}

function tieSentences(result: Result): string[] {
  return result.differences.flatMap(({ scenario, undecided }) => {
    const of = result.differences.length > 1 ? `${scenario}: ` : "";
    const cells = result.cells.filter((cell) => cell.scenario === scenario);
    return [...groupLines(cells, result.margin), ...undecidedLine(undecided)].map(
      (line) => `${of}${line}`,
    );
  });
}

function groupLines(cells: readonly Cell[], margin: number): string[] {
  const letters = [...new Set(cells.flatMap(({ tieGroup }) => tieGroup))];
  const lines = letters.slice(0, MOST_GROUPS).map((letter) => {
    const names = cells.filter(({ tieGroup }) => tieGroup.includes(letter)).map((c) => c.target);
    return `Tie ${letter} (within ${marginWords(margin)}): ${names.join(", ")}.`;
  });
  const more = letters.length - lines.length;
  return more > 0 ? [...lines, `${more} more ties: see the letters in the table.`] : lines;
}

function undecidedLine(undecided: Result["differences"][number]["undecided"]): string[] {
  if (undecided.length === 0) return [];
  const near = undecided
    .flatMap(({ targets: [a, b], rounds }) => (rounds === null ? [] : [{ a, b, rounds }]))
    .toSorted((x, y) => x.rounds - y.rounds)
    .slice(0, MOST_UNDECIDED)
    .map(({ a, b, rounds }) => `${a} and ${b} (about ${rounds} more rounds of each)`);
  const pairs = counted(undecided.length, "pair");
  const which = near.length === 0 ? "" : ` Closest to a verdict: ${near.join(", ")}.`;
  const open = undecided.filter(({ rounds }) => rounds === null).length;
  const never = ` For ${counted(open, "pair")}, more rounds will not help; compare them directly.`;
  return [
    `Undecided: ${pairs}, with neither a difference nor a tie proven.${which}${open === 0 ? "" : never}`,
  ];
}

export function unrankedReason({ run, cells }: Result): string {
  if (cells.some(({ against }) => against !== undefined)) {
    return "Nothing is ranked, because the servers were measured against different references.";
  }
  return run.measure?.includes("duets") === false
    ? "Nothing is ranked, because no duets were measured."
    : "Nothing could be ranked.";
}

function noiseSentence({ noise, run }: Result): string {
  const { aa } = noise;
  if (run.measure?.includes("duets") === false) return "Noise check: not possible without duets.";
  if (aa === null) return "Noise check: not measured.";
  const found = `${formatRatio(aa.ratio)} ${formatInterval(aa)}, ${counted(aa.n, "round")}`;
  const whose = aa.rounds[0]?.new ?? "node-http/node";
  return aa.lo <= 1 && aa.hi >= 1
    ? `Noise check passed: ${whose} against itself shows no difference, ${found}.`
    : `NOISE CHECK FAILED: ${whose} differs from itself, ${found}. Do not trust small differences in this run.`;
}

function bridgeSentences({ bridges }: Result): string[] {
  return bridges.map(
    (bridge) =>
      `Across runtimes (${bridge.scenario}): ${bridge.floor} reaches ${formatRatio(bridge.ratio)} ` +
      `${formatInterval(bridge)} times node-http/node, ${formatHalfWidth(bridge)}, ${counted(bridge.n, "round")}.` +
      (bridge.warnings ?? []).map((one) => ` ! ${warningWords(one)}`).join(""),
  );
}

/** Returns where the ratio that moves most would lie in another hour, or why that is not known (docs/method.md). */
function anotherHourSentence(result: Result): string[] {
  const ranked = result.cells.flatMap(({ rank, efficiency, target, scenario }) =>
    rank && efficiency && efficiency.toFloor.rounds.length > 0
      ? [{ target, scenario, ...efficiency.toFloor }]
      : [],
  );
  const [far] = ranked.toSorted(
    (a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)),
  );
  if (far === undefined) return [];
  const slowdown = calmSlowdownIn(result);
  if (slowdown === null) return [neverCalmSentence(result)];
  const hour = anotherHour(far, slowdown);
  const then =
    hour === null
      ? "and can be more than twice or less than half as much, so nothing is known about it in another hour."
      : `and would be ${formatInterval(hour)} in 95 of 100 ordinary hours.`;
  return [
    "The intervals describe this run. In another hour on this class of machine, the ratios of different servers move, " +
      `those far from 1 most: ${far.target} (${far.scenario}) is ${formatRatio(far.ratio)} ${formatInterval(far)} of its ` +
      `floor here, ${then}`,
  ];
}

function neverCalmSentence(result: Result): string {
  const speed = speedOf(result);
  const times = speed && `${(speed.best / speed.known).toFixed(1)} times`;
  return (
    "The intervals describe this run. Nothing is known about the ratios in another hour, because this machine was never " +
    `calm: even its fastest round took ${times} the CPU time that a calm machine of this class needs.`
  );
}

/** Returns the number of rounds, the share of the time under load, and what comes from earlier runs. */
function measuredSentences(result: Result): string[] {
  const { run, cells } = result;
  const { rounds, seconds, steps = 0, underLoadSeconds, underLoadShare } = run.measured;
  const counts = present([
    (rounds > 0 || steps === 0) && counted(rounds, "round"),
    steps > 0 && `${steps} loads of a single server`,
  ]);
  const measured =
    underLoadShare === null
      ? "Nothing was measured: nothing has changed since the last run."
      : `Measured: ${counts.join(" and ")} in ${formatDuration(seconds)}, ` +
        `${formatPercent(underLoadShare)} of it under load (${formatDuration(underLoadSeconds)}).`;
  const replayed = cells.flatMap(({ replayedFrom }) => replayedFrom ?? []);
  if (replayed.length === 0) return [measured];
  const dates = replayed.map(({ startedAt }) => formatDate(startedAt)).toSorted();
  const when = [...new Set([dates[0], dates.at(-1)])].join(" to ");
  const others = replayed.filter(({ instance }) => instance !== undefined).length;
  const ofAnother = ` Another instance of this class of machine measured ${others} of them; with --cache instance they are measured again.`;
  return [
    measured,
    `Replayed from the cache, of ${when} UTC: ${replayed.length} of ${cells.length} results, marked ↺. ` +
      `To measure them again, add --force.${others === 0 ? "" : ofAnother}`,
  ];
}

export function machineSentence({ machine, tools, run }: Result): string {
  const { pinning } = machine;
  const pinned =
    pinning.mode === "taskset"
      ? `servers on CPU ${pinning.server.join(",")}${pinning.batch ? " (SCHED_BATCH)" : ""}, generators on CPU ${pinning.generators.join(",")}`
      : `not pinned (${pinning.reason})`;
  return (
    `${machine.cpu}, ${machine.cores} CPUs, ${machine.os}, ${machine.kernel}; ${pinned}. ` +
    `${toolWords(tools)}; ${run.load.connections} connections per server, ` +
    `${warmupWords(run.load, tools)}, ${run.load.windowSeconds} s window.`
  );
}

/** Returns `Node 26.10.0, Bun 1.4.5, oha 1.16.0`: the runtimes in use, and the generator. */
export function toolWords({ oha, ...tools }: Result["tools"]): string {
  const used = runtimes.flatMap((name) => {
    const tool = tools[name];
    return tool ? [`${runtimeFacts[name].label} ${tool.version}`] : [];
  });
  return [...used, `oha ${oha.version}`].join(", ");
}

function warmupWords({ warmup }: Result["run"]["load"], tools: Result["tools"]): string {
  const used = runtimes.filter((name) => name in tools);
  const [first = 0, ...others] = used.map((name) => warmup.responses[name]);
  const count = (responses: number) => responses.toLocaleString("en-US");
  if (others.every((other) => other === first)) return `${count(first)} warm-up requests`;
  const each = used.map((name, i) => {
    const words = count(warmup.responses[name]);
    return `${words} ${i === 0 ? "requests " : ""}on ${runtimeFacts[name].label}`;
  });
  return `warm-up of ${each.join(", ")}`;
}

export function retiredSentences({ retired = [] }: Result): string[] {
  if (retired.length === 0) return [];
  const named = retired.map(({ framework, retired: { kin } }) => `${framework} (like ${kin})`);
  return [`Retired: ${named.join(", ")}. report.md has the numbers that others published.`];
}
