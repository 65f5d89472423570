import { parse, type Node } from "acorn";
import * as nodeModule from "node:module";
import process from "node:process";
import { ownDigest } from "../touch/meaning.ts";

interface FunctionSpan {
  /** The offsets from which the function begins to where its body does. A runtime's position lies in between. */
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** Returns a digest of the function's code without inner functions (touch, `ownDigest`). */
  readonly digest: () => string;
  /** The functions that it calls by a name: the name, and the offset of the call. */
  readonly calls: [callee: string, at: number][];
}

/** The functions of a source text, found by a position from which a function begins. Lines and columns count from 0. */
export interface NamedFunctions {
  readonly nameAt: (line: number, column: number) => string | null;
  /** Returns a digest of the function's own code, without comments, spaces and inner functions. */
  readonly digestAt: (line: number, column: number) => string | null;
  /** Returns where the function at this position calls another one; null unless exactly one line does. */
  readonly callAt: (
    line: number,
    column: number,
    callee: string,
  ) => readonly [line: number, column: number] | null;
}

/**
 * Finds the functions of a source text. It names the anonymous functions of a source text, by their position: the function around them
 * and their number there (`compose > anonymous 2`), so that a moved line changes no name.
 * @returns null if the text cannot be parsed
 */
export function functionNames(source: string): NamedFunctions | null {
  const program = programOf(source);
  if (program === null) return null;
  const found = functionsIn(program);
  const starts = lineStarts(source);
  const at = (line: number, column: number) => {
    const offset = (starts[line] ?? Infinity) + column;
    // The innermost: parameters may hold functions too.
    const inside = found.filter(({ from, to }) => from <= offset && offset < to);
    return inside.toSorted((a, b) => b.from - a.from)[0];
  };
  return {
    nameAt: (line, column) => at(line, column)?.name ?? null,
    digestAt: (line, column) => at(line, column)?.digest() ?? null,
    callAt: (line, column, callee) => {
      const places = (at(line, column)?.calls ?? [])
        .filter(([name]) => name === callee)
        .map(([, offset]) => {
          const own = starts.findLastIndex((start) => start <= offset);
          return [own, offset - (starts[own] as number)] as const;
        });
      const [first] = places;
      return first !== undefined && places.every(([own]) => own === first[0]) ? first : null;
    },
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

function functionsIn(program: Node): FunctionSpan[] {
  const found: FunctionSpan[] = [];
  const visit = (
    node: Any,
    around: string,
    given: string | null,
    counter: { n: number },
    calls: FunctionSpan["calls"],
  ): void => {
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const callee = nameOf(node.callee);
      if (callee !== null) calls.push([callee, positionOf(node.callee as Any)]);
    }
    const isFunction = /Function/.test(node.type) && isNode(node.body);
    let [inner, innerCounter, innerCalls] = [around, counter, calls];
    if (isFunction) {
      const own = nameOf(node.id) ?? given;
      const name = own ?? `anonymous ${++counter.n}`;
      inner = around === "" ? name : `${around} > ${name}`;
      [innerCounter, innerCalls] = [{ n: 0 }, []];
      const to = (node.body as Any).start + 1;
      const digest = () => ownDigest(node);
      found.push({ from: node.start, to, name: inner, digest, calls: innerCalls });
    }
    for (const [child, name] of childrenOf(node))
      visit(child, inner, name, innerCounter, innerCalls);
  };
  visit(program as Any, "", null, { n: 0 }, []);
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

/** Returns the offset of the name in a callee: in a chain of calls each may have its own line. */
function positionOf(callee: Any): number {
  return callee.type === "MemberExpression" ? (callee.property as Any).start : callee.start;
}

function isNode(value: unknown): value is Any {
  return typeof value === "object" && value !== null && typeof (value as Any).type === "string";
}

function lineStarts(source: string): number[] {
  return [0, ...[...source.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)];
}
