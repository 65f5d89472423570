import { InvalidArgumentError, type Command } from "commander";
import { formatBytes } from "@deadheat/report/format";
import type { Cached } from "@deadheat/versions";
import type { Io } from "../terminal/command.ts";
import { duration } from "../plan/option-values.ts";

const DAY_SECONDS = 86_400;

export function addCache(deadheat: Command, io: Io): void {
  const cache = deadheat
    .command("cache")
    .description("list or remove the installs, checkouts and runs in your cache directory");
  cache
    .command("ls")
    .description("list the entries, the most recently used first")
    .option("--json", "print one JSON document on standard output")
    .action(async ({ json }: { json?: true }) => {
      // Loaded only here, since loading this package would slow down `--help`.
      const { listCache } = await import("@deadheat/versions");
      const all = listCache();
      io.stdout.write(json ? `${JSON.stringify(all)}\n` : listing(all));
    });
  cache
    .command("prune")
    .description(
      "remove entries that were not used for 30 days, except those that a living process uses",
    )
    .option("--older-than <time>", "remove entries that were not used for this long: 7d, 12h", age)
    .option("--all", "remove everything that is not in use")
    .option("--json", "print one JSON document on standard output")
    .action(async (options: { olderThan?: number; all?: true; json?: true }) => {
      const { pruneCache } = await import("@deadheat/versions");
      const seconds = options.all ? 0 : (options.olderThan ?? 30 * DAY_SECONDS);
      const pruned = await pruneCache(seconds);
      const { removed, inUse } = pruned;
      for (const { what } of inUse) io.note(`${what} is in use and was kept`);
      io.stdout.write(options.json ? `${JSON.stringify(pruned)}\n` : `Removed ${sumOf(removed)}\n`);
    });
}

function age(text: string): number {
  const [, days] = /^(\d+)d$/.exec(text) ?? [];
  if (days !== undefined) return Number(days) * DAY_SECONDS;
  try {
    return duration(text);
  } catch {
    throw new InvalidArgumentError("Expected a time such as 7d or 12h.");
  }
}

function listing(all: readonly Cached[]): string {
  const rows = all.map(({ kind, what, bytes, usedAt }) => [
    kind,
    formatBytes(bytes),
    usedAt.slice(0, 10),
    what,
  ]);
  const table = [["kind", "size", "last used", "what"], ...rows];
  const widths = [0, 1, 2].map((i) => Math.max(...table.map((row) => row[i]?.length ?? 0)));
  const lines = table.map((row) => row.map((text, i) => text.padEnd(widths[i] ?? 0)).join("  "));
  return `${[...lines, sumOf(all)].join("\n")}\n`;
}

function sumOf(all: readonly Cached[]): string {
  const bytes = all.reduce((sum, cached) => sum + cached.bytes, 0);
  return `${all.length} ${all.length === 1 ? "entry" : "entries"}, ${formatBytes(bytes)}`;
}
