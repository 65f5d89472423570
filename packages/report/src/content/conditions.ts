import type { Result } from "@deadheat/judge";
import { instanceSentences } from "./instances.ts";
import { machineSentence } from "./sentences.ts";
import { formatDate, formatDuration, formatPercent, marginWords } from "../format.ts";

/** Returns `26 targets on AMD EPYC, 2 CPUs · 2026-11-21 11:26 UTC · 174 rounds in 19 min 19 s`. */
export function runWords({ run, machine, cells }: Result): string {
  const targets = new Set(cells.filter(({ rank }) => rank !== null).map((c) => c.target)).size;
  const { rounds, seconds } = run.measured;
  return (
    `${targets} targets on ${machine.cpu}, ${machine.cores} CPUs · ${formatDate(run.startedAt)} UTC · ` +
    (rounds > 0 ? `${rounds} rounds in ${formatDuration(seconds)}` : "from the cache")
  );
}

export const protocol =
  "A round measures two servers side by side: fresh processes on the same CPU, loaded at the same moment. Whatever slows " +
  "the machine slows both. A ratio compares their good responses per second of their own CPU time; one bad response " +
  "voids a round. Every target is compared with its floor, the barest server of its runtime. No round is left out " +
  "for its value, and there is no best-of.";

export function rankingWords({ margin }: Pick<Result, "margin">): string {
  return (
    "Ratios are of good responses per CPU-second of the server (efficiency); higher is better. " +
    "`to floor` compares with the floor, the barest server of the same runtime, `to node:http` with " +
    "`node-http/node`, through the bridge. `µs per request` is the CPU time of a request, on the scale of `node-http/node`'s own; " +
    "`overhead` is what the server adds to the floor of its runtime. A rank is an interval. It begins at 1 + the number of targets that are " +
    "significantly faster, and ends at the number of those that are not significantly slower (95 %, corrected for " +
    `all pairs at once). Targets that share a letter are a tie: proven to be equal within ${marginWords(margin)}.`
  );
}

export function conditionSentences(result: Result): string[] {
  const { run, noise } = result;
  const share = (value: number | null) => formatPercent(value) || "unknown";
  const commit = run.git && run.git.commit.slice(0, 10) + (run.git.dirty ? " + changes" : "");
  return [
    machineSentence(result),
    ...instanceSentences(result),
    ...servicesOf(result),
    `Other processes took ${share(noise.foreign)} of the servers' CPU, the hypervisor ${share(noise.steal)} (medians). ` +
      `Run ${run.id}, profile ${run.profile}, seed ${run.seed}${commit === null ? "" : `, commit ${commit}`}.`,
  ];
}

function servicesOf({ services }: Result): string[] {
  return Object.entries(services?.running ?? {}).map(([name, { version, source, settings }]) => {
    const set = Object.entries(settings).map(([key, value]) => `${key} ${value}`);
    return `${name} ${version} (${source})${set.length > 0 ? `: ${set.join(", ")}` : ""}.`;
  });
}
