import type { Result } from "@deadheat/judge";
import { instanceSentences } from "../content/instances.ts";
import { machineSentence } from "../content/sentences.ts";
import { formatDate, formatDuration, formatPercent } from "../format.ts";
import { runtimes } from "../view/data/page-data.ts";
import { h, type Element } from "../view/parts/element.ts";
import { icon, runtimeName } from "../view/parts/marks.ts";

export function pageHeader(words: string): Element {
  return h(
    "header",
    {},
    h("p", { class: "brand" }, "dead", h("b", {}, "heat")),
    h("p", { class: "run" }, words),
  );
}

/** Returns `26 targets on AMD EPYC, 2 CPUs · 2026-11-21 11:26 UTC · 174 races in 19 min 19 s`. */
export function runWords({ run, machine, cells }: Result): string {
  const targets = new Set(cells.filter(({ rank }) => rank !== null).map((c) => c.target)).size;
  const { blocks, seconds } = run.measured;
  return (
    `${targets} targets on ${machine.cpu}, ${machine.cores} CPUs · ${formatDate(run.startedAt)} UTC · ` +
    (blocks > 0 ? `${blocks} races in ${formatDuration(seconds)}` : "from the cache")
  );
}

/** Returns the shapes of the runtimes, which do not rely on colour. */
export function runtimeKey(): Element {
  const names = runtimes.map((runtime) => h("span", {}, icon(runtime), runtimeName[runtime]));
  return h("p", { class: "key" }, names);
}

/** Explains how the run was measured. */
export function conditionsSection(result: Result): Element {
  const { run, noise } = result;
  const share = (value: number | null) => (value === null ? "unknown" : formatPercent(value));
  const commit = run.git && run.git.commit.slice(0, 10) + (run.git.dirty ? " + changes" : "");
  const paragraphs = [
    "Two servers at a time race each other: fresh processes on the same CPU, loaded at the same moment. Whatever slows " +
      "the machine slows both. A figure is the ratio of their good responses per second of their own CPU time; one bad " +
      "response voids a race. Every target races the thinnest server of its runtime, its floor. The sample is the " +
      "race, also called a block. No race is left out for its value, and there is no best-of.",
    machineSentence(result),
    ...instanceSentences(result),
    ...servicesOf(result),
    `Other processes took ${share(noise.foreign)} of the servers' CPU, the hypervisor ${share(noise.steal)} (medians). ` +
      `Run ${run.id}, profile ${run.profile}, seed ${run.seed}${commit === null ? "" : `, commit ${commit}`}.`,
  ];
  return h(
    "footer",
    {},
    h("h2", {}, "How it was measured"),
    paragraphs.map((text) => h("p", {}, text)),
  );
}

function servicesOf({ services }: Result): string[] {
  return Object.entries(services?.running ?? {}).map(([name, { version, source, settings }]) => {
    const set = Object.entries(settings).map(([key, value]) => `${key} ${value}`);
    return `${name} ${version} (${source})${set.length > 0 ? `: ${set.join(", ")}` : ""}.`;
  });
}
