/** What a server can run on: one pinned version of each. */
export const runtimes = ["node", "bun", "deno"] as const;
export type Runtime = (typeof runtimes)[number];
