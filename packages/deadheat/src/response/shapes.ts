// Dates, times and UUIDs have known forms. deadheat compares that one of the same form stands in the same place, and never
// its value: an hour may change in the middle of a run, and a date at midnight.

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}";
const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}";
const CLOCK = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?`;

/** The forms by their names. The longer form of two that begin alike comes first. */
const forms = {
  uuid: "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
  date: [
    String.raw`${DAY},? (?:\d{1,2} ${MONTH}|${MONTH} \d{1,2}),? \d{4},? ${CLOCK}(?: GMT(?:[+-]\d{4})?(?: \([\w ]{1,40}\))?)?`,
    String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?`,
  ].join("|"),
  day: String.raw`\d{4}-\d\d-\d\d|(?:${DAY},? )?(?:${MONTH} \d{1,2},? \d{4}|\d{1,2}\.? ${MONTH},? \d{4})|\d{1,2}[/.]\d{1,2}[/.]\d{4}`,
  time: String.raw`${CLOCK}(?:[ \u202F][AP]M)?`,
  clock: String.raw`\d{1,2}:\d\d(?:[ \u202F][AP]M)?`,
  // The digits after a decimal point are no time.
  milliseconds: String.raw`(?<!\d\.)1[6-9]\d{11}(?:\.\d{1,9})?`,
  seconds: String.raw`(?<!\d\.)1[6-9]\d{8}(?:\.\d{1,9})?`,
} as const;
const names = Object.keys(forms) as (keyof typeof forms)[];

/** Every quantifier is bounded, so the time is linear in the length of the text. */
const SHAPES = new RegExp(
  `(?<![A-Za-z0-9])(?:${names.map((name) => `(?<${name}>${forms[name]})`).join("|")})(?![A-Za-z0-9])`,
  "gi",
);

/** The first of the characters that stand for a form. They lie in the private use area, which texts hardly use. */
const FIRST = 0xe0_d0;
const markOf = (name: keyof typeof forms) => String.fromCharCode(FIRST + names.indexOf(name));
const MARKS = new RegExp(`[${names.map(markOf).join("")}]`, "g");

/** Returns the text with one character in the place of each date, time and UUID. */
export function canonical(text: string): string {
  return text.replaceAll(SHAPES, (...args) => {
    const groups = args.at(-1) as Record<string, string | undefined>;
    return markOf(names.find((name) => groups[name] !== undefined) ?? "date");
  });
}

/** Returns the dates, times and UUIDs of a text, in order. */
export function shapesIn(text: string): string[] {
  return text.match(SHAPES) ?? [];
}

/** Returns a canonical text as people read it: `<date>` in the place of a date. */
export function readable(text: string): string {
  return text.replaceAll(MARKS, (mark) => `<${names[mark.charCodeAt(0) - FIRST]}>`);
}

/** Returns whether two numbers are times in milliseconds, or both in seconds, since 1970. */
export function areTimes(one: number, other: number): boolean {
  const [a, b] = [one, other].map((value) => canonical(String(value)));
  return a === b && a !== String(one);
}
