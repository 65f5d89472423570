import assert from "node:assert/strict";
import { test } from "node:test";
import type { Content } from "@deadheat/journal";
import { changesBetween, type Changes, type Result } from "../src/index.ts";
import { five, hash, journals, resultOf, three } from "./shards.ts";

const builds = ["Linux 6.18.44-fc-v657 x64", "Linux 6.18.44-fc-v669 x64"] as const;

/** The same journals, as a machine with this kernel has them. */
function under(kernel: string, contents: readonly Content[]): Content[] {
  return contents.map((content) => {
    const { settings } = content.run;
    const machine = { ...settings.machine, kernel, fingerprint: kernel };
    return { ...content, run: { ...content.run, settings: { ...settings, machine } } };
  });
}

/** A result whose machine is that of its first journal, as `merge` writes it. */
function resultUnder(kernel: string, contents: readonly Content[]): Result {
  const result = resultOf(under(kernel, contents));
  return { ...result, machine: { ...result.machine, kernel, fingerprint: kernel } };
}

const own = ["fetch/bun", "koa/node"];
const alone = (instance: string) => journals([{ instance, own }]);
const slower = (instance: string) =>
  journals([{ instance, own, bias: { "koa/node": 0.8 } }], { seed: 2 });
/** Five machines on which express differs by some percent: they know what machines differ by. */
const known = journals(
  five.map((machine, i) => {
    const bias = { "express/node": 0.94 + 0.03 * i };
    return { ...machine, bias, ...(i === 0 && { own }) };
  }),
  { seed: 4 },
);

const wordOf = ({ changes }: Changes) =>
  changes.find(({ target }) => target === "koa/node")?.verdict;
const kernelsOf = ({ warnings }: Pick<Changes, "warnings">) =>
  warnings.find((one) => one.code === "kernels-differ")?.facts;

test("two runs under two builds of a kernel are compared with the variance between machines", () => {
  const [before, after] = [resultUnder(builds[0], known), resultUnder(builds[1], slower(hash(9)))];
  const changes = changesBetween(before, after);
  assert.equal(wordOf(changes), "slower", "a fifth is more than machines differ by");
  const [from, to] = builds;
  assert.deepEqual(kernelsOf(changes), { before: [from], after: [to], known: true });
  // The control: as rounds of one machine they would be more certain.
  const width = ({ changes: all }: Changes) => {
    const { change } = all.find(({ target }) => target === "koa/node")!;
    return Math.log(change!.hi / change!.lo);
  };
  const oneMachine = changesBetween(before, resultUnder(builds[0], slower(hash(1))));
  assert.equal(kernelsOf(oneMachine), undefined);
  assert.ok(width(changes) > 2 * width(oneMachine), `${width(changes)}, ${width(oneMachine)}`);
});

test("where neither run knows that variance nothing is decided, and the reason is said", () => {
  for (const [a, b] of [
    [hash(1), hash(2)],
    // A label may stand for two machines.
    [`override:${hash(1)}`, `override:${hash(1)}`],
  ] as const) {
    const results = [resultUnder(builds[0], alone(a)), resultUnder(builds[1], slower(b))] as const;
    const changes = changesBetween(...results);
    assert.equal(wordOf(changes), "undecided", String(a));
    assert.equal(kernelsOf(changes)?.known, false);
    assert.ok(changes.warnings.some(({ code }) => code === "instances-apart"));
  }
});

test("under one kernel nothing is said of it, and one instance is compared with itself", () => {
  const changes = changesBetween(resultOf(alone(hash(1))), resultOf(slower(hash(1))));
  assert.equal(wordOf(changes), "slower");
  assert.equal(kernelsOf(changes), undefined);
});

test("two versions of a kernel are refused, in words that say what differs", () => {
  const [before, after] = [
    resultUnder(builds[0], alone(hash(1))),
    resultUnder("Linux 6.12.9-fc-v657 x64", slower(hash(2))),
  ];
  assert.throws(
    () => changesBetween(before, after),
    /machine\.kernel is Linux 6\.18\.44-fc-v657 x64 in .* and Linux 6\.12\.9-fc-v657 x64 in .*two versions are not/,
  );
});

test("journals under two builds are one result, of instances that differ as others do", () => {
  const shards = three.flatMap((machine, i) =>
    under(
      builds[i === 2 ? 1 : 0],
      journals([machine]).map((content) => {
        return { ...content, run: { ...content.run, runId: `run-${i}` } };
      }),
    ),
  );
  const result = resultOf(shards);
  assert.deepEqual(
    result.instances?.map(({ letter, kernel }) => [letter, kernel]),
    [
      ["A", builds[0]],
      ["B", builds[0]],
      ["C", builds[1]],
    ],
  );
  const warning = result.warnings.find((one) => one.code === "kernel-builds");
  assert.deepEqual(warning?.facts.builds, [
    { kernel: builds[0], instances: ["A", "B"] },
    { kernel: builds[1], instances: ["C"] },
  ]);
  assert.notEqual(result.between?.tau, null);
});

test("one label is not two machines in a result", () => {
  const two = (instance: string) =>
    builds.flatMap((kernel, i) =>
      under(kernel, journals([{ instance, own }], { seed: i + 1 })).map((content) => {
        return { ...content, run: { ...content.run, runId: `run-${i}` } };
      }),
    );
  assert.throws(
    () => resultOf(two(`override:${hash(1)}`)),
    /machine\.kernel is .*-v657 x64 in\n.*and .*-v669 x64 in\n.*DEADHEAT_INSTANCE of its own, or none/s,
  );
});
