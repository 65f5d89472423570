// The form of responses that vary: what fits it, and what does not.
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  acrossForms,
  comparedShare,
  formOf,
  formProblem,
  variedIn,
  type Form,
} from "../../src/response/form.ts";

function learned(make: () => string, samples = 6): Form {
  const form = formOf(Array.from({ length: samples }, make));
  assert.ok(form);
  return form;
}

const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `<li class="${i % 2 ? "odd" : "even"}">Item ${i}</li>`,
  ).join("");
const page = (count = 100, title = "Rows") =>
  `<html><script nonce="${randomBytes(16).toString("base64")}"></script><h1>${title}</h1>` +
  `<p>${new Date().toUTCString()}, ${randomUUID()}, ${Math.random()} ms</p><ul>${rows(count)}</ul></html>`;
const json = (change: object = {}) =>
  JSON.stringify({
    id: randomUUID(),
    at: new Date(1.7e12 + 1e11 * Math.random()).toISOString(),
    n: Math.random(),
    token: Math.random().toString(36).slice(2),
    items: [1, 2, 3].map((i) => ({ i, key: randomBytes(6).toString("hex") })),
    ...change,
  });

for (const [name, make] of [
  ["a page", () => page()],
  ["JSON", () => json()],
] as const) {
  test(`${name} with other random values fits, 1,000 times`, () => {
    const form = learned(make);
    for (let n = 0; n < 1000; n++) assert.equal(formProblem(make(), form), null);
  });

  test(`${name} fits, whatever digits its random number has`, (t) => {
    const form = learned(make);
    t.mock.method(Math, "random", () => 0.1712345678901);
    assert.equal(formProblem(make(), form), null);
  });

  test(`${name} that is empty, cut, an error or longer does not fit`, () => {
    const form = learned(make);
    const whole = make();
    for (const wrong of [
      "",
      "{}",
      "[]",
      "null",
      "Internal Server Error",
      "<html></html>",
      whole.slice(0, -1),
      `${whole}x`,
    ]) {
      assert.ok(formProblem(wrong, form), wrong);
    }
  });
}

test("a page with a missing row, another row or another title does not fit, and the message shows the place", () => {
  const form = learned(() => page());
  assert.match(
    formProblem(page(99), form) ?? "",
    /^body ".*»\/ul><\/html>" instead of ".*»li class=.* at character \d/,
  );
  assert.match(
    formProblem(page(100, "Other"), form) ?? "",
    /»Other<\/h1>.* instead of .*»Rows<\/h1>/,
  );
  assert.match(formProblem(page().replace("Item 50<", "Item 51<"), form) ?? "", /Item 5»1</);
});

test("JSON is compared by paths, and a wrong value is named by its path", () => {
  const form = learned(() => json());
  assert.deepEqual(variedIn(form).toSorted(), ["$.at", "$.id", "$.items[*].key", "$.n", "$.token"]);
  assert.equal(
    formProblem(json({ items: [] }), form),
    "$.items is a list of 0 instead of a list of 3",
  );
  assert.equal(formProblem(json({ n: "1" }), form), '$.n is "1" in the place of a number');
  assert.equal(formProblem(json({ token: "" }), form), "$.token is an empty string");
  assert.match(formProblem(json({ id: "x" }), form) ?? "", /^\$\.id is "x" instead of "<uuid>"$/);
  assert.equal(formProblem(json({ more: 1 }), form), "$.more is 1 instead of nothing");
});

test("a date, a time or a UUID that never varied in the samples may be another one later", () => {
  const at = (when: string) => `<p>It is ${when}.</p>`;
  const twins = [
    ["Thu, 26 Nov 2026 23:59:59 GMT", "Fri, 27 Nov 2026 00:00:00 GMT"],
    ["2026-11-26", "2026-11-27"],
    ["2026-11-26T23:59:59Z", "2026-11-27T00:00:00Z"],
    ["9:59", "10:00"],
    ["11:59:59 PM", "12:00:00 AM"],
    ["November 30, 2026", "December 1, 2026"],
    [randomUUID(), randomUUID()],
    ["1764130000", "1764130001"],
    ["1764130000123", "1764130001456"],
    [new Date(0).toString(), new Date(1e12).toString()],
  ] as const;
  for (const [one, other] of twins) {
    const form = learned(() => at(one), 3);
    assert.equal(formProblem(at(other), form), null, `${one} ${other}`);
    assert.ok(formProblem(at("soon"), form));
    assert.equal(
      acrossForms(
        form,
        learned(() => at(other), 3),
      ).problem,
      null,
    );
  }
  const form = learned(() => at("2026-11-26"), 3);
  assert.ok(formProblem(at("2026-11-26T00:00:00Z"), form), "another form of a date");
});

test("second-resolution dates that change between samples are masked", () => {
  let n = 0;
  const make = () =>
    `{"at":"${new Date(1_764_130_000_000 + 1000 * Math.floor(n++ / 3)).toUTCString()}","ok":true}`;
  const form = learned(make, 4);
  assert.deepEqual(variedIn(form), ["$.at"]);
  assert.equal(formProblem(make(), form), null);
});

test("only ids are masked between two servers, never numbers or words", () => {
  const across = (one: string, other: string) =>
    acrossForms(
      learned(() => one, 2),
      learned(() => other, 2),
    );
  const differ = [
    ['{"total":100}', '{"total":99}'],
    ['{"title":"Cats"}', '{"title":"Dogs"}'],
    ['{"a":1234567}', '{"a":7654321}'],
    ['{"a":[1,2]}', '{"a":[1]}'],
    ["<p>page-2024</p>", "<p>page-2025</p>"],
    ["<p>Page-2024</p>", "<p>Site-2025</p>"],
    ['<p id="item10000">', '<p id="item20000">'],
    ['<p id="row1col2">', '<p id="row2col1">'],
    ["<p>a1b2c3x/100</p>", "<p>z9y8x7q/99</p>"],
    ["<p>1000px</p>", "<p>2000px</p>"],
    ["<p>getUserName</p>", "<p>setUserItem</p>"],
    ["/assets/profile.js", "/assets/account.js"],
    ["<p></p>", "<p>a1b2c3d4</p>"],
    ["<p>secret</p>", "<p>public</p>"],
  ] as const;
  for (const [one, other] of differ) assert.ok(across(one, other).problem, `${one} ${other}`);
  const same = [
    ['{"etag":"a81hd7Qx"}', '{"etag":"q7Zk29sd"}'],
    ['{"v":"4bd1b6965051988c3dde"}', '{"v":"215e5d988c3dde4bd1b6"}'],
    ['{"at":1764130000}', '{"at":1764990000}'],
    [
      '<script integrity="sha384-Ab+c/d=="></script>',
      '<script integrity="sha384-Qx/z+A=="></script>',
    ],
  ] as const;
  for (const [one, other] of same) {
    const { problem } = across(one, other);
    assert.equal(problem, null, `${one} ${other}`);
  }
});

test("huge, deep and hostile bodies take bounded time", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const form = learned(() => json());
  const startedAt = performance.now();
  assert.ok(formProblem(deep, form));
  assert.ok(formProblem("a".repeat(30_000_000), form));
  assert.ok(formOf([deep, deep.slice(0, -2)]));
  const noise = (from: number) =>
    Array.from({ length: 100_000 }, (_, i) => `${(from * i) % 977}`).join(" ");
  const noisy = formOf([noise(1), noise(2), noise(3)]);
  if (noisy !== null) assert.ok(comparedShare(noisy) < 0.5);
  assert.ok(formProblem("1:".repeat(1_000_000), form));
  assert.equal(formOf(["a".repeat(5_000_000), "b".repeat(5_000_000)]), null);
  assert.ok(performance.now() - startedAt < 20_000);
});

const literal = fc.stringMatching(/^[a-z ]{4,12}$/).map((text) => `<${text}>`);
const value = fc.oneof(
  fc.integer({ min: 0, max: 99_999 }).map(String),
  fc.uuid(),
  fc.stringMatching(/^[a-f0-9]{8,16}$/),
  fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString()),
);

test("any body of the same literals and other values of the same kinds fits; a changed literal does not", () => {
  fc.assert(
    fc.property(
      fc.array(literal, { minLength: 2, maxLength: 8 }),
      fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }),
      fc.infiniteStream(
        fc.tuple(
          fc.nat(99_999).map(String),
          fc.uuid(),
          fc.stringMatching(/^[a-f0-9]{8,16}$/),
          value,
        ),
      ),
      fc.nat(7),
      (literals, kinds, stream, at) => {
        const draw = () => {
          const next = stream.next().value as [string, string, string, string];
          return literals.map((text, i) => text + (next[(kinds[i] ?? 0) % 3] ?? "")).join("");
        };
        const form = formOf(Array.from({ length: 10 }, draw));
        assert.ok(form);
        assert.equal(formProblem(draw(), form), null);
        const changed = literals[at % literals.length] ?? "";
        assert.ok(
          formProblem(draw().replace(changed, changed.toUpperCase().replaceAll(" ", "_")), form),
        );
        assert.ok(formProblem("", form));
      },
    ),
    { numRuns: 150 },
  );
});
