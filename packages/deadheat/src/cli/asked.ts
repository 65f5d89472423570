import { basename, resolve } from "node:path";
import process from "node:process";
import { Option, type Command } from "commander";
import { readRegular, UsageError, whyUnread } from "@deadheat/journal";
import { parseRequest } from "../config/request.ts";
import { groupOf } from "../plan/option-groups.ts";
import { otherNames } from "../plan/option-names.ts";
import { optionTable, type OptionName } from "../plan/option-table.ts";
import type { CompareOptions } from "../plan/options.ts";
import type { Io } from "../terminal/command.ts";

/** The options of every command that measures the user's own servers. */
export const measuring: readonly OptionName[] = [
  "request",
  "urls",
  "header",
  "body",
  "app",
  "commands",
  "setup",
  "readySeconds",
  "ignore",
  "allowDifferent",
  "env",
  "offline",
  "allowScripts",
  "allowGit",
  "isolation",
  "budgetSeconds",
  "warmupRequests",
  "windowSeconds",
  "seed",
  "out",
  "allowConcurrent",
  "json",
  "color",
];

/** The options that write the result of a comparison or a gate to files too. */
export const exporting: readonly OptionName[] = [
  "exportJson",
  "exportMarkdown",
  "exportCsv",
  "exportJunit",
];

/** The options that choose servers of a configuration. */
export const configured = [
  "config",
  "targets",
  "runtimes",
] as const satisfies readonly OptionName[];

/** The options of the commands that take a base and a new server. */
export const sides: readonly OptionName[] = [
  "appFrom",
  "keepAlive",
  "aa",
  "open",
  "services",
  "prepare",
];

/** The options of `compare` and `gate`, which give a verdict on each metric. */
export const verdicts: readonly OptionName[] = [
  "connections",
  "rate",
  "margin",
  "parallel",
  "measure",
  "primary",
  "verbose",
  "explain",
  "functions",
];

/**
 * Adds options to a command. commander stores their values by the names that the API has.
 * @param help the help of options that mean something else for this command
 */
export function withOptions<C extends Command>(
  command: C,
  names: readonly OptionName[],
  help: Partial<Record<OptionName, string>> = {},
): C {
  for (const name of names) {
    const { flags, help: usual, parse, choices, preset, many } = optionTable[name];
    const { short, also = [] } = otherNames[name] ?? {};
    const spellings = [
      short === undefined ? flags : `${short}, ${flags}`,
      ...also.map((flag) => flags.replace(/^\S+/, flag)),
    ];
    for (const [i, spelling] of spellings.entries()) {
      const option = new Option(spelling, help[name] ?? usual).helpGroup(groupOf(name));
      option.attributeName = () => name;
      if (i > 0) option.hideHelp();
      if (parse !== undefined) option.argParser(parse);
      if (preset !== undefined) option.preset(preset);
      if (choices !== undefined) option.choices(choices);
      if (many) {
        const read = parse ?? String;
        option.argParser((text: string, before: unknown[] = []) => [...before, read(text)]);
      }
      command.addOption(option);
    }
  }
  return command;
}

/** The options as commander reads them. Those that only the command line has are not those of the API. */
interface Given extends Partial<CompareOptions> {
  readonly request?: readonly string[];
  readonly header?: readonly string[];
  readonly body?: string;
  readonly urls?: string;
  readonly verbose?: true;
  readonly open?: true;
  readonly json?: true;
  readonly markdown?: true;
  readonly color?: string | boolean;
  readonly exportJson?: string;
  readonly exportMarkdown?: string;
  readonly exportCsv?: string;
  readonly exportJunit?: string;
}

/** Returns the options in the form that `compare` takes, with the signal and the progress of the command. */
export function asked(given: Given, { signal, note: onProgress }: Pick<Io, "signal" | "note">) {
  const {
    request = [],
    header = [],
    body,
    urls,
    json: _,
    verbose: __,
    open: ___,
    markdown: ____,
    color: _____,
    exportJson: ______,
    exportMarkdown: _______,
    exportCsv: ________,
    exportJunit: _________,
    ...rest
  } = given;
  // INIT_CWD is ignored: a package's script expects its own folder, wherever `npm run` is called.
  const cwd = process.cwd();
  const some = [...request, ...header, body ?? urls].some((one) => one !== undefined);
  const lines = request.length === 0 && some && urls === undefined ? ["GET /"] : request;
  const text = body?.startsWith("@") ? bodyIn(resolve(cwd, body.slice(1))) : body;
  const requests = lines.map((line) => {
    // If there are several requests, GET and HEAD requests get no body.
    const bare = lines.length > 1 && !/^[a-z]*(?<!get|head)\s/i.test(line);
    return { ...parseRequest(line, header), ...(text !== undefined && !bare && { body: text }) };
  });
  const logged =
    urls === undefined
      ? []
      : [{ ...parseRequest("GET /", header), name: `GET ${basename(urls)}`, values: urls }];
  return {
    ...rest,
    cwd,
    ...(urls !== undefined && { urls }),
    ...(some && { requests: [...requests, ...logged] }),
    out: rest.out ? resolve(cwd, rest.out) : null,
    signal,
    onProgress,
  };
}

/** A larger body would be held in memory for each request. */
const LARGEST_BODY = 64e6;

function bodyIn(file: string): string {
  const body = readRegular(file, LARGEST_BODY);
  if (body !== null) return body.toString("utf8");
  throw new UsageError(`--body @${file} cannot be read: ${whyUnread(file, LARGEST_BODY)}`);
}
