// Runs several commands in one process, one after the other, and prints what each of them wrote (command.ts starts it).
import process from "node:process";
import { main } from "../src/cli.ts";
import type { Finished } from "./command.ts";

const results: Finished[] = [];
const streams = ["stdout", "stderr"] as const;
const print = process.stdout.write.bind(process.stdout);
for (const name of streams) process[name].setMaxListeners(0);

for (const args of JSON.parse(process.argv[2] ?? "[]") as string[][]) {
  const written = { stdout: "", stderr: "" };
  for (const name of streams) {
    process[name].write = (text: string | Uint8Array, ...further: unknown[]) => {
      written[name] += String(text);
      const done = further.at(-1);
      if (typeof done === "function") queueMicrotask(() => done());
      return true;
    };
  }
  results.push({ code: await main(args), ...written });
}
print(JSON.stringify(results));
