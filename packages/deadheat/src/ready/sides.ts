import { existsSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import {
  type Checkout,
  type CheckoutOptions,
  type FoundRuntime,
  type InstalledTree,
  checkout,
  installPackages,
  installProject,
  installRuntime,
  lookForRuntime,
  placeFile,
  projectRoot,
  setUp,
  watchInstall,
} from "@deadheat/versions";
import { requireStarter } from "../starters/starter.ts";
import type { AppFile } from "../plan/app-file.ts";
import type { Preparation } from "../plan/preparation.ts";
import type { Preparing } from "../plan/preparing.ts";
import { readPackage } from "../plan/package-name.ts";
import { startedFile } from "../find/started.ts";
import type { Startable, What } from "../plan/spec.ts";
import { listenerOn } from "./running.ts";
import type { WantedRuntime } from "../config/runtime.ts";
import type { Program, Installed } from "./installed.ts";

/**
 * Prepares servers: installs, checks out or finds them. The setup command of the user runs once in each folder.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function prepareSides(all: readonly Preparation[]): Promise<Installed[]> {
  const done = new Set<string>();
  const sides: Installed[] = [];
  for (const one of all) {
    const { preparing, spec } = one;
    const { setup } = preparing;
    const cwd = spec.what.kind === "command" ? spec.what.cwd : preparing.cwd;
    const here = spec.what.kind === "file" || spec.what.kind === "command";
    const found = await runtimeFor(one);
    const key = JSON.stringify([setup, cwd, found.path]);
    if (setup !== null && here && !done.has(key)) {
      await setUp(setup, cwd, spec.text, { ...preparing, runtime: found });
      done.add(key);
    }
    sides.push(await prepareSide(one, found));
  }
  return sides;
}

/** Prepares both servers of a pair. If they have the same name, each gets a prefix. */
export async function preparePair(pair: Pair<Preparation>): Promise<Pair<Installed>> {
  const [base, next] = (await prepareSides([pair.base, pair.new])) as [Installed, Installed];
  if (base.name !== next.name || base.text === next.text) return { base, new: next };
  return {
    base: { ...base, name: `base-${base.name}` },
    new: { ...next, name: `new-${next.name}` },
  };
}

/** The fields of a side that depend on the kind of its server. The name has no label and no runtime yet. */
type Placed = Omit<
  Installed,
  "text" | "runtime" | "found" | "env" | "scripts" | "movedPort" | "readySeconds" | "writable"
>;

async function prepareSide(one: Preparation, found: FoundRuntime): Promise<Installed> {
  const { spec, preparing } = one;
  const runtime = runtimeOf(spec);
  const placed = await place(one, found);
  const name = spec.label ?? placed.name;
  const suffix = `/${runtime.name}${runtime.version ? `@${found.version}` : ""}`;
  return {
    text: spec.text,
    runtime: runtime.name,
    found,
    env: preparing.env,
    scripts: preparing.allowScripts,
    movedPort: null,
    readySeconds: preparing.readySeconds,
    writable: preparing.writable ?? [],
    ...placed,
    name: placed.kind === "running" ? name : `${name}${suffix}`,
  };
}

function runtimeOf({ runtime }: Preparation["spec"]): WantedRuntime {
  return runtime ?? { name: "node", version: null };
}

/** Returns the runtime. A version comes from npm. Without a version, the installed runtime is used, else npm's. */
async function runtimeFor({ spec, preparing, revision }: Preparation): Promise<FoundRuntime> {
  const { name, version } = runtimeOf(spec);
  const program = spec.what.kind === "file" || spec.what.kind === "command" ? spec.what : null;
  const file = revision?.file?.path ?? fileIn(program) ?? fileIn(preparing.app);
  if (version !== null) return installRuntime(name, version, preparing);
  const found = await lookForRuntime(name, file, preparing.project ?? preparing.cwd);
  if (found.path !== null) return found;
  preparing.note(`${found.reason}: ${name} is taken from npm`);
  return installRuntime(name, found.wanted, preparing);
}

/** Returns the file that is started, as far as the words show it. */
function fileIn(program: What | Startable | null): string | null {
  if (program?.kind === "file") return program.file;
  if (program?.kind !== "command") return null;
  const { command } = "program" in program ? program.program : program;
  return startedFile(command);
}

const NEITHER = {
  version: null,
  package: null,
  starter: false,
  built: false,
  alongside: {},
  lockfile: null,
  revision: null,
  programs: null,
  app: null,
  isUnchanged: () => Promise.resolve(true),
} as const;

async function place(one: Preparation, found: FoundRuntime): Promise<Placed> {
  const { what } = one.spec;
  const { cwd } = one.preparing;
  const { kind } = what;
  switch (kind) {
    case "running": {
      const port = Number(what.url.port);
      const program = { kind, port, pid: listenerOn(port) };
      return { ...NEITHER, kind, name: `127.0.0.1:${port}`, program, cwd: "/", root: "/" };
    }
    case "file": {
      const { file } = what;
      return {
        ...NEITHER,
        kind,
        name: basename(file),
        program: what,
        cwd,
        root: projectRoot(file),
      };
    }
    case "command": {
      const { program } = what;
      const name = program.command.join(" ");
      return { ...NEITHER, kind, name, program, cwd: what.cwd, root: what.cwd };
    }
    case "revision":
      return placeRevision(one, found);
    case "package":
      return placePackage(what.wanted, one, found);
  }
}

async function placeRevision(
  { preparing: given, revision }: Preparation,
  runtime: FoundRuntime,
): Promise<Placed> {
  const { commit, file } = revision as NonNullable<Preparation["revision"]>;
  const preparing = { ...given, runtime };
  const there = await checkout(commit, preparing);
  const program: Program =
    file === null
      ? (preparing.app as Program)
      : { kind: "file", file: await fileOf(file, there, preparing) };
  const { name, cwd, folder: root, programs, isUnchanged } = there;
  const app = file && file.path;
  return {
    ...NEITHER,
    kind: "revision",
    name,
    program,
    cwd,
    root,
    revision: commit,
    programs,
    app,
    isUnchanged,
  };
}

/** Returns the file that a checkout is started with; a file of another origin is placed in it. */
async function fileOf(
  { path, origin }: AppFile,
  there: Checkout,
  preparing: CheckoutOptions,
): Promise<string> {
  const own = join(there.folder, path);
  if (origin.kind === "tree") {
    const has = !origin.always && existsSync(own);
    return has ? own : placeFile(origin.file, path, there.folder);
  }
  if (origin.kind === "own") return fileOfCheckout(there, path);
  const other = await checkout(origin.commit, preparing);
  return placeFile(fileOfCheckout(other, path), path, there.folder);
}

function fileOfCheckout({ folder, name }: Checkout, path: string): string {
  const file = join(folder, path);
  if (existsSync(file)) return file;
  throw new UsageError(
    `${name} has no ${path} after --setup. Name the file that --setup builds with --app`,
  );
}

async function placePackage(
  wanted: string,
  { spec, preparing: given }: Preparation,
  runtime: FoundRuntime,
): Promise<Placed> {
  const preparing = { ...given, runtime };
  const { name, range } = readPackage(wanted);
  const { app, setup, cwd } = preparing;
  const project = projectRoot(join(cwd, "package.json"));
  const own = app?.kind === "file" ? app.file : join(project, "package.json");
  const { folder, versions, file } =
    app === null
      ? await installStarter(name, range, spec.text, spec.runtime?.name ?? "node", preparing)
      : await installProject({ file: own, name, range, setup }, preparing);
  const { [name]: version = range, ...others } = versions;
  const isCommand = app?.kind === "command";
  return {
    ...NEITHER,
    kind: "package",
    name: `${name}@${version}`,
    version,
    package: name,
    starter: app === null,
    built: setup !== null,
    alongside: app === null ? {} : others,
    lockfile: join(folder, "package-lock.json"),
    program: isCommand ? app : { kind: "file", file },
    cwd: isCommand ? join(folder, relative(project, cwd)) : folder,
    root: folder,
    isUnchanged: watchInstall(folder),
  };
}

async function installStarter(
  name: string,
  range: string,
  text: string,
  runtime: Installed["runtime"],
  preparing: Preparing,
): Promise<InstalledTree & { readonly file: string }> {
  const starter = requireStarter(name, runtime, range, text);
  const dependencies = { ...starter.dependencies, [name]: range };
  const packages = { dependencies, files: { "main.mjs": starter.code } };
  const installed = await installPackages(packages, preparing);
  return { ...installed, file: join(installed.folder, "main.mjs") };
}
