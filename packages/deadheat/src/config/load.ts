import { existsSync } from "node:fs";
import { basename, extname, join, relative, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { messageOf, readRegular, UsageError, EnvironmentError, whyUnread } from "@deadheat/journal";
import { runModule } from "./run.ts";

const EXTENSIONS = [".ts", ".mts", ".mjs", ".js", ".json"];

/** The names of the configuration file, in the order of the search. */
export const CONFIG_FILES = EXTENSIONS.map((extension) => `deadheat.config${extension}`);

/**
 * Returns the absolute path of the configuration file; null if there is none and none was named.
 * @throws UsageError if there are two, or if the named file does not exist or has an unknown extension
 */
export function findConfig(cwd: string, named: string | null): string | null {
  if (named !== null) {
    const path = resolve(cwd, named);
    if (!EXTENSIONS.includes(extname(path))) {
      throw new UsageError(`--config ${named}: write a file that ends in ${EXTENSIONS.join(", ")}`);
    }
    if (existsSync(path)) return path;
    throw new UsageError(`--config ${named}: there is no file ${path}`);
  }
  const [found, second] = CONFIG_FILES.filter((name) => existsSync(join(cwd, name)));
  if (second !== undefined) {
    throw new UsageError(
      `${found} and ${second} are both here. Remove one, or name one with --config`,
    );
  }
  return found === undefined ? null : join(cwd, found);
}

/**
 * Returns the default export of the file, or the content of a JSON file. Other files than JSON are code, and run.
 * @throws UsageError with a message of one line; EnvironmentError if this Node cannot run TypeScript
 */
export async function loadConfig(path: string, cwd: string): Promise<unknown> {
  const name = relative(cwd, path);
  if (extname(path) === ".json") return readJson(path, name);
  if (/\.m?ts$/.test(path) && !process.features.typescript) {
    throw new EnvironmentError(
      `${name} needs a Node that runs TypeScript, 22.18 or newer (this is ${process.versions.node}). Use such a Node, ` +
        `or write ${basename(path).replace(/\.m?ts$/, ".mjs")}`,
    );
  }
  const value = await run(path, name);
  if (value !== undefined) return value;
  throw new UsageError(`${name} exports nothing by default: write "export default { … }"`);
}

const LARGEST = 10_000_000;

function readJson(path: string, name: string): unknown {
  const text = readRegular(path, LARGEST);
  if (text === null) throw new UsageError(`${name} cannot be read: ${whyUnread(path, LARGEST)}`);
  try {
    return JSON.parse(text.toString("utf8"));
  } catch (error) {
    // The message quotes the text.
    throw new UsageError(`${name} is not JSON: ${messageOf(error).replaceAll(/\s+/g, " ")}`);
  }
}

async function run(path: string, name: string): Promise<unknown> {
  const { href } = pathToFileURL(path);
  const ran = await runModule(href);
  if (ran.kind === "value") return ran.value;
  if (ran.kind === "ended") {
    throw new UsageError(`${name} could not be run: ${ran.how}`);
  }
  const [message = ""] = ran.message.split("\n");
  const line = lineOf(ran.stack, href, path);
  const hint = hintOf(message) ?? (line === "" ? ` (\`node ${name}\` shows where)` : "");
  throw new UsageError(`${name}${line} could not be run: ${message}${hint}`);
}

/** Returns the line as `:3` if the stack names one of the files, otherwise an empty text. */
function lineOf(stack: string, ...files: readonly string[]): string {
  const after = files.map((file) => stack.split(`${file}:`)[1]).find((rest) => rest !== undefined);
  const line = /^\d+/.exec(after ?? "")?.[0];
  return line === undefined ? "" : `:${line}`;
}

/** Returns a hint if the file imports deadheat without an install. `npx deadheat` installs nothing in the project. */
function hintOf(message: string): string | null {
  if (!/Cannot find package 'deadheat'/.test(message)) return null;
  return ': "npm install --save-dev deadheat", or import only its types, which need nothing installed';
}
