import { formatCount, formatDuration, formatPercent } from "@deadheat/report/format";
import { h, type Child } from "@deadheat/report/site-parts";
import { runtimes } from "@deadheat/journal";
import { median } from "@deadheat/stats";
import { dateOf, fact, quote, ratioWords, type Figure, type Interval } from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { listed } from "../parts/prose.ts";
import type { Published } from "../read/published.ts";
import { scenariosOf, type Site } from "../read/site.ts";

/** Returns a page for each result: machine, protocol, noise, downloads, and the command that repeats it. */
export function resultPages(site: Site): Page[] {
  return site.results.map((of) => resultPage(site, of));
}

/** Returns the ratio of node-http/node to itself; null if it was not measured. */
export function noiseOf({ name, result }: Published): Interval | null {
  const { aa } = result.noise;
  if (!aa) return null;
  const figure = (end: "ratio" | "lo" | "hi"): Figure => ({
    value: aa[end],
    from: [`${name}#noise.aa.${end}`],
  });
  return { ratio: figure("ratio"), lo: figure("lo"), hi: figure("hi") };
}

function resultPage(site: Site, of: Published): Page {
  const { name, result, files } = of;
  const noise = noiseOf(of);
  return {
    path: `/results/${name}/`,
    title: `Result ${name}`,
    description: `Machine, date, noise and raw blocks of the result ${name}.`,
    body: [
      h("h1", {}, name),
      h(
        "p",
        { class: "sentence" },
        noise
          ? [
              `${result.noise.aa?.blocks[0]?.new} against itself came out as `,
              ratioWords(noise),
              "; the true ratio is one.",
            ]
          : "No server was measured against itself.",
      ),
      h(
        "p",
        {},
        "Scenarios: ",
        listed(scenariosOf(of).map((scenario) => scenarioOf(site, scenario))),
      ),
      h("p", {}, download(name, "report.html", "The report"), " draws every block."),
      conditions(of),
      pairsSection(site, of),
      warnings(of),
      h("h2", {}, "Repeat it"),
      h("pre", { tabindex: 0 }, h("code", {}, commandOf(of))),
      h("h2", {}, "Raw blocks"),
      h(
        "ul",
        { class: "list columns" },
        files.map((file) => h("li", {}, download(name, file, h("code", {}, file)))),
      ),
      result.run.git &&
        h(
          "p",
          { class: "hint" },
          "Measured by commit ",
          h("code", {}, result.run.git.commit.slice(0, 10)),
          ".",
        ),
    ],
  };
}

/** Returns the name of a scenario, as a link if it has a ranking. */
function scenarioOf({ standings }: Site, name: string): Child {
  return standings.some(({ scenario }) => scenario === name)
    ? scenarioLink(name)
    : h("code", {}, name);
}

function download(name: string, file: string, words: Child): Child {
  return link(`/results/${name}/${file}`, words);
}

/** Returns the command that measures the same cells with the same settings. */
function commandOf(of: Published): string {
  const { result } = of;
  const { run, history } = result;
  if (history) {
    const on = [...new Set(history.series.map(({ runtime }) => runtime))].join(",");
    const options = [`--runtime ${on}`, ...history.options].join(" ");
    return `npx deadheat history ${history.subject} ${options}`;
  }
  const targets = [...new Set(result.cells.map(({ target }) => target))].toSorted();
  // Bridges and restless cells have more blocks than the run gave each.
  const counts = result.cells.flatMap(({ efficiency }) => efficiency?.toFloor.n ?? []);
  const blocks = counts.length === 0 ? 0 : Math.floor(median(counts));
  const options = [
    `--scenarios ${scenariosOf(of).join(",")}`,
    ...(run.measure && run.measure.join() !== "duets"
      ? [`--measure ${run.measure.join(",")}`]
      : []),
    `--targets ${targets.join(",")}`,
    ...(blocks > 0 ? [`--blocks ${blocks}`] : []),
    `--window ${run.load.windowSeconds}s`,
    `--seed ${run.seed}`,
  ];
  return `npx -y pnpm@12.21.0 bench ${options.join(" \\\n  ")}`;
}

function conditions({ name, result }: Published): Child {
  const { machine, tools, run, noise } = result;
  const of = (value: number, path: string): Figure => ({ value, from: [`${name}#${path}`] });
  const { warmup } = run.load;
  const rows: (readonly [string, Child])[] = [
    [
      "machine",
      [
        quote(machine.cpu, `${name}#machine.cpu`),
        ", ",
        fact(of(machine.cores, "machine.cores"), String),
        " CPUs, ",
        quote(machine.os, `${name}#machine.os`),
        ", ",
        quote(machine.kernel, `${name}#machine.kernel`),
      ],
    ],
    ["date", dateOf(run.startedAt, `${name}#run.startedAt`)],
    [
      "versions",
      listed(
        (["node", "bun", "deno", "oha"] as const).map((tool) => [
          `${tool} `,
          quote(tools[tool].version, `${name}#tools.${tool}.version`),
        ]),
      ),
    ],
    [
      "protocol",
      [
        warmup && [
          "warm after ",
          listed(
            runtimes.map((runtime) => [
              fact(of(warmup.answers[runtime], `run.load.warmup.answers.${runtime}`), formatCount),
              ` answers on ${runtime}`,
            ]),
          ),
          "; ",
        ],
        "a window of ",
        fact(of(run.load.windowSeconds, "run.load.windowSeconds"), String),
        " s, ",
        fact(of(run.load.connections, "run.load.connections"), String),
        " connections to each server",
      ],
    ],
    [
      "measured",
      [
        fact(of(run.measured.blocks, "run.measured.blocks"), formatCount),
        " blocks in ",
        duration(of(run.measured.seconds, "run.measured.seconds")),
      ],
    ],
    [
      "beside it",
      [
        share(noise.foreign, `${name}#noise.foreign`),
        " of the servers' CPU by other processes, ",
        share(noise.steal, `${name}#noise.steal`),
        " by the hypervisor",
      ],
    ],
  ];
  return [
    h("h2", {}, "How it was measured"),
    h(
      "dl",
      { class: "notes" },
      rows.map(([about, words]) => [h("dt", {}, about), h("dd", {}, words)]),
    ),
  ];
}

const duration = (figure: Figure): Child => fact(figure, formatDuration);

function share(value: number | null, from: string): Child {
  return value === null
    ? "an unknown share"
    : fact({ value, from: [from], by: "percent" }, formatPercent);
}

/** Says how many pairs of each scenario are decided. */
function pairsSection(site: Site, { name, result }: Published): Child {
  const rows = result.differences.flatMap(
    ({ scenario, pairs, decided, deadHeats, undecided }, i) => {
      if (pairs === 0) return [];
      const at = (path: string) => [`${name}#differences.${i}.${path}`];
      const count = (value: number, path: string) => fact({ value, from: at(path) }, String);
      const length = (value: number, path: string) =>
        fact({ value, from: at(path), by: "length" }, String);
      return [
        h(
          "li",
          {},
          scenarioOf(site, scenario),
          ": ",
          count(pairs, "pairs"),
          " pairs, of which ",
          count(decided, "decided"),
          " decided, ",
          length(deadHeats.length, "deadHeats"),
          " dead heats, ",
          length(undecided.length, "undecided"),
          " undecided",
        ),
      ];
    },
  );
  return rows.length === 0
    ? null
    : [h("h2", {}, "What is decided"), h("ul", { class: "list" }, rows)];
}

function warnings({ name, result }: Published): Child {
  if (result.warnings.length === 0) return null;
  const list = result.warnings.map(({ message }, i) =>
    h("li", {}, quote(message, `${name}#warnings.${i}.message`)),
  );
  return h(
    "details",
    { open: list.length < 4 },
    h("summary", {}, h("b", {}, "Warnings")),
    h("ul", { class: "list" }, list),
  );
}
