import { left } from "@deadheat/report";
import { formatRatio } from "@deadheat/report/format";
import {
  explainedSentences,
  h,
  icon,
  runtimeName,
  scrolled,
  table,
  type Child,
} from "@deadheat/report/site-parts";
import { between, dateOf, fact, quote } from "../parts/fact.ts";
import { link } from "../parts/page.ts";
import { proof } from "../parts/prose.ts";
import { isProven, type Step } from "../read/history.ts";
import { pageOf } from "../read/published.ts";
import type { Site } from "../read/site.ts";

/** The number of steps on the start page. */
const LATEST = 6;

/** Says what changed lately: the last proven steps of all histories. */
export function latestSteps({ steps }: Site): Child {
  const proven = steps.filter(isProven).toSorted((a, b) => (a.releasedAt < b.releasedAt ? 1 : -1));
  const list = proven.slice(0, LATEST).map((step) => h("li", {}, stepSentence(step)));
  const none =
    steps.length === 0
      ? "No history of versions has been published yet."
      : "No step between neighbouring versions is proven.";
  return h(
    "section",
    {},
    h("h2", {}, "What changed lately"),
    list.length > 0 ? h("ul", { class: "list" }, list) : h("p", { class: "hint" }, none),
  );
}

/** Returns `hono/node 4.13.0 (2026-05-01) answers 1.14 times [1.12, 1.15] the requests of 4.12.0 in GET /: faster.` */
export function stepSentence(step: Step): Child {
  return [
    icon(step.runtime),
    h("b", {}, subjectOf(step), " ", quote(step.new.label, `${step.new.at}.label`)),
    step.releasedAt !== "" && [" (", dateOf(step.releasedAt, `${step.new.at}.releasedAt`), ")"],
    " answers ",
    stepRatio(step),
    " the requests of ",
    step.isOfRuntime && `${runtimeName[step.runtime]} `,
    quote(step.base.label, `${step.base.at}.label`),
    " in ",
    h("code", {}, step.scenario),
    `: ${step.verdict}. `,
    proof(step.from),
    whyWords(step),
  ];
}

/** Returns what the versions are of: `hono/node`, or `hono on Bun` before a release of Bun. */
function subjectOf({ isOfRuntime, server, runtime, series }: Step): string {
  return isOfRuntime ? `${server} on ${runtimeName[runtime]}` : series;
}

/** Says which functions make the difference, if `explain` has measured it. */
function whyWords({ from, why }: Step): Child {
  if (!why) return null;
  const attributes = { "data-from": `${from.name}/${why.file}`, "data-by": "reasons" };
  const sentences = explainedSentences(why.explained).join(" ");
  return h(
    "details",
    {},
    h("summary", {}, "Why"),
    { tag: "span", attributes, children: [sentences] },
    " ",
    link(`/results/${from.name}/${pageOf(why)}`, "Every function"),
  );
}

function stepRatio({ ratio, at, lo, hi }: Step): Child {
  const figure = (value: number, end: string) => ({ value, from: [`${at}.${end}`] });
  return [
    fact(figure(ratio, "ratio"), formatRatio),
    " times ",
    lo !== null && hi !== null && between(figure(lo, "lo"), figure(hi, "hi"), formatRatio),
  ];
}

/** Draws the histories of a framework or a runtime, and lists their steps. */
export function historySections({ steps }: Site, isAbout: (step: Step) => boolean): Child {
  const own = steps.filter(isAbout);
  if (own.length === 0) return null;
  const series = [...new Set(own.map(({ from, series: name }) => `${from.name} ${name}`))];
  return [
    h("h2", {}, "By version"),
    series.map((key) => {
      const these = own.filter(({ from, series: name }) => `${from.name} ${name}` === key);
      const [first] = these as [Step];
      return [
        h("h3", {}, icon(first.runtime), titleOf(first), " ", proof(first.from)),
        picture(first),
        scrolled(`Steps of ${first.series}`, stepsTable(these)),
        explained(these),
      ];
    }),
  ];
}

function titleOf(step: Step): string {
  return step.isOfRuntime
    ? `${step.server} on the releases of ${runtimeName[step.runtime]}`
    : step.series;
}

/** Shows the drawing of the whole history. The table below it has the same steps in words. */
function picture({ from }: Step): Child {
  const { subject } = from.result.history!;
  const attributes = {
    src: `/results/${from.name}/history.svg`,
    alt: `Versions of ${subject}, and the steps between them`,
    loading: "lazy",
    class: "history",
  };
  return { tag: "img", attributes, children: [] };
}

/** Lists the steps whose reasons are known. */
function explained(steps: readonly Step[]): Child {
  const known = steps.filter(({ why }) => why !== undefined);
  if (known.length === 0) return null;
  const items = known.map((step) => h("li", {}, stepSentence(step)));
  return h("ul", { class: "list" }, items);
}

function stepsTable(steps: readonly Step[]): Child {
  const rows = steps.map((step) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, quote(step.new.label, `${step.new.at}.label`)),
      h("td", {}, step.releasedAt !== "" && dateOf(step.releasedAt, `${step.new.at}.releasedAt`)),
      h("td", {}, quote(step.base.label, `${step.base.at}.label`)),
      h("td", {}, h("code", {}, step.scenario)),
      h("td", {}, stepRatio(step)),
      h("td", { class: step.verdict }, step.verdict),
    ),
  );
  const head = [
    "version",
    "released",
    "against",
    "scenario",
    "requests from the same CPU time",
    "word",
  ];
  return table(
    head.map((name) => left(name).name),
    rows,
  );
}
