import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runtimes, type Runtime } from "@deadheat/journal";

/** An app of this repository, as it is shipped. */
export interface App {
  readonly framework: string;
  /** The npm package of the framework. */
  readonly package: string;
  /** Packages of `dependencies` that are released with the framework, version by version. */
  readonly lockstep: readonly string[];
  /** Those of which older frameworks need an older one: package -> range of the framework -> version. */
  readonly older: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** On each runtime that it runs on. */
  readonly on: Readonly<Partial<Record<Runtime, Bundled>>>;
}

export interface Bundled {
  /** What it needs besides the framework: package -> the version that this repository measures. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** One ECMAScript module, which imports nothing but the framework, these and the runtime's own modules. */
  readonly code: string;
}

/** What is read here of an app's target.json; bench/src/targets/manifest.ts has all of it. */
interface Manifest
  extends Pick<App, "framework" | "package">, Partial<Pick<App, "lockstep" | "older">> {
  readonly runtimes: readonly Runtime[];
  readonly means?: Readonly<Record<string, { readonly libraries?: readonly string[] }>>;
}

interface Source extends Manifest {
  readonly folder: string;
  /** Of package.json, those that are not of this repository. */
  readonly dependencies: readonly string[];
}

const require = createRequire(import.meta.url);
const withoutStore = join(import.meta.dirname, "without-store.mjs");
const root = join(import.meta.dirname, "..", "..", "..", "..");

/**
 * Every app that can be dropped beside an installed framework, from this repository's sources: those of frameworks that
 * are npm packages and live, and need no native addon. Where apps share a package, the first by name.
 */
export function bundleApps(): App[] {
  const sources = readSources();
  const bundles = new Map(runtimes.map((runtime) => [runtime, bundle(sources, runtime)]));
  return sources.map((source) => {
    const imported = new Set(
      [...bundles.values()].flatMap((of) => [...(of.get(source)?.imports ?? [])]),
    );
    const on = runtimes.flatMap((runtime) => {
      const own = bundles.get(runtime)?.get(source);
      if (own === undefined) return [];
      // What only another runtime's code imports is not needed; what none imports is loaded by the framework.
      const needed = source.dependencies.filter(
        (name) => own.imports.has(name) || !imported.has(name),
      );
      const dependencies = needed.map((name) => [name, installedVersion(source.folder, name)]);
      return [[runtime, { dependencies: Object.fromEntries(dependencies), code: own.code }]];
    });
    const { framework, package: name, lockstep = [], older = {} } = source;
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
      const manifest = readJson(join(folder, "target.json")) as Manifest & { addon?: unknown };
      const { package: name, addon } = manifest;
      if (name === null || addon !== undefined || packages.has(name)) return [];
      packages.add(name);
      const { dependencies } = readJson(join(folder, "package.json")) as { dependencies: object };
      const ofServices = packagesOfServices(folder, manifest);
      const others = Object.keys(dependencies).filter(
        (other) => !other.startsWith("@deadheat/") && other !== name && !ofServices.has(other),
      );
      return [{ ...manifest, folder, dependencies: others }];
    });
}

/** What only the app's service needs (src/service.ts and src/families), which is not shipped. */
function packagesOfServices(folder: string, manifest: Manifest): Set<string> {
  const source = join(folder, "src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const isServed = (file: string) => file.startsWith("families") || file === "service.ts";
  const imported = (some: readonly string[]) =>
    some.flatMap((file) => importedBy(readFileSync(join(source, file), "utf8")));
  const libraries = Object.values(manifest.means ?? {}).flatMap((means) => means.libraries ?? []);
  // What the framework wants beside it is shipped, whoever imports it.
  const shipped = new Set([
    ...imported(files.filter((file) => !isServed(file))),
    ...[manifest.package, ...(manifest.lockstep ?? [])].flatMap((name) => peersOf(folder, name)),
  ]);
  const served = [...libraries, ...imported(files.filter(isServed))];
  return new Set(served.filter((name) => !shipped.has(name)));
}

/** Packages that a module imports, types aside. */
function importedBy(code: string): string[] {
  const specifiers = code.replace(/import type [^;]+;/g, "").matchAll(/from "([^".#][^"]*)"/g);
  return Array.from(
    specifiers,
    ([, specifier = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier,
  );
}

function peersOf(folder: string, name: string): string[] {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = readJson(
    join(folder, "node_modules", name, "package.json"),
  ) as { peerDependencies?: object; peerDependenciesMeta?: Record<string, { optional?: boolean }> };
  return Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
}

interface Output {
  readonly code: string;
  /** Names of packages. */
  readonly imports: ReadonlySet<string>;
}

/** All apps at once, for one runtime: nothing of them is left out but the packages of others. */
function bundle(sources: readonly Source[], runtime: Runtime): Map<Source, Output> {
  // Loaded here: the published package has its bundles, and no bundler.
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
    // The conditions are the runtime's alone.
    platform: "neutral",
    conditions: [runtime],
    target: "es2023",
    alias: { "@deadheat/handlers": withoutStore, "@deadheat/stores": withoutStore },
    // The adapter's own is the server under h3, which brings it.
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

function installedVersion(folder: string, name: string): string {
  const manifest = readJson(join(folder, "node_modules", name, "package.json"));
  return (manifest as { version: string }).version;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
