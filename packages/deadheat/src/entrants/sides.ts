import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { UsageError } from "@deadheat/journal";
import {
  type Checkout,
  type FoundRuntime,
  type InstallOptions,
  checkout,
  installPackages,
  installProject,
  installRuntime,
  lookForRuntime,
  placeFile,
  projectRoot,
  setUp,
  type Installed,
} from "@deadheat/versions";
import { starterFor } from "../starters/starter.ts";
import { readPackage } from "./package-name.ts";
import { listenerOn } from "./running.ts";
import type { AppFile } from "./app-file.ts";
import type { AppProgram, Described, Source } from "./described.ts";
import type { Side } from "./side.ts";
import type { WantedRuntime } from "./runtime-suffix.ts";

/** The fields of a side that depend on the kind of its server. */
type Placed = Omit<Side, "text" | "name" | "runtime" | "found" | "env"> & {
  readonly label: string;
};

/**
 * Prepares servers: installs, checks out or finds them. The setup command of the user runs once in each folder.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function prepareSides(
  all: readonly Described[],
  installing: InstallOptions,
): Promise<Side[]> {
  const done = new Set<string>();
  const once = { ...installing, note: withoutRepeats(installing.note) };
  const sides: Side[] = [];
  for (const described of all) {
    const { source, setup, text } = described;
    const cwd = source.kind === "command" ? source.cwd : installing.cwd;
    const key = JSON.stringify([setup, cwd]);
    if (setup !== null && (source.kind === "file" || source.kind === "command") && !done.has(key)) {
      await setUp(setup, cwd, text, installing);
      done.add(key);
    }
    sides.push(await prepareSide(described, once));
  }
  return sides;
}

/** Returns a `note` that drops repeated lines, so that a line about both servers appears once. */
function withoutRepeats(note: (line: string) => void): (line: string) => void {
  const said = new Set<string>();
  return (line) => {
    if (!said.has(line)) note(line);
    said.add(line);
  };
}

async function prepareSide(described: Described, installing: InstallOptions): Promise<Side> {
  const { text, env, runtime: wanted } = described;
  const runtime = wanted?.name ?? "node";
  const { label, ...placed } = await place(described, installing);
  const { program } = placed;
  const file = program.kind === "file" ? program.file : null;
  const found = await runtimeFor(wanted ?? { name: runtime, version: null }, file, installing);
  const version = wanted?.version ? `@${found.version}` : "";
  const called = described.label ?? label;
  const name = placed.kind === "running" ? called : `${called}/${runtime}${version}`;
  return { text, name, runtime, found, env, ...placed };
}

/** Returns the runtime. A version comes from npm. Without a version, the installed runtime is used, else npm's. */
async function runtimeFor(
  { name, version }: WantedRuntime,
  file: string | null,
  installing: InstallOptions,
): Promise<FoundRuntime> {
  if (version !== null) return installRuntime(name, version, installing);
  const found = await lookForRuntime(name, file, installing.project ?? installing.cwd);
  if (found.path !== null) return found;
  installing.note(`${found.reason}: ${name} is taken from npm`);
  return installRuntime(name, found.wanted, installing);
}

function place(described: Described, installing: InstallOptions): Promise<Placed> | Placed {
  const { source } = described;
  switch (source.kind) {
    case "running":
      return running(source.port);
    case "file":
      return fileSide(source.file, installing.cwd);
    case "command":
      return commandSide(source.program, source.cwd);
    case "revision":
      return revisionSide(source, described, installing);
    case "package":
      return packageSide(source, described, installing);
  }
}

const NEITHER = {
  version: null,
  package: null,
  starter: false,
  lockfile: null,
  revision: null,
  app: null,
} as const;

function running(port: number): Placed {
  const pid = listenerOn(port);
  const program = { kind: "running", port, pid } as const;
  return { ...NEITHER, kind: "running", label: `127.0.0.1:${port}`, program, cwd: "/", root: "/" };
}

function fileSide(file: string, cwd: string): Placed {
  const program = { kind: "file", file } as const;
  return { ...NEITHER, kind: "file", label: basename(file), program, cwd, root: projectRoot(file) };
}

function commandSide(program: AppProgram, cwd: string): Placed {
  return { ...NEITHER, kind: "command", label: program.command.join(" "), program, cwd, root: cwd };
}

async function revisionSide(
  { commit, app }: Extract<Source, { kind: "revision" }>,
  { setup }: Described,
  installing: InstallOptions,
): Promise<Placed> {
  const options = { ...installing, setup };
  const there = await checkout(commit, options);
  const { folder, cwd, name } = there;
  const rest = {
    ...NEITHER,
    kind: "revision",
    label: name,
    cwd,
    root: folder,
    revision: commit,
  } as const;
  if (app.kind === "command") return { ...rest, program: app };
  const file = await fileOf(app.file, there, options);
  return { ...rest, program: { kind: "file", file }, app: app.file.path };
}

/** Returns the file that a checkout is started with; a file of another origin is placed in it. */
async function fileOf(
  { path, origin }: AppFile,
  there: Checkout,
  options: Parameters<typeof checkout>[1],
): Promise<string> {
  const own = join(there.folder, path);
  if (origin.kind === "tree") {
    const has = !origin.always && existsSync(own);
    return has ? own : placeFile(origin.file, path, there.folder);
  }
  if (origin.kind === "revision") {
    const { folder, name } = await checkout(origin.commit, options);
    return placeFile(fileIn(folder, path, name), path, there.folder);
  }
  return fileIn(there.folder, path, there.name);
}

function fileIn(folder: string, path: string, name: string): string {
  const file = join(folder, path);
  if (existsSync(file)) return file;
  throw new UsageError(
    `${name} has no ${path} after --setup: name the file that --setup builds with --app`,
  );
}

async function packageSide(
  { wanted, app }: Extract<Source, { kind: "package" }>,
  { text, runtime: on, setup }: Described,
  installing: InstallOptions,
): Promise<Placed> {
  const { name, range } = readPackage(wanted);
  const runtime = on?.name ?? "node";
  const placedIn = ({ folder, versions }: Installed, file: string, own: boolean): Placed => {
    const version = versions[name] ?? range;
    return {
      kind: "package",
      package: name,
      revision: null,
      app: null,
      starter: own,
      lockfile: join(folder, "package-lock.json"),
      label: `${name}@${version}`,
      version,
      program: { kind: "file", file },
      cwd: folder,
      root: folder,
    };
  };
  if (app !== null) {
    const project = { file: app, dependencies: { [name]: range }, setup };
    const installed = await installProject(project, installing);
    return placedIn(installed, installed.file, false);
  }
  const starter = starterFor(name, runtime, range);
  if (starter === null) {
    throw new UsageError(
      `${text}: deadheat has no app for ${name} on ${runtime}. Name your own server that uses the package with --app`,
    );
  }
  const dependencies = { ...starter.dependencies, [name]: range };
  const files = { "main.mjs": starter.code };
  const installed = await installPackages({ dependencies, files }, installing);
  return placedIn(installed, join(installed.folder, "main.mjs"), true);
}
