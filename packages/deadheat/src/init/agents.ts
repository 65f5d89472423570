import { existsSync } from "node:fs";
import { join } from "node:path";
import { readText } from "@deadheat/journal";

const BEGIN = "<!-- deadheat -->";
const END = "<!-- /deadheat -->";

const LINES = `${BEGIN}
## Performance

Is a change slower? \`npx deadheat gate main --json\` compares the working tree with main in about 2 minutes. Exit code 0: not
slower than the limit, 1: slower, 4: undecided (run it again with the \`--budget\` that it names), 3: it could not be measured, 2: wrong
options. \`summary\` at the top of the document has the answer, the numbers, the reasons and the next command.

- By how much, and in which metrics: \`npx deadheat compare main --json\` (1 minute)
- Which functions make the difference: \`npx deadheat explain main --json\` (2 minutes)
- Which commit made it slower: \`npx deadheat bisect <good> <bad> --json\` (5 to 20 minutes)

Run one of them at a time, with nothing else running. Do not edit code meanwhile.
${END}
`;

/** Returns AGENTS.md of a folder with the lines about deadheat. Lines that are there already are replaced. */
export function agentsFile(folder: string): { readonly path: string; readonly text: string } {
  const path = join(folder, "AGENTS.md");
  const text = existsSync(path) ? readText(path) : "";
  const [before = "", after] = text.split(BEGIN);
  if (after === undefined) return { path, text: `${text}${text === "" ? "" : "\n"}${LINES}` };
  return { path, text: `${before}${LINES}${(after.split(END)[1] ?? "").replace(/^\n/, "")}` };
}
