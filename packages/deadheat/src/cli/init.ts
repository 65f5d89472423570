import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import type { Command } from "commander";
import { UsageError } from "@deadheat/journal";
import { agentsFile } from "../init/agents.ts";
import { configOf, configText } from "../init/config-text.ts";
import { historyWorkflow } from "../init/history-workflow.ts";
import { originOf } from "../init/origin.ts";
import { assertNoTarget, repositoryOf, workflowsOf } from "../init/workflow.ts";
import { CONFIG_FILES } from "../config/load.ts";
import { filesOfFolder, readManifest } from "../find/files.ts";
import { findServer } from "../find/find-server.ts";
import { withoutNamed } from "../routes/candidate.ts";
import type { Needs, Provided, RouteSources } from "../routes/found-routes.ts";
import { routesWords } from "../routes/words.ts";
import type { ExitCode, Io } from "../terminal/command.ts";
import { servicesOf } from "../plan/services.ts";
import { passedVariables } from "../plan/variables.ts";
import { withOptions } from "./asked.ts";

interface InitOptions extends Needs {
  readonly github?: true;
  readonly history?: true;
  readonly agents?: true;
  readonly openapi?: string;
  readonly har?: string;
}

export function addInit(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  withOptions(deadheat.command("init"), ["services", "prepare", "env"])
    .summary("write a configuration that works")
    .description("write a configuration that was tried out on the last commit; overwrite nothing")
    .option("--github", "also write two workflows: a check of pull requests, and its comment")
    .option("--history", "also write a workflow that adds new versions to a history every week")
    .option("--agents", "also write lines about deadheat into AGENTS.md")
    .option(
      "--openapi <file>",
      "the OpenAPI document of the service, or the path at which the server returns it",
    )
    .option(
      "--har <file>",
      "a session that a browser or a proxy recorded, whose requests to measure",
    )
    .action(async (options: InitOptions) => {
      const cwd = process.cwd();
      const { env, services, prepare } = options;
      // A wrong value stops the command before it writes anything.
      const provided = {
        services: servicesOf({ services, prepare, cwd }, null),
        env: passedVariables(env ?? [], cwd),
      };
      const others = await otherFiles(cwd, deadheat.version() ?? "latest", options, io);
      const there = CONFIG_FILES.find((name) => existsSync(join(cwd, name)));
      if (there !== undefined && others.length === 0) throw isThere(there);
      const config = there === undefined ? await configFile(cwd, options, provided, io) : null;
      const files =
        config?.text === undefined ? others : [{ ...config, text: config.text }, ...others];
      for (const file of files) write(file);
      const written = files.map(({ path }) => `Wrote ${relative(cwd, path)}\n`).join("");
      if (config !== null && config.reason !== null) {
        io.note(`deadheat: ${config.reason}`);
        io.stdout.write(
          `${written}No configuration was written, because it could not be proven to work.\n`,
        );
        finish(3);
        return;
      }
      io.stdout.write(`${written}Next: npx deadheat gate HEAD, or npx deadheat run\n`);
    });
}

interface File {
  /** The absolute path. */
  readonly path: string;
  readonly text: string;
  /** Whether the text has all that the file has now. */
  readonly extends?: boolean;
}

/** Finds the server and tries the configuration out. Without a text, the reason says what is wrong. */
async function configFile(
  cwd: string,
  { openapi, har, env, services, prepare }: RouteSources & Needs,
  provided: Provided,
  io: Io,
): Promise<Partial<File> & { path: string; reason: string | null }> {
  const path = join(cwd, "deadheat.config.mjs");
  const files = filesOfFolder(cwd);
  const manifest = await readManifest(files);
  const server = await findServer(files);
  if (server === null) {
    const reason =
      "No file here is a server, and no script starts one. Add a start script to package.json, or write deadheat.config.mjs: " +
      'export default { targets: [{ label: "api", command: "node server.js" }] }';
    return { path, reason };
  }
  const { unprovenReason } = await import("../init/prove.ts");
  const { foundRoutes } = await import("../routes/found-routes.ts");
  const needs = {
    ...(env !== undefined && { env }),
    ...(services !== undefined && { services }),
    ...(prepare !== undefined && { prepare }),
  };
  const routes = await foundRoutes(server, { openapi, har }, provided, cwd, io);
  if (routes !== null) for (const line of routesWords(routes)) io.note(line);
  const started = server.command?.join(" ") ?? server.file;
  io.note(
    `Trying out ${started} (${server.why})${server.setup === null ? "" : ` after ${server.setup}`}`,
  );
  let known = routes;
  for (;;) {
    const config = configOf(server, cwd, known, needs);
    const reason = await unprovenReason(config, cwd, io);
    if (reason === null) {
      return { path, text: configText(config, server.why, manifest, known?.left), reason };
    }
    // A route whose responses cannot be compared, such as one that is random, does not stop the others.
    const without = known && withoutNamed(known, reason);
    if (without === null) return { path, reason };
    known = without;
    io.note(`Left out ${known.left.at(-1)?.request}: ${known.left.at(-1)?.why}`);
  }
}

async function otherFiles(
  cwd: string,
  version: string,
  { github, history, agents }: InitOptions,
  io: Io,
): Promise<File[]> {
  const lines = agents ? [{ ...agentsFile(cwd), extends: true }] : [];
  if (!github && !history) return lines;
  const repository = repositoryOf(cwd);
  const origin = originOf();
  if (origin === null || history) {
    io.note(
      `deadheat: the workflows install deadheat@${version} from npm, which must have it${origin === null ? ". To use the action instead, run init from a clone on GitHub or from a release" : ""}`,
    );
  }
  assertNoTarget(repository);
  const workflows = [
    ...(github ? await workflowsOf(version, repository, cwd, origin) : []),
    ...(history ? [historyWorkflow(version, repository, cwd)] : []),
  ];
  const files = workflows.map(({ path, text }) => ({ path: join(repository, path), text }));
  const there = files.find(({ path }) => existsSync(path));
  if (there !== undefined) throw isThere(relative(cwd, there.path));
  return [...files, ...lines];
}

function isThere(name: string): UsageError {
  return new UsageError(`${name} exists, and init overwrites nothing. Remove the file first`);
}

function write({ path, text, extends: grows = false }: File): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: grows ? "w" : "wx" });
}
