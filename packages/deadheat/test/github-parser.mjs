// Runs GitHub's own parser on the given files. Bun runs this script, since it can load the JSON that the parser needs.
import { readFileSync } from "node:fs";
import { parseWorkflow } from "@actions/workflow-parser";
import { parseAction } from "@actions/workflow-parser/actions/action-parser";

const trace = { info() {}, error() {}, verbose() {} };
for (const name of process.argv.slice(2)) {
  const parse = name.endsWith("action.yml") ? parseAction : parseWorkflow;
  const { context } = parse({ name, content: readFileSync(name, "utf8") }, trace);
  for (const error of context.errors.getErrors()) console.log(error.message);
}
