import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as v from "valibot";
import { wholeEnvironment } from "@deadheat/journal";
import { bisectedSchema, type Bisected } from "@deadheat/judge";
import { makeHistory, type KnownHistory } from "./bisect-repository.ts";
import {
  CalibrationFailed,
  type Experiment,
  type Lab,
  type Observation,
  type Size,
} from "../lab/experiment.ts";

interface Searches {
  readonly name: string;
  readonly what: string;
  /** The steps of a search, by the share of the whole answer. */
  readonly steps: (run: number) => KnownHistory["steps"];
  /** How many searches there are, and how many of them must be right. */
  readonly times: number;
  readonly least: number;
  /** Looks for every step above this size; null for the largest, and what it leaves. */
  readonly all: number | null;
}

const COMMITS = 200;
const at = (run: number) => 11 + ((run * 67) % (COMMITS - 20));
const single = (share: number) => (run: number) => [[at(run), share]] as const;
/** Two steps of 5 %, one of 4 % and one that wins it back. */
const several = () =>
  [
    [31, 0.05],
    [81, 0.04],
    [121, -0.04 / 1.04],
    [171, 0.05],
  ] as const;

const one = { steps: single(0.06), times: 10, least: 10, all: null };
const searches: readonly Searches[] = [
  { ...one, name: "bisect-6", what: "one commit that costs 6 %" },
  { ...one, name: "bisect-3", what: "one commit that costs 3 %", steps: single(0.03), least: 9 },
  {
    name: "bisect-several",
    what: "four commits that cost 5, 4, -4 and 5 %",
    steps: several,
    times: 1,
    least: 1,
    all: 0.02,
  },
];

/** The approximate seconds of a search: its ends, eight steps and the confirmation; and of one for all steps. */
const SECONDS_EACH = 240;
const SECONDS_ALL = 1000;
const MOST_STEPS = 9;
/** Answers cost several times as much as usual ones. */
const WARMUP_ANSWERS = 4_000;

/** Searches made-up repositories of 200 commits for the commits that made their servers slower. */
export const bisects: readonly Experiment[] = searches.map((known) => {
  const sized = (size: Size) => (size === "full" ? known : { ...known, times: 1, least: 1 });
  return {
    name: known.name,
    expected: `among ${COMMITS} commits, ${known.what}: named`,
    threshold: (size) => {
      const { times, least } = sized(size);
      return `at least ${least} of ${times} searches are right, in at most ${MOST_STEPS} steps if one commit did it`;
    },
    otherwise: "a search names the wrong commit, or none",
    seconds: (size) => sized(size).times * (known.all === null ? SECONDS_EACH : SECONDS_ALL),
    run: async (lab) => {
      const { least } = sized(lab.size);
      return judgeSearches(await searchAll(lab, sized(lab.size)), least);
    },
  };
});

/** The result of a search, beside the truth. */
export interface SearchFound {
  /** The numbers of the commits that were named, and of those that did it. */
  readonly named: readonly number[];
  readonly truth: readonly number[];
  /** The number of candidates between the ends that were measured, and of blocks. */
  readonly steps: number;
  readonly blocks: number;
  readonly seconds: number;
}

/** Judges whether enough searches named exactly the right commits. */
export function judgeSearches(found: readonly SearchFound[], least: number): Observation {
  const right = found.filter(({ named, truth }) => String(named) === String(truth)).length;
  const alone = found.filter(({ truth }) => truth.length === 1);
  const steps = Math.max(0, ...alone.map((own) => own.steps));
  return {
    observed: `${right} of ${found.length} are right${steps > 0 ? `, in at most ${steps} steps` : ""}`,
    pass: right >= least && steps <= MOST_STEPS,
    figures: { found },
  };
}

async function searchAll(lab: Lab, { name, steps, times, all }: Searches): Promise<SearchFound[]> {
  const found: SearchFound[] = [];
  for (let run = 1; run <= times; run++) {
    const folder = mkdtempSync(join(tmpdir(), "deadheat-history-"));
    try {
      const own = steps(run);
      const ids = makeHistory(join(folder, "repository"), {
        commits: COMMITS,
        steps: own,
        broken: [61, 141],
        moved: 100,
        merged: [45, 46, 150],
      });
      const words = [
        "--app",
        "app.mjs",
        "--out",
        join(folder, "out"),
        "--seed",
        String(lab.seed + run),
      ];
      const document = await search(lab, join(folder, "repository"), [
        ...words,
        ...(all === null ? [] : ["--all", `${100 * all}%`]),
      ]);
      found.push({
        named: document.steps
          .filter(({ state }) => state === "confirmed")
          .map(({ candidate }) => ids.indexOf(candidate.id)),
        truth: own.map(([commit]) => commit),
        steps: document.tried.filter(({ measured }) => measured !== null).length - 1,
        blocks: document.line.blocks,
        seconds: document.seconds,
      });
      lab.note(
        `${name}: ${run} of ${times}: named ${found.at(-1)?.named.join(", ") || "nothing"}, ${own.map(([commit]) => commit).join(", ")} is true`,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return found;
}

/** Runs the command on all CPUs: this process is on those of the generators, and the command chooses for itself. */
async function search(lab: Lab, cwd: string, words: readonly string[]): Promise<Bisected> {
  const { mode, server, generators } = lab.pinning;
  const main = fileURLToPath(new URL("main.ts", import.meta.resolve("deadheat")));
  const onAll = mode === "none" ? [] : ["taskset", "-c", [...server, ...generators].join(",")];
  const command = [...onAll, process.execPath, main, "bisect", "v1", "v2", ...words];
  const options = ["--warmup", String(WARMUP_ANSWERS), "--allow-concurrent", "--json"];
  const [program = "", ...args] = [...command, ...options];
  const env = { ...wholeEnvironment(), OHA_BIN: lab.oha.path };
  const running = { cwd, env, signal: lab.signal, maxBuffer: 2 ** 27 };
  const { stdout } = await promisify(execFile)(program, args, running).catch((error: unknown) => {
    const said = (error as { stdout?: string }).stdout ?? "";
    if (said !== "") return { stdout: said };
    throw new CalibrationFailed(String(error), { cause: error });
  });
  return v.parse(bisectedSchema, JSON.parse(stdout));
}
