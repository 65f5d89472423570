import {
  type Explained,
  type ExplainedFunction,
  type Stack,
  kindWords,
  limitsWords,
  microseconds,
  moreWords,
  whereWords,
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

/**
 * Returns the table of the functions of a frame and of all that it calls, the largest difference first. The table of the
 * whole has the intervals too, and the named functions first.
 */
export function functionsTable({ functions }: Pick<Explained, "functions">, stack: Stack): Element {
  if (stack.function === -1) return allFunctionsTable({ functions });
  const parts = partsOf(stack)
    .toSorted((a, b) => Math.abs(b.new - b.base) - Math.abs(a.new - a.base))
    .slice(0, MOST_ROWS);
  return rowsTable(
    parts.map((part) => ({ ...part, of: functions[part.index] as ExplainedFunction })),
    false,
  );
}

/** Returns the table of the functions in the whole request. */
export function allFunctionsTable({ functions }: Pick<Explained, "functions">): Element {
  const rows = functions
    .slice(0, MOST_ROWS)
    .map((of, index) => ({ index, base: of.self.base, new: of.self.new, of }));
  return rowsTable(rows, true);
}

function rowsTable(rows: readonly (Part & { of: ExplainedFunction })[], whole: boolean): Element {
  const head = [
    "function",
    "in",
    "kind",
    "base, µs",
    "new, µs",
    "change, µs",
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
      h("td", {}, whereWords(of)),
      h("td", {}, kindWords[of.kind]),
      [base, next].map((seconds) => h("td", { class: "number" }, microseconds(seconds))),
      h("td", { class: `number ${told ?? ""}`.trim() }, moreWords(next - base)),
      whole ? h("td", { class: "number" }, limitsWords(of.self)) : null,
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
