import { formatDuration } from "@deadheat/report/format";
import { warningWords } from "@deadheat/report/words";
import { conditionSentences, html, knownSentences, type Child } from "@deadheat/report/site-parts";
import { median } from "@deadheat/stats";
import {
  dateOf,
  fact,
  intervalAt,
  quote,
  ratioWords,
  type Metric,
  type Interval,
} from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { list, listed } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import type { Published } from "../read/published.ts";
import { scenariosOf, type Site } from "../read/site.ts";

/** Returns a page for each result: machine, protocol, noise, downloads, and the command that repeats it. */
export function resultPages(site: Site): Page[] {
  return site.results.map((of) => resultPage(site, of));
}

/** Returns the ratio of node-http/node to itself; null if it was not measured. */
export function noiseOf({ name, result: { noise } }: Published): Interval | null {
  return noise.aa && intervalAt(`${name}#noise.aa`, noise.aa);
}

function resultPage(site: Site, of: Published): Page {
  const { name, result, files } = of;
  const { run, noise, warnings } = result;
  const ratio = noiseOf(of);
  const download = (file: string, words: Child) => link(`/results/${name}/${file}`, words);
  const seconds: Metric = { value: run.measured.seconds, from: [`${name}#run.measured.seconds`] };
  return {
    path: `/results/${name}/`,
    title: `Result ${name}`,
    description: `Machine, date, noise and raw rounds of the result ${name}.`,
    body: html`<h1>${name}</h1>
      <p class="sentence">
        ${
          ratio
            ? html`${noise.aa?.rounds[0]?.new} against itself came out as ${ratioWords(ratio)}; the
              true ratio is one.`
            : "No server was measured against itself."
        }
      </p>
      <p>Scenarios: ${listed(scenariosOf(of).map((scenario) => scenarioOf(site, scenario)))}</p>
      <p>${download("report.html", "The report")} has every metric and every round.</p>
      ${sentences(of, knownSentences(result))}
      <h2>How it was measured</h2>
      <p>${dateOf(run.startedAt, `${name}#run.startedAt`)}, in ${fact(seconds, formatDuration)}.</p>
      ${sentences(of, conditionSentences(result))} ${warnings.length > 0 && warningList(of)}
      <h2>Repeat it</h2>
      <pre tabindex="0"><code>${commandOf(of)}</code></pre>
      <h2>Raw rounds</h2>
      ${list(
        files.map((file) => download(file, html`<code>${file}</code>`)),
        "list columns",
      )}`,
  };
}

/** Returns sentences that the report has too. A test compares them with the report's. */
function sentences({ name }: Published, texts: readonly string[]): Child {
  return texts.map((text) => html`<p>${quote(text, `${name}#`, "sentences")}</p>`);
}

/** Returns the name of a scenario, as a link if it has a ranking. */
function scenarioOf({ standings }: Site, name: string): Child {
  return standings.some(({ scenario }) => scenario === name)
    ? scenarioLink(name)
    : html`<code>${name}</code>`;
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
  // Bridges and restless cells have more rounds than the run gave each.
  const counts = result.cells.flatMap(({ efficiency }) => efficiency?.toFloor.n ?? []);
  const rounds = counts.length === 0 ? 0 : Math.floor(median(counts));
  const options = [
    `--scenarios ${scenariosOf(of).join(",")}`,
    ...(run.measure && run.measure.join() !== "duets"
      ? [`--measure ${run.measure.join(",")}`]
      : []),
    `--targets ${targets.join(",")}`,
    ...(rounds > 0 ? [`--rounds ${rounds}`] : []),
    `--window ${run.load.windowSeconds}s`,
    `--seed ${run.seed}`,
  ];
  return `npx -y pnpm@12.21.0 bench ${options.join(" \\\n  ")}`;
}

function warningList({ name, result }: Published): Child {
  const all = list(
    result.warnings.map((one, i) => quote(warningWords(one), `${name}#warnings.${i}`, "warning")),
  );
  return result.warnings.length < 4
    ? html`<h2>Warnings</h2>
        ${all}`
    : html`<details>
        <summary><b>Warnings</b></summary>
        ${all}
      </details>`;
}
