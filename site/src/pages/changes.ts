import { formatRatio } from "@deadheat/report/format";
import {
  explainedSentences,
  html,
  icon,
  isProven,
  namedRow,
  runtimeName,
  scrolled,
  table,
  type Child,
} from "@deadheat/report/site-parts";
import { between, dateOf, fact, quote } from "../parts/fact.ts";
import { link } from "../parts/page.ts";
import { list, proof } from "../parts/prose.ts";
import type { Step } from "../read/history.ts";
import { pageOf } from "../read/published.ts";
import type { Site } from "../read/site.ts";

const LATEST = 6;

/** Says what changed lately: the last proven steps of all histories. */
export function latestSteps({ steps }: Site): Child {
  const proven = steps.filter(isProven).toSorted((a, b) => (a.releasedAt < b.releasedAt ? 1 : -1));
  const none =
    steps.length === 0
      ? "No history of versions has been published yet."
      : "No step between neighboring versions is proven.";
  return html`<h2>What changed lately</h2>
    ${proven.length > 0 ? list(proven.slice(0, LATEST).map(stepSentence)) : html`<p class="hint">${none}</p>`}`;
}

/** Returns `hono/node 4.13.0 (2026-05-01) takes 0.88 times [0.87, 0.89] the CPU time of 4.12.0 in GET /: faster.` */
export function stepSentence(step: Step): Child {
  const { runtime, isOfRuntime, releasedAt, base, new: next, scenario, verdict, from } = step;
  // `hono/node`, or `hono on Bun` before a release of Bun.
  const subject = isOfRuntime ? `${step.server} on ${runtimeName[runtime]}` : step.series;
  const released = releasedAt !== "" && html` (${dateOf(releasedAt, `${next.at}.releasedAt`)})`;
  return html`${icon(runtime)}<b>${subject} ${quote(next.label, `${next.at}.label`)}</b>${released}
    takes ${stepRatio(step)} the CPU time of
    ${isOfRuntime && `${runtimeName[runtime]} `}${quote(base.label, `${base.at}.label`)} in
    <code>${scenario}</code>: ${verdict}. ${proof(from)}${whyWords(step)}`;
}

/** Says which functions make the difference, if `explain` has measured it. */
function whyWords({ from, why }: Step): Child {
  if (!why) return null;
  return html`<details>
    <summary>Why</summary>
    ${quote(explainedSentences(why.explained).join(" "), `${from.name}/${why.file}`, "reasons")}
    ${link(`/results/${from.name}/${pageOf(why)}`, "Every function")}
  </details>`;
}

function stepRatio({ ratio, at, lo, hi }: Step): Child {
  const metric = (value: number, end: string) => ({ value, from: [`${at}.${end}`] });
  return [
    fact(metric(ratio, "ratio"), formatRatio),
    " times ",
    lo !== null && hi !== null && between(metric(lo, "lo"), metric(hi, "hi"), formatRatio),
  ];
}

/** Draws the histories of a framework or a runtime, and lists their steps and the reasons that are known. */
export function historySections({ steps }: Site, isAbout: (step: Step) => boolean): Child {
  const own = steps.filter(isAbout);
  if (own.length === 0) return null;
  const series = Map.groupBy(own, ({ from, series: name }) => `${from.name} ${name}`);
  const sections = [...series.values()].map((these) => {
    const [{ isOfRuntime, server, runtime, series: name, from }] = these as [Step];
    const title = isOfRuntime ? `${server} on the releases of ${runtimeName[runtime]}` : name;
    const explained = these.filter(({ why }) => why !== undefined);
    return html`<h3>${icon(runtime)}${title} ${proof(from)}</h3>
      <img
        src="/results/${from.name}/history.svg"
        alt="Versions of ${from.result.history!.subject}, and the steps between them"
        loading="lazy"
        class="history"
      />
      ${scrolled(`Steps of ${name}`, stepsTable(these))}
      ${explained.length > 0 && list(explained.map(stepSentence))}`;
  });
  return html`<h2>By version</h2>
    ${sections}`;
}

function stepsTable(steps: readonly Step[]): Child {
  const rows = steps.map((step) => {
    const { base, new: next, releasedAt, scenario, verdict } = step;
    return namedRow(quote(next.label, `${next.at}.label`), [
      releasedAt !== "" && dateOf(releasedAt, `${next.at}.releasedAt`),
      quote(base.label, `${base.at}.label`),
      html`<code>${scenario}</code>`,
      stepRatio(step),
      verdict,
    ]);
  });
  const head = ["version", "released", "against", "scenario", "CPU time per request", "verdict"];
  return table(head, rows);
}
