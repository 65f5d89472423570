import { differenceWords } from "@deadheat/measure";
import { acrossTemplates, type Across } from "./across.ts";
import { compareJson, parsed, type Json, type Path } from "./json.ts";
import { areIds } from "./looks-random.ts";
import { maskProblem, masksOf, shown, type Masks } from "./mask.ts";
import { canonical, readable, shapesIn } from "./shapes.ts";
import { templateOf, templateProblem, type Departure, type Template } from "./template.ts";

/** The form of one server's responses to one request, learned from samples. It knows which parts vary, and holds the rest. */
export type Form = TextForm | JsonForm;

interface TextForm {
  readonly kind: "text";
  readonly texts: readonly string[];
  readonly template: Template;
}

interface JsonForm {
  readonly kind: "json";
  readonly texts: readonly string[];
  readonly value: Json;
  readonly masks: Masks;
}

/** The most characters of a body whose parts are compared one by one. */
const LARGEST = 4_000_000;
/** A text within JSON that varies and is longer than this is compared part by part. */
const LONG = 200;

/**
 * Returns the form of these bodies, of which there is at least one; null if they have none in common, or are too large.
 * @param bodies without the parts that the user ignores
 */
export function formOf(bodies: readonly string[]): Form | null {
  const texts = [...new Set(bodies)];
  if (texts.length > 1 && texts.some((text) => text.length > LARGEST)) return null;
  const values = texts.map(parsed);
  if (!values.includes(null)) {
    const masks = masksOf(values as Json[]);
    const isLong = [...masks.values()].some(({ texts: gap }) => (gap?.sample.length ?? 0) > LONG);
    if (texts.length > 1 && !isLong) {
      return { kind: "json", texts, value: values[0] as Json, masks };
    }
  }
  const template = templateOf(texts.map(canonical));
  return template && { kind: "text", texts, template };
}

/** Returns the reason that a body does not have this form, or null. The reason quotes the body. */
export function formProblem(body: string, form: Form): string | null {
  if (form.texts[0] === body) return null;
  if (body.length > Math.max(LARGEST, 2 * (form.texts[0] ?? "").length)) {
    return `body of ${body.length} characters`;
  }
  if (form.kind === "text") {
    const text = canonical(body);
    const found = templateProblem(text, form.template);
    return found && wordsOf(found, text);
  }
  const value = parsed(body);
  if (value === null) return `body ${differenceWords(form.texts[0] ?? "", body)}`;
  return jsonProblem(form.value, value, form.masks);
}

/** The lengths of a piece's beginning that are looked for in a body that lacks the piece, and how far. */
const BEGINNINGS = [24, 12, 6, 3, 1];
const FARTHEST = 500;

function wordsOf({ at, piece, reason }: Departure, text: string): string {
  if (piece === null) {
    return `body has ${reason} at character ${(at + 1).toLocaleString("en-US")}`;
  }
  // What varies comes before the piece: the reader wants the first wrong character after it.
  const within = text.slice(at, at + FARTHEST);
  const starts = BEGINNINGS.map((length) => within.indexOf(piece.slice(0, length)));
  const head = text.slice(0, at + Math.max(0, starts.find((start) => start !== -1) ?? 0));
  const [expected, got] = [head + piece, text.slice(0, head.length + piece.length + 80)];
  if (expected === got)
    return `body goes on with ${readable(text.slice(head.length, head.length + 60))}`;
  return `body ${differenceWords(readable(expected), readable(got))}`;
}

function jsonProblem(expected: Json, got: Json, masks: Masks): string | null {
  let problem: string | null = null;
  compareJson(expected, got, {
    skip: ({ general, exact }, _, value) => {
      const mask = masks.get(general);
      if (mask === undefined) return false;
      const reason = maskProblem(value, mask);
      if (reason !== null) problem ??= `${exact} is ${reason}`;
      return true;
    },
    differ: (path, a, b) => {
      problem ??= differWords(path, a, b);
      return true;
    },
  });
  return problem;
}

function differWords({ exact }: Path, a: Json | undefined, b: Json | undefined): string {
  if (typeof a === "string" && typeof b === "string") {
    return `${exact} is ${differenceWords(readable(canonical(a)), readable(canonical(b)))}`;
  }
  return `${exact} is ${shown(b)} instead of ${shown(a)}`;
}

/**
 * Compares the forms of the responses of two servers. What varies is the base's to say: where only the new server sends something
 * else each time, it could hide content of the base, so both must look like ids there.
 */
export function acrossForms(base: Form, next: Form): Across {
  if (base.texts[0] === next.texts[0]) return { problem: null, ids: [] };
  const [a, b] = [base, next].map(valueOf);
  const isJson =
    a != null && b != null && (base.kind === "json" || next.kind === "json" || short(base, next));
  if (isJson) {
    const varied = new Set([...variedIn(base), ...variedIn(next)]);
    return acrossJson(a, b, masksIn(base), varied);
  }
  const [one, other] = [base, next].map(textTemplate);
  if (!one || !other) return { problem: "body differs", ids: [] };
  const across = acrossTemplates(one, other);
  return across.problem === null
    ? { ...across, ids: [...across.ids, ...dates(base, next)] }
    : across;
}

const masksIn = (form: Form): Masks => (form.kind === "json" ? form.masks : new Map());
const valueOf = (form: Form): Json | null =>
  form.kind === "json" ? form.value : parsed(form.texts[0] ?? "");
const textTemplate = (form: Form): Template | null =>
  form.kind === "text" ? form.template : templateOf(form.texts.map(canonical));

/** Returns whether neither form is that of a text with gaps, so that JSON is compared by its values. */
function short(...forms: readonly Form[]): boolean {
  return forms.every((form) => form.kind === "json" || form.template.gaps.length === 0);
}

/** @param varied the paths that change with every response, those of dates and UUIDs among them */
function acrossJson(base: Json, next: Json, masks: Masks, varied: ReadonlySet<string>): Across {
  const ids: string[] = [];
  let problem: string | null = null;
  compareJson(base, next, {
    skip: (path, a, b) => {
      const mask = masks.get(path.general);
      if (mask === undefined) {
        // Dates of two builds are equal to `compareJson`, and worth a word.
        const areShapes = typeof a === "string" && typeof b === "string" && a !== b;
        if (areShapes && !varied.has(path.general) && canonical(a) === canonical(b)) {
          ids.push(`${a.slice(0, 40)}/${b.slice(0, 40)}`);
        }
        return false;
      }
      const reason = maskProblem(a, mask) ?? maskProblem(b, mask);
      if (reason !== null) problem ??= `${path.exact} is ${reason}`;
      return true;
    },
    differ: (path, a, b) => {
      const across = leavesAcross(path, a, b);
      if (across === null) problem ??= differWords(path, a, b);
      else ids.push(...across);
      return problem !== null;
    },
  });
  return { problem, ids };
}

/** Returns the ids in which two values differ; null if they differ in content. */
function leavesAcross(
  path: Path,
  a: Json | undefined,
  b: Json | undefined,
): readonly string[] | null {
  const name = `${path.general.split(/[.[]/).at(-1)}:`;
  if (typeof a === "number" && typeof b === "number") {
    const words = [a, b].map(String) as [string, string];
    return areIds(...words, name, "") && Number.isInteger(a) && Number.isInteger(b)
      ? [words.join("/")]
      : null;
  }
  if (typeof a !== "string" || typeof b !== "string") return null;
  if (areIds(a, b, name, "")) return [`${a.slice(0, 24)}/${b.slice(0, 24)}`];
  const [one, other] = [templateOf([canonical(a)]), templateOf([canonical(b)])];
  const across = one && other && acrossTemplates(one, other);
  return across && across.problem === null ? across.ids : null;
}

/** Returns the dates and UUIDs that each server always sends, and in which the two differ. */
function dates(base: Form, next: Form): string[] {
  const [a, b] = [base, next].map(constantShapes) as [string[], string[]];
  if (a.length !== b.length) return [];
  return a.flatMap((one, i) =>
    one === b[i] || one === "" || b[i] === "" ? [] : [`${one}/${b[i]}`],
  );
}

function constantShapes({ texts: [first = "", ...others] }: Form): string[] {
  const all = others.map(shapesIn);
  return shapesIn(first).map((shape, i) => (all.every((list) => list[i] === shape) ? shape : ""));
}

/** Returns the parts that change with every response, in words for a reader. */
export function variedIn(form: Form): string[] {
  if (form.kind === "json") {
    const times: string[] = [];
    const [first, ...others] = form.texts.map(parsed);
    for (const other of others) {
      compareJson(first as Json, other as Json, {
        skip: ({ general }, a, b) => {
          const varies = typeof a !== "object" && a !== b;
          if (varies && !form.masks.has(general)) times.push(general);
          return form.masks.has(general);
        },
        differ: () => false,
      });
    }
    return [...new Set([...form.masks.keys(), ...times])];
  }
  const { pieces, gaps } = form.template;
  const [first = "", ...others] = form.texts;
  const lists = others.map(shapesIn);
  const shapes = shapesIn(first).filter((shape, i) => lists.some((list) => list[i] !== shape));
  return [
    ...gaps.map(({ sample }, i) => {
      const before = (pieces[i] ?? "").slice(-16);
      return JSON.stringify(readable(`${before}${sample.slice(0, 24)}`));
    }),
    ...shapes.map((shape) => JSON.stringify(shape)),
  ];
}

export function comparedShare(form: Form): number {
  if (form.kind === "json") return 1;
  const all = form.texts[0]?.length ?? 0;
  const literal = form.template.pieces.join("").length;
  return all === 0 ? 1 : Math.min(1, literal / canonical(form.texts[0] ?? "").length);
}
