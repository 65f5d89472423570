import type { Command } from "commander";
import type { Comparison } from "@deadheat/judge";
import { asked, withPair } from "./compare-options.ts";
import { type Io, sentencesWidthOf } from "./io.ts";
import { integer, percent } from "./option-values.ts";

/** `deadheat compare <base> <new>`. */
export function addCompare(deadheat: Command, io: Io): void {
  const command = deadheat
    .command("compare")
    .description("two servers head to head in duets: is the new one slower than the base?")
    .argument(
      "<base>",
      "[label=]<server>[/node|/bun|/deno[@version]]: ./server.ts, hono@4.12, a git revision, http://127.0.0.1:3000",
    )
    .argument(
      "[new]",
      "likewise; without it <base> is main...HEAD, or what the working tree is compared with",
    )
    .option("--blocks <n>", "how many, without a budget (default: 8)", integer)
    .option(
      "--until <percent>",
      "stop when the interval is that tight on either side: 1%",
      percent,
    );
  withPair(command).action(async (base: string, other: string | undefined, options) => {
    const { compare } = await import("../compare/compare.ts");
    const { renderComparisons } = await import("@deadheat/report");
    const { comparisons } = await compare({
      ...asked(options),
      base,
      new: other,
      blocks: options.blocks ?? null,
      until: options.until ?? null,
      signal: io.signal,
      onProgress: io.note,
    });
    io.stdout.write(
      options.json
        ? `${JSON.stringify(comparisonsDocument(comparisons))}\n`
        : renderComparisons(comparisons, {
            verbose: options.verbose ?? false,
            width: sentencesWidthOf(io),
          }),
    );
  });
}

/** A comparison, or all of them where there are several requests. */
function comparisonsDocument(comparisons: readonly Comparison[]): object {
  const [first, ...others] = comparisons;
  if (first === undefined || others.length === 0) return first ?? {};
  return { a: first.a, b: first.b, comparisons };
}
