// A plan: the cells, their references, and their numbers of rounds.
export * from "./cell/arrange.ts";
export * from "./plan.ts";
export * from "./settings.ts";

// Plans that fit into a budget, and plans that are split into shards.
export * from "./budget.ts";
export * from "./shards/deal.ts";
export * from "./shards/shard.ts";
export { shardOfCi } from "./shards/ci.ts";

// The measures of a plan, from the user's options.
export * from "./modes.ts";

// The loop in which everything is measured.
export * from "./session.ts";

// The runner, and the result of a plan.
export * from "./run.ts";
export * from "./result.ts";
export { measureParts, type Part } from "./part.ts";
export { furtherRounds } from "./schedule/due.ts";
export { headerOf } from "./notebook.ts";
export * from "./measured.ts";

// The progress of a run.
export * from "./progress.ts";

// Interrupted runs.
export * from "./begun.ts";
export { refuseOther } from "./resume.ts";
