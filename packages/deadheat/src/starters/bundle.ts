import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { EnvironmentError, fileRuntimes, runtimeFacts, type Runtime } from "@deadheat/journal";

export interface App {
  readonly framework: string;
  readonly package: string;
  /** The packages of `dependencies` that have a release for each version of the framework. */
  readonly lockstep: readonly string[];
  /** The older versions of packages that older frameworks need: package -> range of the framework -> version. */
  readonly older: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly on: Readonly<Partial<Record<Runtime, Bundled>>>;
}

export interface Bundled {
  /** The packages besides the framework: package -> the version that this repository measures. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** One ECMAScript module. It imports only the framework, `dependencies` and the runtime's own modules. */
  readonly code: string;
}

/** The fields of an app's target.json that are read here; bench/src/targets/manifest.ts has all fields. */
interface Manifest
  extends Pick<App, "framework" | "package">, Partial<Pick<App, "lockstep" | "older">> {
  readonly runtimes: readonly Runtime[];
}

interface Source extends Manifest {
  readonly folder: string;
  /** The dependencies in package.json, without the framework and this repository's packages. */
  readonly dependencies: readonly string[];
}

const require = createRequire(import.meta.url);
const withoutStore = join(import.meta.dirname, "without-store.mjs");
const root = join(import.meta.dirname, "..", "..", "..", "..");

/** Returns the packages that have an app, without bundling any: the apps' own packages need not be installed. */
export function appPackages(): string[] {
  return readSources().map((source) => source.package);
}

/**
 * Bundles every app that can be placed beside an installed framework: apps of frameworks that are npm packages, are not
 * retired, and need no native addon. If apps share a package, the first one by name is used.
 * @throws EnvironmentError in a clone that has only the command's own packages, as on a runner
 */
export function bundleApps(): App[] {
  const sources = readSources();
  if (sources.some(({ folder }) => !existsSync(join(folder, "node_modules")))) {
    throw new EnvironmentError(
      "The frameworks of deadheat's own apps are not installed in its checkout. Name a server of your own with --app",
    );
  }
  const bundles = fileRuntimes.map((runtime) => ({ runtime, outputs: bundle(sources, runtime) }));
  return sources.map((source) => {
    const { folder, framework, package: name, lockstep = [], older = {} } = source;
    // The framework itself loads its peers, and what is released together with it.
    const peers = [name, ...lockstep].flatMap((one) => peersOf(folder, one));
    const loaded = new Set([...lockstep, ...peers]);
    const on = bundles.flatMap(({ runtime, outputs }) => {
      const own = outputs.get(source);
      if (own === undefined) return [];
      const needed = source.dependencies.filter(
        (other) => own.imports.has(other) || loaded.has(other),
      );
      const dependencies = needed.map((other) => [other, installed(folder, other).version]);
      return [[runtime, { dependencies: Object.fromEntries(dependencies), code: own.code }]];
    });
    return { framework, package: name, lockstep, older, on: Object.fromEntries(on) };
  });
}

function readSources(): Source[] {
  const apps = join(root, "apps");
  const packages = new Set<string>();
  return readdirSync(apps)
    .filter((app) => existsSync(join(apps, app, "package.json")))
    .toSorted()
    .flatMap((app) => {
      const folder = join(apps, app);
      const manifest = readJson<Manifest & { addon?: unknown }>(join(folder, "target.json"));
      const { package: name, addon } = manifest;
      if (name === null || addon !== undefined || packages.has(name)) return [];
      packages.add(name);
      const { dependencies } = readJson<{ dependencies: object }>(join(folder, "package.json"));
      const others = Object.keys(dependencies).filter(
        (other) => !other.startsWith("@deadheat/") && other !== name,
      );
      return [{ ...manifest, folder, dependencies: others }];
    });
}

/** Returns the packages that a package needs beside it. */
function peersOf(folder: string, name: string): string[] {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = installed(folder, name);
  return Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
}

interface Output {
  readonly code: string;
  readonly imports: ReadonlySet<string>;
}

/** Bundles all apps for one runtime in one call. Only packages of others stay external. */
function bundle(sources: readonly Source[], runtime: Runtime): Map<Source, Output> {
  // Most commands in a clone need no starter, and start without the bundler.
  const { buildSync } = require("esbuild") as typeof import("esbuild");
  const bundled = sources.filter((source) => source.runtimes.includes(runtime));
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: bundled.map(({ folder, framework }) => ({
      in: join(folder, "src/main.ts"),
      out: framework,
    })),
    outdir: "out",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    // The runtime's export conditions are the only ones.
    platform: "neutral",
    conditions: [...runtimeFacts[runtime].conditions],
    target: "es2023",
    alias: { "@deadheat/handlers": withoutStore, "@deadheat/stores": withoutStore },
    // The adapter's srvx is also the server of h3, which has it as a dependency.
    external: [
      "node:*",
      "srvx",
      ...sources.flatMap((source) => [source.package, ...source.dependencies]),
    ],
    legalComments: "none",
    logLevel: "silent",
  });
  return new Map(
    bundled.map((source, i) => {
      const { imports } = metafile.outputs[`out/${source.framework}.mjs`] ?? { imports: [] };
      const names = imports.map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
      return [source, { code: outputFiles[i]?.text ?? "", imports: new Set(names) }];
    }),
  );
}

/** The fields of an installed package's package.json that decide which versions of others it takes. */
interface PackageManifest {
  readonly version: string;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

function installed(folder: string, name: string): PackageManifest {
  return readJson(join(folder, "node_modules", name, "package.json"));
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
