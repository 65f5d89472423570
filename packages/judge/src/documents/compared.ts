import { amount, share, UsageError } from "@deadheat/journal";
import * as v from "valibot";
import { comparisonSchema } from "./comparison.ts";
import { limitNames } from "../metrics/list.ts";
import { rankedServersSchema } from "./ranking.ts";

// The document of `compare` and `gate`, which `--json` prints and which lies beside the journals. A gate is a comparison
// with limits. Base units throughout: seconds, bytes, shares of 1.

/** The version of the schema; raised when a reader of the old version would misread a document. */
export const COMPARED_SCHEMA = 8;

/** The machine of a measurement, the version of its load generator, and how the servers were kept apart. */
export const machineSchema = v.object({
  cpu: v.string(),
  cores: amount,
  kernel: v.string(),
  os: v.string(),
  oha: v.string(),
  /** `namespaces` if each server ran in its own namespaces, and could reach neither the other one nor the machine. */
  isolation: v.picklist(["namespaces", "none"]),
});

const sideSchema = v.object({
  /** The name in the output: `main`, `v5.0.0`, `tree` for the working tree. */
  name: v.string(),
  /** The full commit id; null for the working tree and for a side that is no revision. */
  commit: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/, "a commit's id"))),
});

/** The limit of a metric; for `memory-growth` in bytes per response. */
const limitSchema = v.object({ metric: v.picklist(limitNames), limit: amount });

const changeSchema = v.object({
  /** The name of the request; null for the limit of all requests without their own. */
  request: v.nullable(v.string()),
  /** The metric; absent for cpu. */
  metric: v.optional(v.picklist(limitNames)),
  /** The limit, for `memory-growth` in bytes per response; null if the configuration sets none. */
  base: v.nullable(amount),
  new: v.nullable(amount),
});

const settingSchema = v.picklist([
  "budget",
  "margin",
  "allowDifferent",
  "requests",
  "targets",
  "services",
  "runtimes",
  "prepare",
]);

const limitsSchema = v.object({
  /** The share by which the new side may be slower, unless its request has its own limit. null without a limit on cpu. */
  gate: v.nullable(share),
  /** The limits of other metrics. Absent if there are none. */
  metrics: v.optional(v.array(limitSchema)),
  /** The source of the limits: the command's options, one of the two configurations, or the default. */
  from: v.picklist(["options", "base", "new", "default"]),
  /** The limits that the new side's configuration would change. They apply only after the merge. */
  changes: v.array(changeSchema),
  /** The other settings that the new side's configuration would change. Absent if none. */
  settings: v.optional(v.array(settingSchema)),
  /** The reason that the base's configuration could not be read. null if it was read or does not exist. */
  unread: v.nullable(v.string()),
});

const touchedSchema = v.object({
  /** The name of the server in the configuration; null if there is only one. */
  app: v.nullable(v.string()),
  /** The requests that run a function which differs, is new or is gone. Each was measured. */
  direct: v.array(v.string()),
  /** The number of requests that the change may touch in another way. The rest is untouched and was not measured. */
  indirect: amount,
  /** The number of requests that were measured together in one load. */
  mixed: amount,
  /** The number of all requests. */
  of: amount,
  /**
   * The reasons that requests are indirect. `startup`: changed code runs at startup. `shared`: nearly all requests run it. `unseen`:
   * no request ran it. `unsteady`: it did not run each time. `effects`: it may change what other requests use. `rare`: the
   * request was too slow to see all of its code. `files`: something else than the code of scripts differs.
   */
  causes: v.array(
    v.picklist(["startup", "shared", "unseen", "unsteady", "effects", "rare", "files"]),
  ),
});
export type TouchedRequests = v.InferOutput<typeof touchedSchema>;
export type IndirectCause = TouchedRequests["causes"][number];

const gateSchema = v.object({
  /**
   * The outcome: `failed` if any metric of any comparison is proven to be beyond its limit, else `undecided` if any is
   * undecided. `unmeasured` if the new side could not be measured or the control failed. A change of nothing but documents
   * is `passed` without a comparison.
   */
  outcome: v.picklist(["passed", "failed", "undecided", "unmeasured"]),
  /** The reason that it is unmeasured, or that it passed without a comparison; otherwise null. */
  reason: v.nullable(v.string()),
  /** true if it is unmeasured because both servers loaded the same code although the change touches it. */
  untested: v.optional(v.boolean()),
  /** The requests that the change touches, by server. Absent if it is unknown, and each request was measured. */
  touched: v.optional(v.array(touchedSchema)),
  limits: limitsSchema,
});

const packageVersion = v.nullable(v.string());

export const comparedSchema = v.object({
  /** The document in a few words, first in the output of --json. Absent in the file of a run. */
  summary: v.optional(
    v.object({
      /** The outcome of the gate, else the verdict; `several` for comparisons with separate verdicts. */
      outcome: v.string(),
      answer: v.string(),
      /** The metrics, base and new, at most eight. */
      numbers: v.array(v.string()),
      /** The reasons, warnings and functions, at most eight. */
      reasons: v.array(v.string()),
      /** The command to run next. null if there is nothing to do, or if it is not known. */
      next: v.nullable(v.string()),
    }),
  ),
  schema: v.literal(COMPARED_SCHEMA),
  deadheat: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  base: sideSchema,
  new: sideSchema,
  /** The comparisons, one per server, runtime and request, judged together. Their journals are relative to the run's folder. */
  comparisons: v.array(comparisonSchema),
  /** The ranks if there are more than two servers, by request. Absent otherwise. */
  ranking: v.optional(v.array(rankedServersSchema)),
  /** The base against itself, once per runtime and request, judged together. null if not asked for. */
  control: v.nullable(v.array(comparisonSchema)),
  /** The outcome of the limits; null without limits. */
  gate: v.nullable(gateSchema),
  /** The machine; null if nothing was measured. */
  machine: v.nullable(machineSchema),
  /** The packages that the servers loaded in other versions or with other content; null if unknown. */
  loaded: v.nullable(
    v.object({
      /** The number of packages that the new servers loaded. */
      packages: amount,
      /** The changed packages. `.` is the server's own files. null if not loaded or without a version. */
      changed: v.array(v.object({ name: v.string(), base: packageVersion, new: packageVersion })),
    }),
  ),
  /** The command that measures the same again; null if it is not known. */
  command: v.nullable(v.string()),
});
export type Compared = v.InferOutput<typeof comparedSchema>;
export type Gate = v.InferOutput<typeof gateSchema>;

export type Gated = Compared & { readonly gate: Gate };

/** The largest document that is read. A comparison of a hundred requests has less. */
const MOST_BYTES = 4_000_000;

/**
 * Reads a document from an untrusted source.
 * @throws UsageError in one line that quotes nothing of the text
 */
export function readCompared(text: string): Compared {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MOST_BYTES) throw refused(`it has ${bytes} bytes, and the limit is ${MOST_BYTES}`);
  const document = parse(text);
  const versioned = v.safeParse(v.object({ schema: v.number() }), document);
  if (versioned.success && versioned.output.schema !== COMPARED_SCHEMA) {
    throw refused(
      `its schema is ${versioned.output.schema}, and this deadheat reads ${COMPARED_SCHEMA}. Use one version of deadheat for both`,
    );
  }
  const checked = v.safeParse(comparedSchema, document);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  const place = v.getDotPath(issue) ?? "it";
  if (issue.input === undefined) throw refused(`${place} is missing`);
  throw refused(`${place} must be ${issue.expected ?? "different"}`);
}

/**
 * Reads the document of a gate from an untrusted source.
 * @throws UsageError if it has no limits, or as `readCompared` does
 */
export function readGated(text: string): Gated {
  const { gate, ...document } = readCompared(text);
  if (gate === null) throw refused("it has no limits. Use the output of gate --json");
  return { ...document, gate };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("it is not JSON");
  }
}

function refused(why: string): UsageError {
  return new UsageError(`This is not a document of compare or gate: ${why}`);
}
