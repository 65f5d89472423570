import type { Command } from "commander";
import { RUN_MARGIN, type Result } from "@deadheat/judge";
import { withOptions, type ExitCode, type Io, type OptionName } from "deadheat/cli";
import type { Section } from "@deadheat/report";
import { renderWritten as renderWrittenWith } from "deadheat/parts";
import { likeSections } from "../like/sections.ts";
import { boardSections } from "../pages/board.ts";

export interface Session {
  readonly io: Io;
  /** Prints to standard output. Removes control characters other than colours. */
  readonly print: (text: string) => void;
  /** Prints the answer: one JSON document if `json` is true, else the text. */
  readonly answer: (json: boolean | undefined, document: unknown, text: () => string) => void;
  /** Sets the exit code. Without a call it is 0. */
  readonly finish: (code: ExitCode) => void;
}

export type AddCommand = (deadheat: Command, session: Session) => void;

export const MARGIN = `treat differences up to this size as a tie (default: ${100 * RUN_MARGIN}%)`;

const own = {
  margin: MARGIN,
  out: "output folder (default: results/runs/<run id>)",
  warmupRequests:
    "requests that warm up each server (default: 40000 on Node and Deno, 80000 on Bun)",
} as const;

/** Adds options of the deadheat command. @param help the help of options that mean something else for this command */
export function withOwnOptions<C extends Command>(
  command: C,
  names: readonly OptionName[],
  help: Partial<Record<OptionName, string>> = {},
): C {
  return withOptions(command, names, { ...own, ...help });
}

/** Returns the tables that only this repository's runs have. */
export function sectionsOf(result: Result): Section[] {
  return [...likeSections(result), ...boardSections(result)];
}

export function renderWritten(written: { path: string; result: Result }, io: Io): string {
  return renderWrittenWith(written, io, sectionsOf(written.result));
}
