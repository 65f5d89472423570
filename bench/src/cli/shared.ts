import { Option, type Command } from "commander";
import { RUN_MARGIN, type Result } from "@deadheat/judge";
import { type TableOptions } from "@deadheat/report";
import { type ExitCode, type Io } from "deadheat/cli";
import { renderWritten as renderWrittenWith, widthOf } from "deadheat/parts";
import { likeSections } from "../like/sections.ts";

/** What a command works with, whichever it is. */
export interface Session {
  readonly io: Io;
  /** To standard output, with nothing in it that a terminal would obey but colours. */
  readonly print: (text: string) => void;
  /** The answer: one JSON document if that was asked for, else text. */
  readonly answer: (json: boolean | undefined, document: unknown, text: () => string) => void;
  /** How it ended, where that is not well. */
  readonly finish: (code: ExitCode) => void;
}

/** Gives the command line one command. */
export type AddCommand = (deadheat: Command, session: Session) => void;

export const JSON_OPTION = ["--json", "one JSON document on standard output"] as const;

export const WARMUP =
  "answers that warm each server (default: 40000 on Node and Deno, 80000 on Bun)";

export const MARGIN = `how close to each other a dead heat is (default: ${100 * RUN_MARGIN}%)`;

export const OUT = "where to write (default: results/runs/<run id>)";

export function allowConcurrent(): Option {
  const what = "measure though another run does on this machine; the result says so";
  return new Option("--allow-concurrent", what).default(false, "refuse");
}

/** A result that was just written, with where it and its reports are. */
export function renderWritten(written: { path: string; result: Result }, io: Io): string {
  return renderWrittenWith(written, io, likeSections(written.result));
}

export function tableOptions(result: Result, io: Io): TableOptions {
  return { color: io.color, columns: widthOf(io), sections: likeSections(result) };
}
