import assert from "node:assert/strict";
import { test } from "node:test";
import { NAMED_SHARE, nextLook } from "@deadheat/stats";
import { roundRecord } from "../../journal/test/records.ts";
import { share, threeErrors } from "../../stats/test/support.ts";
import { judgeComparison, judgeTogether, type Judged } from "../src/index.ts";
import { boundOf, judgeGate, type GateOutcome } from "../src/rules/gate.ts";
import { normalFrom } from "./normal.ts";

const RUNS = 1000;
const SD = 0.014;

function judged(logRatios: readonly number[], margin = 0.02): Judged {
  const records = logRatios.map((ratio, i) =>
    roundRecord("new/node", "old/node", i + 1, Math.exp(ratio)),
  );
  const rule = { kind: "rounds", rounds: records.length } as const;
  return { records, judgement: judgeComparison(records, rule, margin, 60) };
}

const rounds = (next: (mean: number, sd: number) => number, mean: number, n = 8) =>
  Array.from({ length: n }, () => next(mean, SD));

test("simulation: with four equal requests at most one in twenty commands finds a difference", () => {
  const next = normalFrom(5);
  let alone = 0;
  const together = share(RUNS, () => {
    const all = Array.from({ length: 4 }, () => judged(rounds(next, 0)));
    const wrong = ({ verdict }: Judged["judgement"]) =>
      verdict === "faster" || verdict === "slower";
    if (all.some(({ judgement }) => wrong(judgement))) alone++;
    return judgeTogether(all).some(wrong);
  });
  assert.ok(together <= 0.05 + threeErrors(0.05, RUNS), `${together}`);
  assert.ok(alone / RUNS > 0.12, `without correction it is one in six: ${alone} of ${RUNS}`);
});

/** Returns the outcome of one of four gates of 5 %, whose ratio is `mean`. */
function gateOfFour(next: ReturnType<typeof normalFrom>, mean: number): GateOutcome {
  const ratios: number[] = [];
  for (;;) {
    ratios.push(...rounds(next, mean, nextLook(ratios.length) - ratios.length));
    const last = ratios.length >= 48;
    const outcome = judgeGate(ratios, boundOf("cpu", 0.05), last, 4);
    if (outcome !== null) return outcome;
  }
}

const AT_LIMIT = -Math.log1p(0.05);
const ONE_IN_FORTY = 0.025 + threeErrors(0.025, RUNS);

test("simulation: four gates exactly at the limit fail in at most one of forty commands", () => {
  const next = normalFrom(6);
  const failed = share(RUNS, () =>
    Array.from({ length: 4 }, () => gateOfFour(next, AT_LIMIT)).includes("failed"),
  );
  assert.ok(failed <= ONE_IN_FORTY, `${failed}`);
});

test("simulation: four gates pass in at most one of forty commands if one is exactly at the limit, without a correction", () => {
  const next = normalFrom(7);
  const means = [AT_LIMIT, 0.02, 0.02, 0.02];
  const passed = share(RUNS, () => means.every((mean) => gateOfFour(next, mean) === "passed"));
  assert.ok(passed <= ONE_IN_FORTY, `${passed}`);
});

test("a clear difference stays, and a doubtful one is undecided and says how many rounds would decide it", () => {
  const around = (mean: number, spread: number) =>
    judged(Array.from({ length: 8 }, (_, i) => mean + (i % 2 === 0 ? spread : -spread)));
  const clear = around(-0.08, 0.01);
  const doubtful = around(-0.012, 0.012);
  const ties = [around(0.001, 0.003), around(-0.001, 0.003)];
  assert.equal(doubtful.judgement.verdict, "slower");
  const words = judgeTogether([clear, doubtful, ...ties]);
  assert.deepEqual(
    words.map(({ verdict }) => verdict),
    ["slower", "undecided", "same", "same"],
  );
  assert.ok((words[1]?.moreRounds ?? 0) > 0);
  const [alone] = judgeTogether([clear]);
  assert.deepEqual([alone?.verdict, alone?.lo], [clear.judgement.verdict, clear.judgement.lo]);
  assert.ok(Math.abs((alone?.p ?? 0) - clear.judgement.p / NAMED_SHARE) < 1e-12, "for its metrics");
});
