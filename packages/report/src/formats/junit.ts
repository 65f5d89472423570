import type { Compared } from "@deadheat/judge";
import { headline } from "../content/compared.ts";
import { whereWords } from "../content/limits.ts";
import { limitedOf } from "../content/outcome.ts";
import { printable } from "../format.ts";

/**
 * Returns the limits of a gate as a JUnit report, which CI services show: a case each. A limit that is exceeded is a failure, an
 * undecided one is skipped, and a gate without a result is an error. Without limits, each comparison is a case that passes.
 */
export function renderJunit(document: Compared): string {
  const { comparisons, gate, base, new: next } = document;
  const limited = comparisons.flatMap(limitedOf);
  const name = `${next.name} against ${base.name}`;
  const cases =
    gate?.outcome === "unmeasured"
      ? [{ name, part: element("error", { message: headline(document) }) }]
      : limited.length > 0
        ? limited.map(({ one, label, outcome, sentence, limit }) => ({
            name: `${whereWords(one)}: ${label}`,
            part: partOf(outcome, `${sentence} (limit ${limit})`),
          }))
        : [{ name, part: element("system-out", {}, headline(document)) }];
  const count = (tag: string) => cases.filter(({ part }) => part.startsWith(`<${tag}`)).length;
  const counts = {
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
  const seconds = comparisons.reduce((sum, { n, roundSeconds }) => sum + n * roundSeconds, 0);
  const lines = cases.map((one) =>
    element("testcase", { classname: "deadheat", name: one.name }, null, one.part),
  );
  const suite = element(
    "testsuite",
    { name: "deadheat", ...counts, time: seconds.toFixed(1), timestamp: document.startedAt },
    null,
    `\n${lines.map((line) => `    ${line}\n`).join("")}  `,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", counts, null, `\n  ${suite}\n`)}\n`;
}

function partOf(outcome: "passed" | "failed" | "undecided", message: string): string {
  if (outcome === "failed") return element("failure", { message, type: "slower" });
  if (outcome === "undecided") return element("skipped", { message });
  return element("system-out", {}, message);
}

function element(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  text: string | null = null,
  inner = "",
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const content = text === null ? inner : escaped(text);
  return content === ""
    ? `<${tag}${given.join("")}/>`
    : `<${tag}${given.join("")}>${content}</${tag}>`;
}

/** XML 1.0 has no place for control characters, not even escaped. */
function escaped(value: string | number): string {
  const marks: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return printable(String(value))
    .replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? mark)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
}
