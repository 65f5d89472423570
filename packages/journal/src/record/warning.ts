import * as v from "valibot";

// A warning is a code and its facts. Their words stand in `@deadheat/report` (words/warnings.ts).

const text = v.string();
const count = v.number();
const texts = v.array(text);

function warning<const Code extends string, const Facts extends v.ObjectEntries>(
  code: Code,
  facts: Facts,
) {
  return v.object({ code: v.literal(code), facts: v.object(facts) });
}

const waiting = { server: text, other: text, share: count };
const ofStage = v.object({ rounds: count, ratio: count });
const response = v.object({ server: text, bytes: count, encoding: text });
/** The number of further servers of which the same is true, in other places. */
const more = v.optional(count);
/** The run, if the warning is not about the document's own. */
const run = v.optional(text);

/** A fact that a reader should know before using a metric. */
export const warningSchema = v.variant("code", [
  // The machine.
  warning("unsteady", {
    instance: v.nullable(text),
    base: text,
    scenario: text,
    slow: count,
    fast: count,
    run,
  }),
  warning("never-calm", { floor: text, best: count, known: count, run }),
  warning("foreign", { share: count }),
  warning("steal", { share: count }),
  warning("not-pinned", { reason: text }),
  warning("not-batch", {}),
  warning("cpu-quota", { cpus: count }),
  warning("concurrent", { processes: v.array(count) }),
  warning("service-busy", { service: text, cpus: count }),
  warning("side-by-side", { rounds: count, of: count, most: count }),
  // The run.
  warning("no-aa", {}),
  warning("aa-differs", { target: text, lo: count, hi: count }),
  warning("short-warm-up", { warmups: v.array(v.object({ runtime: text, requests: count })) }),
  warning("short-time", { rounds: count, planned: count }),
  warning("over-budget", { rounds: count, duets: count, seconds: count, enoughSeconds: count }),
  warning("several-runs", { runs: count }),
  warning("across-runs", { targets: texts }),
  warning("missing-shards", { shards: v.array(count), of: count }),
  warning("bad-line", { where: text, why: text }),
  warning("instance-override", { instances: texts, of: count }),
  warning("kernel-builds", {
    builds: v.array(v.object({ kernel: text, instances: texts })),
  }),
  warning("instances-unknown", { instances: count }),
  warning("instances-differ", {
    new: text,
    base: text,
    scenario: text,
    q: count,
    df: count,
    p: count,
    tau: count,
    instances: count,
  }),
  warning("own-cells", { ratio: count }),
  // Two runs.
  warning("kernels-differ", { before: texts, after: texts, known: v.boolean() }),
  warning("instances-apart", { results: count }),
  warning("runtime-changed", { runtime: text, before: text, after: text }),
  // The rounds of two servers.
  warning("cold", {
    rounds: count,
    of: count,
    /** The server of the first such round, in a ranking. */
    first: v.optional(v.object({ server: text, served: count, requests: count, seconds: count })),
  }),
  warning("cold-cost", { rounds: count, of: count }),
  warning("wide", { half: count, detectable: v.nullable(count) }),
  warning("kinds", { kinds: v.array(ofStage), rounds: count }),
  warning("stages", { planned: ofStage, further: ofStage }),
  warning("idle-new", waiting),
  warning("idle-base", waiting),
  warning("lost-threads", { rounds: count, of: count }),
  warning("not-delivered", {
    rate: v.nullable(count),
    fraction: v.nullable(count),
    reason: text,
  }),
  warning("not-offered", { rate: count, reason: text }),
  warning("generator-late", { rate: count, seconds: count }),
  warning("littles-law", { connections: count, ratio: count }),
  warning("addon-copy", { reason: text }),
  warning("too-few-rounds", { rounds: count, seconds: count }),
  warning("still-warming", { server: text }),
  warning("running-already", { server: text }),
  warning("requests-per-second-only", { server: text }),
  warning("no-memory-growth", { reason: text }),
  warning("not-counted", { metric: text }),
  warning("profiler-overhead", { base: count, new: count }),
  // The servers and their responses.
  // The file that revisions are measured with.
  warning("app-of-tree", { path: text }),
  warning("app-of-new", { path: text, base: text, new: text }),
  warning("app-placed", { path: text, from: text, sides: texts }),
  warning("app-differs", { path: text, base: text, new: text, moved: v.nullable(texts) }),
  warning("files-unseen", { server: text }),
  warning("change-not-loaded", {}),
  warning("moved-port", { servers: texts, port: count, to: v.picklist(["own", "free"]) }),
  warning("served-by-deadheat", { servers: texts, version: text, missing: v.nullable(text) }),
  warning("alongside", { servers: v.array(v.object({ server: text, packages: texts })) }),
  warning("different-responses", {}),
  warning("response-sizes", { request: text, base: response, new: response }),
  warning("sizes-only", { request: text, least: count, most: count }),
  warning("ignored", { request: text, places: texts }),
  warning("ignored-nothing", { pattern: text }),
  warning("not-compared", { request: text, places: texts, quoted: v.boolean(), more }),
  warning("little-compared", { request: text, share: count }),
  warning("masked", { request: text, places: count, example: texts, more }),
  warning("some-values", { request: text, drawn: count, of: count }),
]);

export type Warning = v.InferOutput<typeof warningSchema>;
export type WarningCode = Warning["code"];
/** The facts of the warnings with a code. */
export type FactsOf<Code extends WarningCode> = Extract<Warning, { readonly code: Code }>["facts"];
