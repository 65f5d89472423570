import {
  type Explained,
  type ExplainedFunction,
  type Stack,
  amountWords,
  kindWords,
  limitsWords,
  moreWords,
  placeWords,
  unitOf,
  type Unit,
} from "../../content/explained.ts";
import { h, type Element } from "../parts/element.ts";
import { table } from "../parts/table.ts";

/** The time of a function in a part of the flame graph. */
interface Part {
  readonly index: number;
  readonly base: number;
  readonly new: number;
}

const MOST_ROWS = 40;

type Shown = Pick<Explained, "functions" | "metric">;

/**
 * Returns the table of the functions of a frame and of all that it calls, the largest difference first. The table of the
 * whole has the intervals too, and the named functions first.
 */
export function functionsTable(explained: Shown, stack: Stack): Element {
  if (stack.function === -1) return allFunctionsTable(explained);
  const parts = partsOf(stack)
    .toSorted((a, b) => Math.abs(b.new - b.base) - Math.abs(a.new - a.base))
    .slice(0, MOST_ROWS);
  return rowsTable(
    parts.map((part) => ({ ...part, of: explained.functions[part.index] as ExplainedFunction })),
    unitOf(explained),
    false,
  );
}

/** Returns the table of the functions in the whole request. */
export function allFunctionsTable({ functions, metric }: Shown): Element {
  const rows = functions
    .slice(0, MOST_ROWS)
    .map((of, index) => ({ index, base: of.self.base, new: of.self.new, of }));
  return rowsTable(rows, unitOf({ metric }), true);
}

function rowsTable(
  rows: readonly (Part & { of: ExplainedFunction })[],
  unit: Unit,
  whole: boolean,
): Element {
  const head = [
    "function",
    "in",
    "kind",
    ...["base", "new", "change"].map((what) => `${what}, ${unit.symbol}`),
    ...(whole ? ["95 % interval"] : []),
  ];
  const lines = rows.map(({ index, base, new: next, of }) => {
    const told = of.named ? (next > base ? "more" : "less") : null;
    return h(
      "tr",
      { "data-function": index },
      h(
        "th",
        { scope: "row" },
        h("button", { type: "button", class: "name", "data-search": of.name }, of.name),
        of.state === "both" ? null : ` (${of.state === "gone" ? "removed" : of.state})`,
      ),
      h("td", {}, placeWords(of)),
      h("td", {}, kindWords[of.kind]),
      [base, next].map((cost) => h("td", { class: "number" }, amountWords(cost, unit))),
      h("td", { class: `number ${told ?? ""}`.trim() }, moreWords(next - base, unit)),
      whole ? h("td", { class: "number" }, limitsWords(of.self, unit)) : null,
    );
  });
  return table(head, lines, "plain functions");
}

/** Returns the time that the functions of a part take themselves. */
function partsOf(stack: Stack): Part[] {
  const parts = new Map<number, { index: number; base: number; new: number }>();
  const visit = ({ function: index, base, new: next, calls }: Stack): void => {
    const part = parts.get(index) ?? { index, base: 0, new: 0 };
    parts.set(index, part);
    part.base += calls.reduce((left, call) => left - call.base, base);
    part.new += calls.reduce((left, call) => left - call.new, next);
    for (const call of calls) visit(call);
  };
  visit(stack);
  return [...parts.values()];
}
