import process from "node:process";
import { createHash } from "node:crypto";
import { stripTypeScriptTypes } from "node:module";
import { extname } from "node:path";
import { parse, type Node } from "acorn";
import { attempt } from "@deadheat/journal";

/** A function of a source, or the code outside of all functions, with the functions directly in it. */
export interface SourceFunction {
  readonly start: number;
  readonly end: number;
  /** The digest of its code, without comments, spaces and inner functions. */
  readonly own: string;
  /** The digest of its code with that of its inner functions. */
  readonly whole: string;
  readonly inner: readonly SourceFunction[];
  /** The name of the function, or that of the variable or property that holds it; null without either. */
  readonly name: string | null;
  /** The syntax tree; null if the source cannot be parsed. */
  readonly node: Node | null;
}

/**
 * Returns a digest of what a source means: its syntax tree, in which comments, spaces and erased types do not appear.
 * @returns null if the source cannot be parsed: its meaning is unknown, and only the same bytes mean the same
 */
export function meaningOf(source: string, path: string): string | null {
  const script = /^\.[cm]?ts$/.test(extname(path))
    ? attempt(() => withoutWarning(() => stripTypeScriptTypes(source)))
    : /^\.[cm]?js$/.test(extname(path))
      ? source
      : null;
  const tree = script === null ? null : treeOf(script);
  return tree === null ? null : attempt(() => digest(JSON.stringify(tree, plain)));
}

/**
 * Returns the code of a script as a runtime runs it, as a tree of functions. A script that cannot be parsed is one function,
 * which is the same only in the same script.
 */
export function functionsIn(script: string): SourceFunction {
  const tree = treeOf(script);
  const found = tree && attempt(() => functionOf(tree));
  if (found !== null) return found;
  const own = digest(script);
  return { start: 0, end: script.length, own, whole: own, inner: [], name: null, node: null };
}

/**
 * Returns a digest of the code of a function, without comments, spaces and inner functions.
 * @param onInner receives each function directly in it, and the node that holds that
 */
export function ownDigest(
  root: Node,
  onInner: (node: Node, holder: Named) => void = () => {},
): string {
  const text = JSON.stringify(root, function (this: Named, key: string, value: unknown) {
    if (!isFunction(value) || value === root) return plain(key, value);
    onInner(value, this);
    return "a function";
  });
  return digest(text);
}

function functionOf(root: Node, name: string | null = null): SourceFunction {
  const nodes: [node: Node, name: string | null][] = [];
  const own = ownDigest(root, (node, holder) => {
    nodes.push([node, nameIn(node as Named, holder)]);
  });
  const inner = nodes.map((one) => functionOf(...one));
  const whole = digest([own, ...inner.map((one) => one.whole)].join());
  return { start: root.start, end: root.end, own, whole, inner, name, node: root };
}

interface Named {
  readonly name?: unknown;
  readonly id?: Named | null;
  readonly key?: Named;
  readonly left?: Named;
  readonly property?: Named;
}

/** Returns the name of a function: its own, or that of the variable, property or method that holds it. */
function nameIn(node: Named, { id, key, left }: Named): string | null {
  const { name = null } = node.id ?? id ?? key ?? left?.property ?? left ?? {};
  return typeof name === "string" ? name : null;
}

function treeOf(script: string): Node | null {
  const options = { ecmaVersion: "latest", allowHashBang: true } as const;
  return (
    attempt(() => parse(script, { ...options, sourceType: "module" })) ??
    attempt(() =>
      parse(script, { ...options, sourceType: "script", allowReturnOutsideFunction: true }),
    )
  );
}

export function isFunction(value: unknown): value is Node {
  const { type } = (value ?? {}) as { readonly type?: unknown };
  return typeof type === "string" && /Function/.test(type) && "body" in (value as object);
}

/** Leaves out the places, and writes values that JSON does not have. */
export function plain(key: string, value: unknown): unknown {
  if (key === "start" || key === "end") return undefined;
  if (typeof value === "bigint") return `${value}n`;
  return value instanceof RegExp ? String(value) : value;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** Runs `work` without the warning that Node 22 prints once about this function. */
function withoutWarning<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
