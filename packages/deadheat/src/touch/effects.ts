import type { Node } from "acorn";
import type { Replaced } from "./changes.ts";
import { plain } from "./meaning.ts";

// A function that changes something which outlives its request can make another request slower, although that runs the same
// code. No analysis finds every such function, so this one only knows those that surely do nothing of the kind: what they
// use of the world outside is what they used before, and they write nothing there.

/** Names of functions that change what they are called on, or start something that goes on. */
const CHANGING = new RegExp(
  `^(?:${[
    "set|add|push|unshift|splice|pop|shift|sort|reverse|fill|copyWithin|delete|clear|remove|append|insert|update|upsert",
    "save|create|store|put|write|patch|register|decorate|use|on|once|off|emit|subscribe|listen|define|assign|freeze",
    "extend|eval|Function|require|spawn|exec|fork|(?:next|queue|set|add|clear|define|write|append|delete|remove",
    "register|create|update|insert|prevent|with)[A-Z]\\w*",
  ].join("|")})$`,
);
/** Names of functions that return a new array. */
const COPYING =
  /^(?:map|filter|slice|concat|flat|flatMap|split|from|keys|values|entries|match|to[A-Z]\w*)$/;
/** Parts of a language that nobody changes; a write to them is found as any other. */
const PURE =
  /^(?:Math|JSON|Number|String|Boolean|BigInt|Date|Array|Map|Set|RegExp|Error|TypeError|RangeError|URL|URLSearchParams|Promise|Symbol|Uint8Array|Float64Array|Buffer|TextEncoder|TextDecoder|Intl|NaN|Infinity|undefined|parseInt|parseFloat|isNaN|isFinite|structuredClone|encodeURIComponent|decodeURIComponent|encodeURI|decodeURI|Object\.(?:keys|values|entries|fromEntries|hasOwn|is)|performance\.now)(?:[.(]|$)/;

/** Returns whether every changed function surely leaves alone what other requests use. */
export function areContained(replaced: readonly Replaced[]): boolean {
  return replaced.every(({ base, new: next }) => {
    const [before, after] = [base?.node ?? null, next?.node ?? null];
    if (before === null || after === null) return false;
    const [a, b] = [usesOf(before), usesOf(after)];
    if (a === null || b === null || a.size !== b.size) return false;
    return [...a].every((use) => b.has(use));
  });
}

/** Returns what a function uses of the world outside of it; null if it changes something there. */
function usesOf(root: Node): ReadonlySet<string> | null {
  const names = namesIn(root);
  const uses = new Set<string>();
  let changes = false;
  /** Whether a value lives no longer than the call. */
  const isOwn = (name: string) => names.fresh.has(name);
  const visit = (node: Node, isCalled = false): void => {
    const chain = chainOf(node);
    if (chain !== null) {
      const { root: from, path, inner } = chain;
      const isOutside = !names.locals.has(from);
      const last = path.at(-1) ?? from;
      if (isCalled && CHANGING.test(last) && !isOwn(from) && !isPure([from, ...path]))
        changes = true;
      if (isCalled && path.length === 0 && CHANGING.test(from)) changes = true;
      const text = [from, ...path].join(".") + (isCalled ? "(" : "");
      const isBareParameter = names.parameters.has(from) && path.length === 0 && !isCalled;
      if (isOutside && !isBareParameter && !PURE.test(text)) uses.add(text);
      if (path.includes("prototype") || path.includes("__proto__") || path.includes("constructor"))
        changes = true;
      for (const one of inner) visit(one);
      return;
    }
    const { type } = node;
    if (isCalled && type === "MemberExpression" && changesResult(node)) changes = true;
    if (type === "AssignmentExpression" || type === "UpdateExpression") {
      const target = (node as { left?: Node; argument?: Node }).left ?? (node as never)["argument"];
      if (isWrite(target as Node, names)) changes = true;
    }
    if (type === "UnaryExpression" && (node as { operator?: string }).operator === "delete") {
      if (isWrite((node as unknown as { argument: Node }).argument, names)) changes = true;
    }
    if (type === "ForInStatement" || type === "ForOfStatement") {
      const { left } = node as unknown as { left: Node };
      if (left.type !== "VariableDeclaration" && isWrite(left, names)) changes = true;
    }
    if (type === "ImportExpression" || type === "WithStatement" || type === "YieldExpression")
      changes = true;
    if (
      type === "CallExpression" ||
      type === "NewExpression" ||
      type === "TaggedTemplateExpression"
    ) {
      const {
        callee,
        tag,
        arguments: given = [],
        quasi,
      } = node as unknown as {
        callee?: Node;
        tag?: Node;
        arguments?: Node[];
        quasi?: Node;
      };
      const called = chainOf((callee ?? tag) as Node);
      const isKnown =
        called === null || names.locals.has(called.root) || names.parameters.has(called.root);
      // The same function may do more with other arguments.
      if (!isKnown && !PURE.test(`${[called.root, ...called.path].join(".")}(`))
        uses.add(JSON.stringify([called.root, called.path, given], plain));
      visit((callee ?? tag) as Node, true);
      for (const one of quasi ? [quasi] : given) visit(one);
      return;
    }
    for (const one of childrenOf(node)) visit(one);
  };
  for (const one of childrenOf(root)) visit(one);
  return changes ? null : uses;
}

/** `Array.from` and `Promise.all` begin like the functions that change something. */
function isPure(words: readonly string[]): boolean {
  return words.length > 1 && PURE.test(words.join(".")) && words[0] !== "Object";
}

interface Chain {
  /** The name that the chain begins with; `this` and `super` are names too. */
  readonly root: string;
  readonly path: readonly string[];
  /** The expressions in computed members. */
  readonly inner: readonly Node[];
}

/** Returns `a.b.c`; null for any other expression. */
function chainOf(node: Node): Chain | null {
  const path: string[] = [];
  const inner: Node[] = [];
  for (let one = node as unknown as Loose; ;) {
    if (one.type === "ChainExpression") {
      one = one.expression as Loose;
      continue;
    }
    if (one.type === "MemberExpression") {
      const property = one.property as Loose;
      if (one.computed) inner.push(property as never);
      path.unshift(one.computed ? "[]" : String(property.name));
      one = one.object as Loose;
      continue;
    }
    const root = { ThisExpression: "this", Super: "super", MetaProperty: "meta" }[one.type];
    if (root !== undefined) return { root, path, inner };
    return one.type === "Identifier" ? { root: String(one.name), path, inner } : null;
  }
}

type Loose = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Returns whether a function is called that may change the result of another call: `cacheOf(user).set`. */
function changesResult(node: Node): boolean {
  const { object, property, computed } = node as unknown as Loose;
  const name = computed ? "[]" : String((property as Loose).name);
  if (!CHANGING.test(name)) return false;
  const { type, callee } = object as Loose;
  const by =
    type === "CallExpression" ? ((callee as Loose).property as Loose | undefined) : undefined;
  return !isFresh(object as Node) && !COPYING.test(String(by?.name));
}

/** Returns whether an assignment to this target outlives the call: all but one's own variable, or a part of a fresh value. */
function isWrite(target: Node, names: Names): boolean {
  const chain = chainOf(target);
  if (chain !== null) {
    const { root, path } = chain;
    return path.length === 0
      ? !names.locals.has(root) && !names.parameters.has(root)
      : !names.fresh.has(root);
  }
  if (!target.type.endsWith("Pattern")) return true;
  return patternNames(target).some((name) => !names.locals.has(name));
}

interface Names {
  readonly locals: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  /** The variables that only ever hold values which the function has made itself. */
  readonly fresh: ReadonlySet<string>;
}

function namesIn(root: Node): Names {
  const locals = new Set<string>();
  const parameters = new Set<string>();
  const held = new Set<string>();
  const visit = (node: Node): void => {
    const one = node as unknown as Loose;
    if (/Function/.test(one.type)) {
      for (const given of one.params as Node[])
        for (const name of patternNames(given)) parameters.add(name);
      const { id } = one as { readonly id?: Node | null };
      if (id && node !== root) locals.add(String((id as unknown as Loose).name));
    }
    if (one.type === "ClassDeclaration" && one.id) locals.add(String((one.id as Loose).name));
    if (one.type === "VariableDeclarator") {
      const names = patternNames(one.id as Node);
      for (const name of names) locals.add(name);
      const isPlain = (one.id as Node).type === "Identifier";
      if (!isPlain || (one.init && !isFresh(one.init as Node)))
        for (const name of names) held.add(name);
    }
    if (one.type === "ForOfStatement" || one.type === "ForInStatement") {
      const { declarations = [] } = one.left as { declarations?: { id: Node }[] };
      for (const { id } of declarations) for (const name of patternNames(id)) held.add(name);
    }
    if (one.type === "CatchClause" && one.param) {
      for (const name of patternNames(one.param as Node)) {
        locals.add(name);
        held.add(name);
      }
    }
    if (one.type === "AssignmentExpression" && !isFresh(one.right as Node)) {
      const chain = chainOf(one.left as Node);
      const names = chain === null ? patternNames(one.left as Node) : [chain.root];
      for (const name of names) held.add(name);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  for (const name of parameters) locals.delete(name);
  return { locals, parameters, fresh: new Set([...locals].filter((name) => !held.has(name))) };
}

/** Returns whether an expression makes a new value. */
function isFresh(node: Node): boolean {
  const { type } = node;
  if (type === "NewExpression") {
    const chain = chainOf((node as unknown as { callee: Node }).callee);
    return chain !== null && PURE.test(chain.root);
  }
  return /^(?:Array|Object|Binary|Unary|Update|ArrowFunction|Function)Expression$|^(?:Template)?Literal$/.test(
    type,
  );
}

function patternNames(pattern: Node): string[] {
  const one = pattern as unknown as Loose;
  switch (one.type) {
    case "Identifier":
      return [String(one.name)];
    case "ObjectPattern":
      return (one.properties as Loose[]).flatMap((property) =>
        patternNames((property.value ?? property.argument) as Node),
      );
    case "ArrayPattern":
      return (one.elements as (Node | null)[]).flatMap((element) =>
        element ? patternNames(element) : [],
      );
    case "AssignmentPattern":
      return patternNames(one.left as Node);
    case "RestElement":
      return patternNames(one.argument as Node);
    default:
      return [];
  }
}

/** Returns the parts of a node that are code: no names of properties and labels. */
function childrenOf(node: Node): Node[] {
  const one = node as unknown as Loose;
  return Object.entries(one).flatMap(([key, value]) => {
    const isName =
      (key === "key" && !one.computed) ||
      key === "label" ||
      key === "meta" ||
      (key === "property" && !one.computed);
    if (isName) return [];
    return [value].flat().filter((child): child is Node => {
      return typeof (child as Partial<Node> | null)?.type === "string";
    });
  });
}
