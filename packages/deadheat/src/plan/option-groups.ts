import type { OptionName } from "./option-table.ts";

/** The headings under which `--help --all` lists options. */
export const optionGroups = {
  "Servers:": [
    "app",
    "commands",
    "config",
    "appFrom",
    "targets",
    "runtimes",
    "setup",
    "services",
    "prepare",
    "readySeconds",
    "env",
    "offline",
    "allowScripts",
    "isolation",
    "allowGit",
    "aa",
  ],
  "Requests:": [
    "request",
    "urls",
    "header",
    "body",
    "ignore",
    "keepAlive",
    "allowDifferent",
    "connections",
    "rate",
    "each",
  ],
  "How long to measure:": [
    "budgetSeconds",
    "rounds",
    "until",
    "parallel",
    "warmupRequests",
    "windowSeconds",
    "seed",
    "resume",
    "allowConcurrent",
  ],
  "What to measure:": [
    "gate",
    "measure",
    "primary",
    "margin",
    "control",
    "explain",
    "depth",
    "prove",
    "functions",
    "metric",
    "firstParent",
    "threshold",
    "all",
  ],
  "The result:": [
    "json",
    "exportJson",
    "exportMarkdown",
    "exportCsv",
    "exportJunit",
    "markdown",
    "out",
    "verbose",
    "open",
    "color",
  ],
} as const satisfies Readonly<Record<string, readonly OptionName[]>>;

/** The options that most people need, which the help of a command lists first. */
export const firstOptions: ReadonlySet<OptionName> = new Set<OptionName>([
  "app",
  "runtimes",
  "request",
  "header",
  "connections",
  "budgetSeconds",
  "rounds",
  "gate",
  "measure",
  "threshold",
  "metric",
  "explain",
  "json",
  "exportMarkdown",
  "resume",
]);

export function groupOf(name: OptionName): string {
  const found = Object.entries(optionGroups).find(([, names]) =>
    (names as readonly OptionName[]).includes(name),
  );
  return found?.[0] ?? "Options:";
}
