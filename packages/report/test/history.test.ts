import assert from "node:assert/strict";
import { test } from "node:test";
import { appended, type Result } from "@deadheat/judge";
import { around, factsOf, historyOf } from "../../judge/test/histories.ts";
import { generatedResult, small } from "../../judge/test/generated-result.ts";
import { formats, historySvg, renderResult } from "../src/index.ts";
import { datePlaces } from "../src/history/scales.ts";
import { panelsOf, isHistory } from "../src/content/history.ts";
import { golden } from "./golden.ts";

const made = [
  { label: "1.0.0", ratios: around(1.08) },
  { label: "1.1.0", ratios: around(1.08) },
  { label: "1.2.0", ratios: null },
  { label: "1.3.0", ratios: around(0.95) },
  { label: "1.4.0", ratios: around(0.97, 0.05) },
  { label: "2.0.0", ratios: around(1) },
];
const result = historyOf(made);
const html = (of: Result) => formats.html.render(of);

/** Returns the texts of elements with a class, without markup. */
const drawn = (svg: string, kind: string) =>
  [
    ...svg.matchAll(new RegExp(`<(?:line|text)[^>]*class="?[^">]*\\b${kind}\\b[^>]*>([^<]*)`, "g")),
  ].map(([, text]) => text);

test("a history for a terminal, as Markdown and as a drawing", () => {
  golden("history.txt", renderResult(result, { color: false, columns: 80 }));
  const markdown = formats.md.render(result, []);
  assert.match(markdown, /^# deadheat: versions of \S+, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
  for (const { label } of made) assert.match(markdown, new RegExp(`^\\| ${label} \\|`, "m"));
  golden("history.svg", historySvg(result));
});

test("a drawing labels proven changes, dashes undecided ones, and draws no line between runs that share no version", () => {
  const svg = historySvg(result);
  assert.deepEqual(drawn(svg, "label"), ["+13.7 %"]);
  assert.equal(drawn(svg, "tie").length, 1);
  assert.equal(drawn(svg, "open").length, 2);
  assert.equal([...svg.matchAll(/<circle /g)].length, 5, "a version that is missing has no point");
  const facts = factsOf(["1.0.0", "1.1.0", "2.0.0"]);
  const later = historyOf(
    [
      { label: "1.1.0", ratios: around(1) },
      { label: "2.0.0", ratios: around(1) },
    ],
    "run-2",
    facts,
  );
  const earlier = historyOf([
    { label: "1.0.0", ratios: around(1.1) },
    { label: "2.0.0", ratios: around(1) },
  ]);
  const apart = historySvg(appended(earlier, later, facts));
  assert.equal([...apart.matchAll(/class="step /g)].length, 1);
});

test("a drawing is well-formed XML, without code, links or addresses, and a page has links to its rows", () => {
  const svg = historySvg(result);
  assert.doesNotMatch(svg, /<script|<a |href|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
  const open: string[] = [];
  for (const [, end, tag = ""] of svg.matchAll(/<(\/?)(\w+)((?: [\w:-]+="[^"<]*")*)>/g)) {
    if (end === "") open.push(tag);
    else assert.equal(open.pop(), tag);
  }
  assert.deepEqual(open, []);
  assert.match(svg, /prefers-color-scheme:dark/);
  const page = html(result);
  assert.doesNotMatch(page, /<script/);
  const links = [...page.matchAll(/href="?#([\w-]+)/g)].map(([, id]) => id ?? "");
  assert.ok(links.includes("p1-1-s2") && links.includes("p1-1-v1"));
  for (const id of links) assert.match(page, new RegExp(`id="?${id}\\b`));
  assert.match(page, /npx deadheat bisect app@1\.1\.0\/node app@1\.3\.0\/node/);
});

test("a hostile name stays a name", () => {
  const evil = `"><script>alert(1)</script>\u0000\u202e`;
  const hostile = JSON.parse(JSON.stringify(result)) as Result;
  assert.ok(hostile.history);
  for (const version of hostile.history.versions) version.label = evil;
  hostile.history.subject = evil;
  hostile.machine.cpu = evil;
  assert.doesNotMatch(html(hostile), /<script>alert/);
  for (const text of [html(hostile), historySvg(hostile), formats.md.render(hostile, [])]) {
    assert.doesNotMatch(text, /<script>alert/);
    assert.ok(!text.includes("\u0000") && !text.includes("\u202e"));
  }
});

test("versions lie along x by date, but never on top of each other", () => {
  const at = (days: readonly (number | null)[]) =>
    datePlaces(
      days.map((day) => ({
        releasedAt: day === null ? null : new Date(Date.UTC(2026, 0, day)).toISOString(),
      })),
      0.1,
    ).map((place) => Number(place.toFixed(3)));
  assert.deepEqual(at([1, 2, 101]), [0, 0.108, 1]);
  assert.deepEqual(at([1, null, 3]), [0, 0.5, 1]);
  assert.deepEqual(at([1, 50, 20]), [0, 0.5, 1], "a patch of an older line came later");
  assert.deepEqual(at([1]), [0.5]);
});

test("a result of another kind is no history", () => {
  const other = generatedResult(small);
  assert.equal(isHistory(other), false);
  assert.throws(() => historySvg(other), /is not versions/);
  assert.ok(isHistory(result) && panelsOf(result).length === 1);
});
