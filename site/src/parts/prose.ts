import { html, icon, runtimeName, type Child } from "@deadheat/report/site-parts";
import { eachRuntime, runtimeFacts, type Runtime } from "@deadheat/journal";
import type { Cell } from "@deadheat/judge";
import type { Published } from "../read/published.ts";
import { slugOf } from "../read/site.ts";
import { link } from "./page.ts";

/** Returns the name of a floor as readers know it. */
export const floorName = eachRuntime((runtime) => runtimeFacts[runtime].ownServer);

/** Returns a link to the result that proves something. */
export function proof({ name }: Published, words = "proof"): Child {
  return html`<span class="proof">${link(`/results/${name}/`, words)}</span>`;
}

export function frameworkLink(framework: string): Child {
  return link(`/frameworks/${framework}/`, framework);
}

/** Returns `hono/bun` with its runtime's shape, as a link to its framework's page. */
export function targetLink({ framework, runtime }: Pick<Cell, "framework" | "runtime">): Child {
  const words = html`${framework}<span>/${runtime}</span>`;
  return html`<b class="name">${icon(runtime)}${link(`/frameworks/${framework}/`, words)}</b>`;
}

export function runtimeLink(runtime: Runtime): Child {
  return [icon(runtime), link(`/runtimes/${runtime}/`, runtimeName[runtime])];
}

export function compareLink(a: string, b: string, words: Child): Child {
  return link(`/compare/${slugOf(a)}/${slugOf(b)}/`, words);
}

export function list(items: readonly Child[], kind = "list"): Child {
  return html`<ul class="${kind}">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;
}

/** Returns texts in one line, the last after an `and`. */
export function listed(items: readonly Child[]): Child {
  return items.map((item, i) => [i === 0 ? "" : i === items.length - 1 ? " and " : ", ", item]);
}
