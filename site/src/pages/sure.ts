import { html, namedRow, scrolled, table, type Child } from "@deadheat/report/site-parts";
import { dateOf, quote, ratioWords } from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { list, listed } from "../parts/prose.ts";
import type { Published } from "../read/published.ts";
import { scenariosOf, type Site } from "../read/site.ts";
import { noiseOf } from "./result.ts";

/** Returns the page that says how reliable the numbers are, and which results are left out. */
export function surePage({ results, leftOut }: Site): Page {
  return {
    path: "/sure/",
    title: "How reliable the numbers are",
    description:
      "Machines, dates, noise, raw rounds, and the commands that repeat every measurement.",
    body: html`<h1>How reliable the numbers are</h1>
      <p>
        Two servers at a time run side by side: fresh processes on the same CPU, loaded at the same
        moment. Whatever slows the machine slows both. One such run is a round, and the sample. No
        round is left out for its value, and there is no best-of. A ratio compares the good
        responses from the same CPU time. Its interval contains the true value in 95 % of such runs.
        A verdict about two servers is corrected for all pairs of the scenario.
      </p>
      <h2>Results, and a server against itself</h2>
      <p class="hint">
        node-http/node, or the reference of a history or of pages, against itself shows the noise of
        the machine: the true ratio is one.
      </p>
      ${resultsTable(results)}
      ${
        leftOut.length > 0 &&
        html`<h2 id="left-out">Left out</h2>
          <p>These results are broken, or were measured by an older rule. No page uses them.</p>
          ${list(leftOut.map(({ name, reason }) => html`<b>${name}</b>: <code>${reason}</code>`))}`
      }`,
  };
}

function resultsTable(results: readonly Published[]): Child {
  const rows = results.map((of) => {
    const { name, result } = of;
    const noise = noiseOf(of);
    return namedRow(link(`/results/${name}/`, name), [
      dateOf(result.run.startedAt, `${name}#run.startedAt`),
      quote(result.machine.cpu, `${name}#machine.cpu`),
      listed(scenariosOf(of)),
      noise ? ratioWords(noise) : "not measured",
    ]);
  });
  return scrolled(
    "Results",
    table(["result", "date", "machine", "scenarios", "a server to itself"], rows),
  );
}
