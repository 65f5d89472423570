import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import type { Command } from "commander";
import { UsageError } from "@deadheat/journal";
import { configText, frameworkOf, isReady } from "../init/config-text.ts";
import { filesOfFolder, readManifest } from "../find/files.ts";
import { findServer } from "../find/find-server.ts";
import { historyWorkflow } from "../init/history-workflow.ts";
import { assertNoTarget, repositoryOf, workflowsOf } from "../init/workflow.ts";
import { CONFIG_FILES } from "../config/load.ts";
import type { Io } from "../terminal/command.ts";

export function addInit(deadheat: Command, io: Io): void {
  deadheat
    .command("init")
    .description("writes a configuration for this folder; overwrites nothing")
    .option("--github", "also write two workflows: a check of pull requests, and its comment")
    .option("--history", "also write a workflow that adds new versions to a history every week")
    .action(async (options: { github?: true; history?: true }) => {
      const cwd = process.cwd();
      const version = deadheat.version() ?? "latest";
      const workflows = await workflowFiles(cwd, version, options);
      const config = await configFile(cwd, workflows.length > 0);
      const files = config === null ? workflows : [config, ...workflows];
      for (const file of files) write(file);
      const written = files.map(({ path }) => `${relative(cwd, path)} is written\n`).join("");
      io.stdout.write(`${written}next: ${config?.next ?? "npx deadheat gate HEAD"}\n`);
    });
}

interface File {
  /** The absolute path. */
  readonly path: string;
  readonly text: string;
}

/** Returns the configuration to write; null if one exists and `isEnough` is set. */
async function configFile(
  cwd: string,
  isEnough: boolean,
): Promise<(File & { next: string }) | null> {
  const there = CONFIG_FILES.find((name) => existsSync(join(cwd, name)));
  if (there !== undefined && isEnough) return null;
  if (there !== undefined) throw isThere(there);
  const files = filesOfFolder(cwd);
  const manifest = await readManifest(files);
  const typescript = Boolean(process.features.typescript) && existsSync(join(cwd, "tsconfig.json"));
  // With these extensions Node loads a module without consulting package.json, and prints no warning.
  const extension = typescript ? (manifest.type === "module" ? "ts" : "mts") : "mjs";
  const name = `deadheat.config.${extension}`;
  const server = await findServer(files);
  const typed = "deadheat" in { ...manifest.dependencies, ...manifest.devDependencies };
  return {
    path: join(cwd, name),
    text: configText({ server, framework: frameworkOf(manifest), typescript, typed }),
    next: isReady(server) ? "npx deadheat run" : `fill in ${name}, then npx deadheat run`,
  };
}

async function workflowFiles(
  cwd: string,
  version: string,
  { github, history }: { readonly github?: true; readonly history?: true },
): Promise<File[]> {
  if (!github && !history) return [];
  const repository = repositoryOf(cwd);
  assertNoTarget(repository);
  const workflows = [
    ...(github ? await workflowsOf(version, repository, cwd) : []),
    ...(history ? [historyWorkflow(version, repository, cwd)] : []),
  ];
  return workflows.map(({ path, text }) => {
    const file = { path: join(repository, path), text };
    if (existsSync(file.path)) throw isThere(relative(cwd, file.path));
    return file;
  });
}

function isThere(name: string): UsageError {
  return new UsageError(`${name} exists, and init overwrites nothing. Remove the file first`);
}

function write({ path, text }: File): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: "wx" });
}
