import type { Command } from "commander";
import { asked, withPair } from "./compare-options.ts";
import type { Io } from "./io.ts";

/** Adds `deadheat explain <base> <new>`. */
export function addExplain(deadheat: Command, io: Io): void {
  const command = deadheat
    .command("explain")
    .description("explains which functions make the new server slower or faster than the base")
    .argument("<base>", "the base, as compare takes it")
    .argument("[new]", "the new server, written the same way");
  withPair(command).action(async (base: string, other: string | undefined, options) => {
    const { explain } = await import("../explain/explain.ts");
    const explained = await explain({
      ...asked(options),
      base,
      new: other,
      signal: io.signal,
      onProgress: io.note,
    });
    for (const { document, files } of explained) {
      const us = (s: number) => (1e6 * s).toFixed(3);
      io.stdout.write(`${document.blocks} blocks cpu ${us(document.cpu.base)} -> ${us(document.cpu.new)} diff ${us(document.cpu.difference)} [${us(document.cpu.lo ?? 0)}, ${us(document.cpu.hi ?? 0)}] seen ${JSON.stringify(document.seen)} overhead ${JSON.stringify(document.overhead)} explained ${document.explained}\n`);
      for (const f of document.functions.slice(0, 30)) io.stdout.write(`${f.named ? "*" : " "} ${us(f.self.difference).padStart(8)} [${us(f.self.lo ?? 0)}, ${us(f.self.hi ?? 0)}] base ${us(f.self.base)} q ${f.q?.toFixed(4)} ${f.kind} ${f.state} ${f.name} ${f.package}/${f.file}:${f.line}\n`);
      for (const f of document.kinds) io.stdout.write(`kind ${f.name} ${us(f.cost.base)} ${us(f.cost.new)} ${us(f.cost.difference)}\n`);
      io.stdout.write(`${files.json}\n`);
    }
  });
}
