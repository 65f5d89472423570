import { parse, type Node } from "acorn";
import * as nodeModule from "node:module";
import process from "node:process";

/** A function in a source text. */
interface Found {
  /** The offsets from which the function begins to where its body does. A runtime's position lies in between. */
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/**
 * Returns a function that names the anonymous functions of a source text, by their position: the function around them
 * and their number there (`compose > anonymous 2`), so that a moved line changes no name. It returns null for a position
 * at which no function begins. Returns null if the text cannot be parsed.
 */
export function functionNames(
  source: string,
): ((line: number, column: number) => string | null) | null {
  const program = programOf(source);
  if (program === null) return null;
  const found = functionsIn(program);
  const starts = lineStarts(source);
  return (line, column) => {
    const offset = (starts[line] ?? Infinity) + column;
    // The innermost: parameters may hold functions too.
    const inside = found.filter(({ from, to }) => from <= offset && offset < to);
    return inside.toSorted((a, b) => b.from - a.from)[0]?.name ?? null;
  };
}

function programOf(source: string): Node | null {
  const options = {
    ecmaVersion: "latest",
    allowHashBang: true,
    allowReturnOutsideFunction: true,
  } as const;
  for (const text of [source, withoutTypes(source)]) {
    for (const sourceType of ["module", "script"] as const) {
      try {
        if (text !== null) return parse(text, { ...options, sourceType });
      } catch {
        // The text is of the other type, or is no JavaScript.
      }
    }
  }
  return null;
}

/** Returns TypeScript with spaces in place of its types; null if this Node cannot do it (it can since 22.13). */
function withoutTypes(source: string): string | null {
  const { stripTypeScriptTypes: strip } = nodeModule as {
    stripTypeScriptTypes?: (code: string) => string;
  };
  const { emitWarning } = process;
  try {
    // Node says that this is an experiment. Without it only the names of anonymous functions would be worse.
    process.emitWarning = () => {};
    return strip?.(source) ?? null;
  } catch {
    return null;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A node of any type, and the name that its place gives to an anonymous function. */
type Any = Node & Record<string, unknown>;

function functionsIn(program: Node): Found[] {
  const found: Found[] = [];
  const visit = (node: Any, around: string, given: string | null, counter: { n: number }): void => {
    const isFunction = /Function/.test(node.type) && isNode(node.body);
    let [inner, innerCounter] = [around, counter];
    if (isFunction) {
      const own = nameOf(node.id) ?? given;
      const name = own ?? `anonymous ${++counter.n}`;
      inner = around === "" ? name : `${around} > ${name}`;
      innerCounter = { n: 0 };
      found.push({ from: node.start, to: (node.body as Any).start + 1, name: inner });
    }
    for (const [child, name] of childrenOf(node)) visit(child, inner, name, innerCounter);
  };
  visit(program as Any, "", null, { n: 0 });
  return found;
}

/** Yields the children of a node, each with the name that it has from a variable, a property or a class. */
function* childrenOf(node: Any): Generator<[Any, string | null]> {
  const given =
    nameOf(node.type === "AssignmentExpression" ? node.left : (node.key ?? node.id)) ?? null;
  const named = node.type === "AssignmentExpression" ? node.right : (node.value ?? node.init);
  for (const [key, value] of Object.entries(node)) {
    if (key === "type" || key === "start" || key === "end") continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield [child, child === named ? given : null];
    }
  }
}

function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (typeof node.name === "string") return node.name;
  return node.type === "MemberExpression" ? nameOf(node.property) : null;
}

function isNode(value: unknown): value is Any {
  return typeof value === "object" && value !== null && typeof (value as Any).type === "string";
}

function lineStarts(source: string): number[] {
  return [0, ...[...source.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)];
}
