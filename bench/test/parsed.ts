import assert from "node:assert/strict";
import process from "node:process";
import { Command } from "commander";

/** A parsed command: its name, arguments and options. */
export interface Understood {
  readonly name: string;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** The long flags that the command's help shows. */
  readonly flags: readonly string[];
}

// Each command listens for a closed terminal.
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);

/** The names of all commands. Parsing a command fills this set. */
export const commands = new Set<string>();

/** Runs the command's own parser, with actions that do nothing. */
export async function understood(start: () => Promise<number>): Promise<Understood> {
  const found: Understood[] = [];
  const [action, write] = [Command.prototype.action, process.stderr.write];
  let said = "";
  Command.prototype.action = function (this: Command) {
    commands.add(this.name());
    return action.call(this, (...given: unknown[]) => {
      const own = given.slice(0, -2).flat() as string[];
      const flags = this.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
      found.push({ name: this.name(), args: own, options: this.opts(), flags });
    });
  };
  process.stderr.write = (text: string | Uint8Array) => {
    said += String(text);
    return true;
  };
  let code: number;
  try {
    code = await start();
  } finally {
    Command.prototype.action = action;
    process.stderr.write = write;
  }
  assert.equal(code, 0, said);
  return found[0] ?? assert.fail(`nothing was started: ${said}`);
}
