import type { FactsOf, Warning, WarningCode } from "@deadheat/journal";
import { budgetWords } from "@deadheat/judge";
import { formatDuration, formatTenths } from "../format.ts";

// The words of all warnings, a sentence or two for each code.

const MOST_NAMES = 8;
const MOST_PLACES = 5;

const words: { readonly [Code in WarningCode]: (facts: FactsOf<Code>) => string } = {
  unsteady: ({ instance, base, scenario, slow, fast, run }) =>
    `${ofRun(run)}${instance === null ? "This machine" : `Instance ${instance}`} was not steady: ${base} gave ${rough(slow)} to ` +
    `${rough(fast)} responses per CPU-second (${scenario}). The ratio of two different servers can ` +
    "then change from run to run by more than its interval. Measure on a quieter machine.",
  "never-calm": ({ floor, best, known, run }) =>
    `${ofRun(run)}This machine was never calm: ${floor} took ${tenthsOfMicroseconds(best)} of CPU time per request at best, and on this ` +
    `class of machine it takes ${tenthsOfMicroseconds(known)}. Do not compare these ratios with those of other runs.`,
  foreign: ({ share }) =>
    `Other processes used ${formatTenths(share)} of the servers' CPU, which slows different servers differently ` +
    "(docs/findings.md).",
  steal: ({ share }) => `The hypervisor took ${formatTenths(share)} of a CPU.`,
  "not-pinned": ({ reason }) => `Servers and load generators shared the CPUs: ${reason}.`,
  "not-batch": () =>
    "The servers of a duet interrupted each other, because chrt (package util-linux) is missing or " +
    "not allowed. Ratios of very different servers are less reliable than elsewhere.",
  "cpu-quota": ({ cpus }) =>
    `A cgroup limits this machine to ${cpus.toFixed(2)} CPUs: servers and generators are paused together in every period.`,
  concurrent: ({ processes }) =>
    `Another run measured on this machine at the same time (process ${processes.join(", ")}), ` +
    "which disturbs the results of both.",
  "service-busy": ({ service, cpus }) =>
    `${service} used ${cpus.toFixed(2)} CPUs of those that it shares with the load generator, and these were busy all the ` +
    "time: it limited the requests per second. The CPU time per request is that of the servers alone.",
  "side-by-side": ({ rounds, of, most }) =>
    `${rounds} of ${of} rounds were measured beside up to ${most} other ${most === 1 ? "duet" : "duets"}. Each ` +
    "has CPUs of its own, but all share the machine's memory and caches. To measure one at a time, use --parallel 1.",

  "no-aa": () => "The noise check (A/A) was not measured, so this machine's error is unknown.",
  "aa-differs": ({ target, lo, hi }) =>
    `The noise check failed: ${target} against itself gave ${lo.toFixed(3)} to ${hi.toFixed(3)}, which ` +
    "excludes 1. This happens in one run of twenty; if it happens again, do not trust this machine.",
  "short-warm-up": ({ warmups }) =>
    `A warm-up of ${warmups.map(({ runtime, requests }) => `${requests} requests on ${runtime}`).join(", ")} is too short: ` +
    "servers are still compiling, and slow servers look slower than they are.",
  "short-time": ({ rounds, planned }) =>
    `There was time for only ${rounds} of the ${planned} planned rounds of a target. Use a longer --budget for ` +
    "narrower intervals.",
  "over-budget": ({ rounds, duets, seconds, enoughSeconds }) =>
    `The minimum of ${rounds} rounds of ${duets} duets took longer than the budget of ` +
    `${formatDuration(seconds)}. On this machine --budget ${budgetWords(enoughSeconds)} would be enough for 8 rounds.`,
  "several-runs": ({ runs }) =>
    `Up to ${runs} runs of a target were pooled. Their intervals count runs, not rounds, so they are valid for other ` +
    "runs like these.",
  "across-runs": ({ targets }) =>
    `Not measured in the same run as the rest: ${firstOf(targets, MOST_NAMES)}. Comparisons with them ignore how much runs ` +
    "differ, so their intervals are too narrow.",
  "missing-shards": ({ shards, of }) =>
    `${missingWords(shards, of)}: their cells have no metrics, and no rank counts them.`,
  "bad-line": ({ where, why }) => `${where}: ${why}`,
  "instance-override": ({ instances, of }) =>
    `DEADHEAT_INSTANCE, not the machine, named the instance that measured${of === 1 ? "" : ` ${instances.join(", ")}`}, so ` +
    "one machine may count as several.",
  "kernel-builds": ({ builds }) => {
    const each = builds.map(({ kernel, instances }) => `${kernel} on ${instances.join(", ")}`);
    return (
      `Measured under ${builds.length} builds of one kernel version (${each.join("; ")}). Comparisons between instances ` +
      "include how much machines differ."
    );
  },
  "instances-unknown": ({ instances }) =>
    `Measured on ${instances} instances of this class of machine, without a duet of two different servers on three of them, ` +
    "so how much instances differ is unknown. Pairs measured on different instances are undecided, and ratios to " +
    "node-http/node across instances are less reliable than their intervals. Use more shards.",
  "instances-differ": ({ new: next, base, scenario, q, df, p, tau, instances }) =>
    `${next} to ${base} (${scenario}) differs by instance: Cochran's Q is ${q.toFixed(1)} on ` +
    `${instances} instances, where ${df} is expected (p ${p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`}), tau ` +
    `${formatTenths(tau)}. ` +
    "Comparisons between instances include this; comparisons within one do not need to.",
  "own-cells": ({ ratio }) =>
    `Next to their own targets the two floors were at ${ratio.toFixed(3)}. The interval includes both values ` +
    "(docs/findings.md).",

  "kernels-differ": ({ before, after, known }) =>
    `The kernels are builds of one version (before: ${before.join(" and ")}; after: ${after.join(" and ")}), so the runs are ` +
    "compared like those of two machines of one class. How much machines differ is " +
    `${known ? "known from one of the runs" : "not known"}.`,
  "instances-apart": ({ results }) =>
    `${results === 1 ? "1 result was" : `${results} results were`} measured on different instances of this class of machine ` +
    "(another machine, or another boot of it), and neither run shows how much these differ. Compare on one instance, or " +
    "merge runs of three.",
  "runtime-changed": ({ runtime, before, after }) =>
    `${runtime} changed from ${before} to ${after}, and the floor of its targets with it. ` +
    "A ratio to the floor may have moved although the framework did not.",

  cold: ({ rounds, of, first }) =>
    first === undefined
      ? `In ${rounds} of ${of} rounds a server was not warm, and servers that are still compiling cannot be ` +
        "compared. Use a longer --warmup."
      : `In ${rounds} of ${of} rounds a server was not warm (${first.server} served ${first.served} of ${first.requests} ` +
        `warm-up requests in ${first.seconds.toFixed(0)} s), so the target has no rank.`,
  "cold-cost": ({ rounds, of }) =>
    `In ${rounds} of ${of} rounds at fixed rates a server was not warm.`,
  wide: ({ half, detectable }) =>
    `Imprecise: ± ${half > 9.99 ? "> 999 %" : formatTenths(half)}.` +
    (detectable === null
      ? ""
      : ` A difference below ${(100 * (detectable - 1)).toFixed(0)} % would probably have been missed.`),
  kinds: ({ kinds, rounds }) => {
    const levels = kinds.map(({ ratio, rounds: own }) => `${own} at ${ratio.toFixed(3)}`);
    return (
      `Processes start in one of two modes: ${levels.join(", ")}, of ${rounds} rounds. The ratio is their average; no single ` +
      "process runs at it."
    );
  },
  stages: ({ planned, further }) =>
    `The ${planned.rounds} planned rounds gave ${planned.ratio.toFixed(3)}, the ${further.rounds} additional rounds ` +
    `${further.ratio.toFixed(3)}: the machine or the server changed during the run.`,
  "idle-new": idleWords,
  "idle-base": idleWords,
  "lost-threads": ({ rounds, of }) =>
    `In ${rounds} of ${of} rounds threads of a server ended within the window, so their CPU time is ` +
    "known only to 20 ms.",
  "not-delivered": ({ rate, fraction, reason }) => {
    const at =
      fraction === null ? `${rate} requests/s` : `${100 * fraction} % of the floor's capacity`;
    return `Not delivered: ${at}: ${reason}.`;
  },
  "not-offered": ({ rate, reason }) => `No open loop at ${whole(rate)} requests/s: ${reason}.`,
  "generator-late": ({ rate, seconds }) =>
    `The load generator fell ${(1000 * seconds).toFixed(0)} ms or more behind its schedule at ${whole(rate)} requests/s; ` +
    "the latencies do not include that.",
  "littles-law": ({ connections, ratio }) =>
    `At ${connections} connections, throughput times mean latency is ${ratio.toFixed(3)} of the ` +
    "connections instead of 1: some were idle at times.",
  "addon-copy": ({ reason }) => reason,
  "too-few-rounds": ({ rounds, seconds }) =>
    `${rounds === 1 ? "One round shows" : "Two rounds show"} only differences above 20 %, since two processes of one server can ` +
    `differ by as much. A round takes ${formatDuration(seconds)}.`,
  "still-warming": ({ server }) =>
    `${server} was still getting faster when its warm-up reached its limit, so it is measured before it is warm.`,
  "running-already": ({ server }) =>
    `${server} ran already: deadheat neither starts it afresh for each round nor pins it, and the interval does not include ` +
    "how much two of its processes differ.",
  "requests-per-second-only": ({ server }) =>
    `requests per second only: the process of ${server} cannot be read, so its CPU time is unknown.`,
  "no-memory-growth": ({ reason }) => `Memory growth could not be measured: ${reason}.`,
  "not-counted": ({ metric }) =>
    `${metric} could not be measured: this system does not count it for one of the servers, or there was none, or threads of ` +
    "a server came and went.",
  "profiler-overhead": ({ base, new: next }) => {
    const each = new Set([base, next].map((share) => `${Math.round(100 * share)} %`));
    return (
      `Profiling made requests ${[...each].join(" and ")} more expensive; the numbers are corrected for that. Proportions are ` +
      "reliable, but small functions that are called often can look more expensive than they are."
    );
  },

  "app-of-tree": ({ path }) => `every revision is measured with the working tree's ${path}.`,
  "app-of-new": ({ path, base, new: next }) =>
    `${path} differs between ${base} and ${next}, and both are measured with ${next}'s: changes of ` +
    "that file are not measured (--app-from each measures each with its own).",
  "app-placed": ({ path, from, sides: [one, two] }) =>
    two === undefined
      ? `${one} has no ${path}: ${from}'s is placed there, so changes of that file are not measured.`
      : `neither ${one} nor ${two} has ${path}: ${from}'s is placed in both.`,
  "app-differs": ({ path, base, new: next, moved }) =>
    `${path} differs between ${base} and ${next}${moved === null ? "" : ` (${moved[0]} there, ${moved[1]} here)`}: each is ` +
    `measured with its own (--app-from new measures both with ${next}'s).`,
  "files-unseen": ({ server }) =>
    `deadheat could not see which files ${server} loads, so it has not checked that the change is among them.`,
  "change-not-loaded": () =>
    "Nothing to compare: the change touches no file that the server loads.",
  "moved-port": ({ servers, port, to }) => {
    const [who, one] = [servers.join(" and "), servers.length === 1];
    return to === "own"
      ? `${who} ${one ? "fixes its" : "fix their"} port to ${port}. deadheat moves it to a free one by a module that the server ` +
          "loads first. To start without that module, let the server listen on process.env.PORT."
      : `${who} also ${one ? "listens" : "listen"} on port ${port}. deadheat moves that to a free port by a module that the ` +
          "server loads first, because two servers run at once.";
  },
  "served-by-deadheat": ({ servers, version, missing }) =>
    `${servers.join(" and ")} ${servers.length === 1 ? "includes" : "include"} deadheat's own adapter (srvx ${version}), ` +
    "because the file exports a handler. " +
    (missing === null
      ? "To measure your own HTTP server, let it listen on PORT."
      : `To measure ${missing} instead, install it in the project.`),
  alongside: ({ servers }) => {
    const each = servers.map(({ server, packages }) => `${server} has ${packages.join(" and ")}`);
    return `Other packages changed too: ${[...new Set(each)].join(", ")}.`;
  },
  "different-responses": () =>
    "The two servers return different responses: the ratio compares different work.",
  "response-sizes": ({ request, base, new: next }) => {
    const size = ({ bytes, encoding }: typeof base, unit = "") =>
      `${whole(bytes)}${unit}${encoding === "" ? "" : ` in ${encoding}`}`;
    return `The response to ${request} is ${size(base, " bytes")} from ${base.server} and ${size(next)} from ${next.server}.`;
  },
  "sizes-only": ({ request, least, most }) =>
    `Not compared: the bodies of ${request}. deadheat compares the status, the content type and the size ` +
    `(${whole(least)} to ${whole(most)} bytes in the mean).`,
  ignored: ({ request, places }) =>
    `Not compared in ${request}: ${firstOf(places, MOST_PLACES)} (ignored).`,
  "ignored-nothing": ({ pattern }) =>
    `ignore ${pattern} matches nothing in any response. Check the pattern, or remove it.`,
  "not-compared": ({ request, places, more }) =>
    `Not compared in ${request}: ${firstOf(places, MOST_PLACES)} (they change with every response)${similar(more)}.`,
  "little-compared": ({ request, share }) =>
    `Only ${Math.floor(100 * share)} % of the body of ${request} is the same in every response, and is compared.`,
  masked: ({ request, places, example, more }) =>
    `Masked as build ids in ${request}: ${places === 1 ? "1 place" : `${places} places`}, such as ${example.join(" and ")}` +
    `${similar(more)}.`,
  "some-values": ({ request, drawn, of }) =>
    `${request} is requested with ${drawn} of the ${of} values in its file.`,
};

/** The warnings about imprecise numbers. A page shows them next to the name, which no screen hides. */
export const imprecise: ReadonlySet<string> = new Set<WarningCode>(["cold", "wide", "kinds"]);

/** Returns a warning in words, as sentences. */
export function warningWords({ code, facts }: Warning): string {
  // The type of a table cannot say that code and facts belong together.
  return (words[code] as (of: typeof facts) => string)(facts);
}

/** Returns `shards 2, 3 of 4 are missing`. */
export function missingWords(shards: readonly number[], of: number): string {
  return shards.length === 1
    ? `shard ${shards[0]} of ${of} is missing`
    : `shards ${shards.join(", ")} of ${of} are missing`;
}

function idleWords({ server, other, share }: FactsOf<"idle-new">): string {
  return (
    `${server} waited for the load generator ${(100 * share).toFixed(0)} % of the time and ${other} did not. ` +
    `So ${server} is better than it looks here, in our tests by up to about 6 % (docs/method.md).`
  );
}

function ofRun(run: string | undefined): string {
  return run === undefined ? "" : `${run}: `;
}

/** Returns a number with two digits: `1,300`. */
function rough(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString("en-US");
}

function whole(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}

function tenthsOfMicroseconds(seconds: number): string {
  return `${(1e6 * seconds).toFixed(1)} µs`;
}

/** Returns `a, b and 3 more`. */
function firstOf(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

function similar(more: number | undefined): string {
  if (more === undefined) return "";
  return `, and similar places in ${more === 1 ? "one more server" : `${more} more servers`}`;
}
