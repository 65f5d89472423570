import type { Command, Option } from "commander";
import { closest, distance } from "fastest-levenshtein";
import { firstOptions, optionGroups } from "../plan/option-groups.ts";
import { insteadOf } from "../plan/option-names.ts";
import { optionTable, type OptionName } from "../plan/option-table.ts";

/** The flag beside --help that lists every option. */
const ALL = "--all";

/**
 * Splits the arguments of a command line from the wish for the help of every option: `compare --help --all`. The option of
 * another meaning that `bisect` and `cache` have stays.
 */
export function helpAsked(args: readonly string[]): {
  readonly args: string[];
  readonly all: boolean;
} {
  const all = args.includes(ALL) && args.some((arg) => arg === "--help" || arg === "-h");
  return { args: all ? args.filter((arg) => arg !== ALL) : [...args], all };
}

/** Lists the arguments and the options that most people need, or every option under headings. */
export function configureHelp(command: Command, all: boolean): void {
  command.configureHelp({
    visibleOptions: (own) => {
      const shown = own.options.filter(({ hidden }) => !hidden);
      return all || own.parent === null ? shown : shown.filter(isFirst);
    },
    optionDescription: (option) => option.description,
    subcommandTerm: (own) => own.name(),
    groupItems: (_unsorted, visible, group) => {
      const titles = all ? Object.keys(optionGroups) : [];
      const groups = new Map<string, (typeof visible)[number][]>(
        titles.map((title) => [title, []]),
      );
      for (const item of visible) {
        const title = all ? headingIn(group(item)) : headingOf(item);
        groups.set(title, [...(groups.get(title) ?? []), item]);
      }
      return new Map([...groups].filter(([, items]) => items.length > 0));
    },
  });
  if (all) return;
  command.addHelpText("afterAll", ({ command: own }) => {
    const more = own.options.filter((one) => !one.hidden && !isFirst(one)).length;
    if (own.parent === null || more === 0) return "";
    const others = more === 1 ? "The other option" : `The other ${more} options`;
    return `\n${others}: ${wordsOf(own)} --help --all`;
  });
}

/** Returns `deadheat cache prune`. */
function wordsOf(command: Command): string {
  return command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;
}

const OWN = "This command only:";

/** Returns the heading of an option that is in no group of the option table. */
const headingIn = (group: string): string => (Object.hasOwn(optionGroups, group) ? group : OWN);

const headingOf = (item: object): string => ("flags" in item ? "Options:" : "Commands:");

function isFirst(option: Option): boolean {
  const name = option.attributeName();
  return !Object.hasOwn(optionTable, name) || firstOptions.has(name as OptionName);
}

/** The share of a flag's letters that may differ for a suggestion. */
const CLOSE = 0.4;

/**
 * Returns the message of a wrong command line as sentences, with what to write instead of an unknown option.
 * @param command the command that was called, whose options may be meant
 */
export function withSuggestion(message: string, command: Command | undefined): string {
  const [, flag = ""] = /unknown option '([^'=]+)/.exec(message) ?? [];
  const [plain = "", guess] = message.replace(/^error: /, "").split("\n");
  const instead = flag === "" ? guess?.replace(/^\((.*)\)$/, "$1") : meantBy(flag, command);
  const sentences = instead ? `${plain.replace(/\.$/, "")}. ${instead}` : plain;
  const end = /[.?]$/.test(sentences) ? "" : ".";
  const help = `${command ? wordsOf(command) : "deadheat"} --help`;
  return `${sentences.slice(0, 1).toUpperCase()}${sentences.slice(1)}${end} See ${help}.`;
}

/** Returns what to write instead of an option that the command does not have. */
function meantBy(flag: string, command: Command | undefined): string | undefined {
  const instead = insteadOf(flag);
  if (instead !== null) return `Use ${instead}`;
  const flagsOf = ({ options }: Pick<Command, "options">) =>
    options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  const others = (command?.parent?.commands ?? []).filter((one) => flagsOf(one).includes(flag));
  if (others.length > 0) {
    return `It is an option of ${others.map((one) => one.name()).join(", ")}`;
  }
  const flags = command ? flagsOf(command) : [];
  const near = flags.length > 0 ? closest(flag, flags) : "";
  const isNear = near !== "" && distance(flag, near) <= CLOSE * near.length;
  return isNear ? `Did you mean ${near}?` : undefined;
}
