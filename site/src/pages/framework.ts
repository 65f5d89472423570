import { left, right } from "@deadheat/report";
import { formatCount, formatCpu } from "@deadheat/report/format";
import {
  html,
  icon,
  namedRow,
  runtimeKey,
  runtimeName,
  scrolled,
  table,
  type Child,
} from "@deadheat/report/site-parts";
import type { Runtime } from "@deadheat/journal";
import {
  eachText,
  fact,
  factIn,
  field,
  intervalAt,
  overOf,
  overText,
  overWords,
  rankedCount,
  rankWords,
  ratioWords,
} from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { compareLink, floorName, frameworkLink, list, listed, proof } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { rowsOf, scenarioTable } from "../parts/scenario-table.ts";
import { appOf, notesOf, type App } from "../read/app.ts";
import {
  foundIn,
  isBare,
  measuredRuntimes,
  runtimesOf,
  slugOf,
  wellKnown,
  type Site,
} from "../read/site.ts";
import { historySections } from "./changes.ts";

export function frameworkPages(site: Site): Page[] {
  return [indexPage(site), ...site.frameworks.map((framework) => frameworkPage(site, framework))];
}

function indexPage(site: Site): Page {
  const named = (names: readonly string[]) => {
    const items = names.map((name) => {
      const icons = runtimesOf(site, name).map((runtime) => icon(runtime));
      return html`${frameworkLink(name)} <small>${icons}</small>`;
    });
    return list(items, "list columns");
  };
  return {
    path: "/frameworks/",
    title: "Web frameworks that were measured",
    description: "Every measured web framework: its ranks, its cost, its history and its code.",
    body: html`<h1>Frameworks</h1>
      ${runtimeKey(measuredRuntimes(site))}
      ${named(site.frameworks.filter((name) => !isBare(name)))}
      <h2>Servers without a framework, for comparison</h2>
      ${named(site.frameworks.filter(isBare))}`,
  };
}

function frameworkPage(site: Site, framework: string): Page {
  const on = runtimesOf(site, framework);
  const app = appOf(framework);
  return {
    path: `/frameworks/${framework}/`,
    title: `${framework}: cost, ranks and history`,
    description: `What ${framework} costs on ${on.map((r) => runtimeName[r]).join(", ")}: CPU time per request, ranks in every scenario, history by version.`,
    body: [
      html`<h1>${framework}</h1>`,
      on.map((runtime) => summary(site, framework, runtime)),
      html`<h2>Ranks and cost in every scenario</h2>`,
      on.map((runtime) => scenariosTable(site, framework, runtime)),
      historySections(
        site,
        ({ server }) => server === framework || server === app?.manifest.package,
      ),
      fixedRates(site, framework),
      neighbors(site, framework, on),
      app && notesSection(app),
      app && sourceSection(framework, app),
    ],
  };
}

/** Says in a sentence what the framework costs on a runtime, in the first scenario that has it. */
function summary(site: Site, framework: string, runtime: Runtime): Child {
  const [row] = rowsOf(site, `${framework}/${runtime}`);
  if (!row) return null;
  const { standing, found } = row;
  const over = overOf(found);
  const more = over && html`: ${overWords(over)} over ${floorName[runtime]}`;
  return html`<p class="sentence">
    On ${icon(runtime)}${runtimeName[runtime]} a request costs ${eachText(found)} of CPU
    time${more}; rank ${rankWords(found)} of ${fact(rankedCount(standing), String)} in
    ${scenarioLink(standing.scenario)}.
  </p>`;
}

function scenariosTable(site: Site, framework: string, runtime: Runtime): Child {
  const rows = rowsOf(site, `${framework}/${runtime}`);
  if (rows.length === 0) return null;
  const drawn = scenarioTable({
    label: `${framework} on ${runtimeName[runtime]}`,
    rows,
    against: floorName[runtime],
    to: "toFloor",
    columns: [
      [
        right("rank"),
        ({ found, standing }) => [rankWords(found), " of ", fact(rankedCount(standing), String)],
      ],
      [right("µs per request"), ({ found }) => eachText(found)],
      [left(`over ${floorName[runtime]}`), ({ found }) => overText(found)],
      [
        left("measured with"),
        ({ found: { cell } }) => {
          const names = (cell.libraries ?? []).map(({ name }) => name);
          return html`<small>${names.join(", ")}</small>`;
        },
      ],
    ],
  });
  return html`<h3>${icon(runtime)}${link(`/runtimes/${runtime}/`, runtimeName[runtime])}</h3>
    ${drawn}`;
}

/** Lists the CPU time of a request at fixed rates, in a service that is not full. */
function fixedRates({ results }: Site, framework: string): Child {
  const own = results.flatMap(foundIn).filter(({ cell }) => cell.framework === framework);
  const rows = own.flatMap((found) => {
    const { runtime, target, cost } = found.cell;
    return (cost?.rates ?? []).map(({ toReference: to }, i) => {
      const at = `cost.rates.${i}`;
      const name = [icon(runtime), target];
      return namedRow(name, [
        factIn(found, `${at}.rate`, formatCount),
        factIn(found, `${at}.cpuPerRequest`, formatCpu),
        to && ratioWords(intervalAt(field(found, `${at}.toReference`), to)),
        cost?.reference,
        proof(found.from),
      ]);
    });
  });
  if (rows.length === 0) return null;
  const head = [
    "target",
    "requests a second",
    "CPU time of a request",
    "to the reference",
    "reference",
    "result",
  ];
  return html`<h2>In a service that is not full</h2>
    <p class="hint">Both servers of a pair get the same rate, far below what they could answer.</p>
    ${scrolled("Cost at fixed rates", table(head, rows))}`;
}

/** Links to the comparisons with the frameworks that most readers know. */
function neighbors(site: Site, framework: string, on: readonly Runtime[]): Child {
  const links = on.map((runtime) => {
    const own = `${framework}/${runtime}`;
    const others = wellKnown
      .map((name) => `${name}/${runtime}`)
      .filter((target) => target !== own && site.targets.includes(target))
      .map((other) => compareLink(own, other, other));
    const all = link(`/compare/${slugOf(own)}/`, "any other");
    return html`${icon(runtime)}<b>${own}</b> against ${listed([...others, all])}`;
  });
  return html`<h2>Head to head</h2>
    ${list(links)}`;
}

function notesSection(app: App): Child {
  const notes = notesOf(app);
  if (notes.length === 0) return null;
  return html`<h2>What is not the default</h2>
    <dl class="notes">
      ${notes.map(
        ([about, words]) =>
          html`<dt>${about}</dt>
            <dd><code>${words}</code></dd>`,
      )}
    </dl>`;
}

function sourceSection(framework: string, { files, manifest }: App): Child {
  return html`<h2>The server that was measured</h2>
    <p class="hint">
      <code>apps/${framework}</code>, as <code>${manifest.homepage}</code> shows it.
    </p>
    ${files.map(({ path, text }, i) => {
      const source = html`<pre tabindex="0"><code>${text}</code></pre>`;
      const name = html`<code>${path}</code>`;
      return i === 0 && text.length < 3000
        ? html`<h3>${name}</h3>
            ${source}`
        : html`<details>
            <summary>${name}</summary>
            ${source}
          </details>`;
    })}`;
}
