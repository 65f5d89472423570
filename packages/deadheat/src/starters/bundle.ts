import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runtimes, type Runtime } from "@deadheat/journal";

/** An app of this repository in the published form. */
export interface App {
  readonly framework: string;
  /** The npm package of the framework. */
  readonly package: string;
  /** The packages of `dependencies` that have a release for each version of the framework. */
  readonly lockstep: readonly string[];
  /** The older versions of packages that older frameworks need: package -> range of the framework -> version. */
  readonly older: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The bundle for each runtime on which the app runs. */
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
  readonly means?: Readonly<Record<string, { readonly libraries?: readonly string[] }>>;
}

interface Source extends Manifest {
  readonly folder: string;
  /** The dependencies in package.json, without the framework, this repository's packages, and packages of services only. */
  readonly dependencies: readonly string[];
}

const require = createRequire(import.meta.url);
const withoutStore = join(import.meta.dirname, "without-store.mjs");
const root = join(import.meta.dirname, "..", "..", "..", "..");

/**
 * Bundles every app that can be placed beside an installed framework: apps of frameworks that are npm packages, are not
 * retired, and need no native addon. If apps share a package, the first one by name is used.
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
      // A package that only another runtime's bundle imports is not needed. If no bundle imports it, the framework does.
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

/** Returns the packages that only the app's service needs (src/service.ts, src/families). The service is not published. */
function packagesOfServices(folder: string, manifest: Manifest): Set<string> {
  const source = join(folder, "src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const isServed = (file: string) => file.startsWith("families") || file === "service.ts";
  const imported = (some: readonly string[]) =>
    some.flatMap((file) => importedBy(readFileSync(join(source, file), "utf8")));
  const libraries = Object.values(manifest.means ?? {}).flatMap((means) => means.libraries ?? []);
  // Peer dependencies of the framework are needed in any case.
  const shipped = new Set([
    ...imported(files.filter((file) => !isServed(file))),
    ...[manifest.package, ...(manifest.lockstep ?? [])].flatMap((name) => peersOf(folder, name)),
  ]);
  const served = [...libraries, ...imported(files.filter(isServed))];
  return new Set(served.filter((name) => !shipped.has(name)));
}

/** Returns the packages that a module imports, without imports of types. */
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
  /** The names of the imported packages. */
  readonly imports: ReadonlySet<string>;
}

/** Bundles all apps for one runtime in one call. Only packages of others stay external. */
function bundle(sources: readonly Source[], runtime: Runtime): Map<Source, Output> {
  // The published package has the bundles and no bundler, so the bundler is loaded only here.
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
    // The runtime's own export condition is the only one.
    platform: "neutral",
    conditions: [runtime],
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

function installedVersion(folder: string, name: string): string {
  const manifest = readJson(join(folder, "node_modules", name, "package.json"));
  return (manifest as { version: string }).version;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
