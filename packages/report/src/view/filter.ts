import { runtimesIn } from "@deadheat/journal";
import type { Cell } from "@deadheat/judge";
import { html, type Child } from "./parts/element.ts";
import { icon, runtimeName } from "./parts/marks.ts";

/** Returns the form that filters the rows of tables by target. Without a script it stays hidden. */
export function filterForm(cells: readonly Pick<Cell, "runtime">[]): Child {
  const boxes = runtimesIn(cells.map(({ runtime }) => runtime)).map(
    (runtime) =>
      html`<label>
        <input type="checkbox" name="runtime" value="${runtime}" checked />
        ${icon(runtime)}${runtimeName[runtime]}
      </label>`,
  );
  return html`<form class="only" hidden>
    <label>
      Only these frameworks: <input name="only" type="search" placeholder="hono, express" />
    </label>
    ${boxes}
    <output></output>
  </form>`;
}
