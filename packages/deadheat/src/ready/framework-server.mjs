// Finds the server that a framework itself has on Node for an app with `fetch`. Only runner.mjs loads this file, and
// only on Node. The file is plain JavaScript, like runner.mjs.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The options that keep srvx and h3 from printing their address, and from waiting for open connections at SIGTERM. */
const QUIET = { silent: true, gracefulShutdown: false };

/**
 * The frameworks, each with the package that serves it on Node. `isApp` recognises an app by its methods. It therefore
 * also recognises apps of a bundled copy of the framework, or of a copy imported from its sources.
 */
const frameworks = [
  {
    name: "hono",
    server: "@hono/node-server",
    isApp: (app) => has(app, "fetch", "request", "route", "basePath") && Array.isArray(app.routes),
    listen: ({ serve }, { fetch }, address) => serve({ fetch, ...address }),
  },
  {
    name: "elysia",
    server: "@elysiajs/node",
    isApp: isElysia,
    listen: ({ node }, { app }, address) => {
      // Elysia compiles routes at their first request. Until then this equals `new Elysia({ adapter: node() })`.
      if (app["~adapter"].name === "web-standard") {
        app.config.adapter = node();
        app["~adapter"] = app.config.adapter;
      }
      app.listen({ ...address, reusePort: false });
    },
  },
  {
    name: "h3",
    server: "h3",
    isApp: (app) => has(app, "fetch", "request", "handler", "register"),
    listen: ({ serve }, { app, fetch, isApp }, address) =>
      serve(isApp ? app : { fetch }, { ...address, ...QUIET }),
  },
  {
    name: "srvx",
    server: "srvx",
    isApp: () => false,
    listen: ({ serve }, { app, fetch }, address) => serve({ ...app, fetch, ...address, ...QUIET }),
  },
];

/**
 * Finds the server that the framework of `app` has on Node, in the packages that `file` could import.
 * `missing` names the package that would serve the app if it were installed; null if no framework is recognised.
 */
export async function frameworkServer(app, file) {
  const from = realpathSync(file);
  const own = frameworks.find(({ isApp }) => isApp(app));
  const framework = own ?? declaredFramework(from);
  if (framework === null) return { found: null, missing: null };
  const { server: name, listen } = framework;
  const folder = foldersAbove(from, join("node_modules", name))[0];
  if (folder === undefined) return { found: null, missing: name };
  const manifest = readManifest(folder);
  const module = await import(pathToFileURL(join(folder, entryOf(manifest))).href);
  if (typeof (module.serve ?? module.node) !== "function") return { found: null, missing: name };
  const served = { app, fetch: app.fetch.bind(app), isApp: own !== undefined };
  return {
    found: {
      name,
      version: manifest.version,
      listen: (address) => listen(module, served, address),
    },
    missing: null,
  };
}

/**
 * Returns the framework of an object that only has `fetch`: the only framework that the nearest package.json with
 * dependencies lists. Returns null if it lists none or several, or Elysia, which serves nothing but its own apps.
 */
function declaredFramework(from) {
  for (const path of foldersAbove(from, "package.json")) {
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
    const names = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
    if (names.length === 0) continue;
    const [only, ...others] = frameworks.filter(({ name }) => names.includes(name));
    return only === undefined || others.length > 0 || only.isApp === isElysia ? null : only;
  }
  return null;
}

function isElysia(app) {
  return has(app, "fetch", "listen", "guard", "derive") && typeof app["~adapter"] === "object";
}

function has(app, ...methods) {
  return methods.every((name) => typeof app[name] === "function");
}

/** Returns every existing `path` in the folders above a file, the nearest first. */
function foldersAbove(file, path) {
  const found = [];
  for (let folder = dirname(file), last = file; folder !== last; folder = dirname(folder)) {
    if (existsSync(join(folder, path))) found.push(join(folder, path));
    last = folder;
  }
  return found;
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Returns the file that `import` of the package loads. `require` could load a second copy of the framework. */
function entryOf({ exports, main }) {
  return targetOf(exports?.["."] ?? exports) ?? main ?? "index.js";
}

const CONDITIONS = new Set(["node", "import", "module-sync", "default"]);

function targetOf(target) {
  if (typeof target === "string") return target;
  const matching = Object.entries(target ?? {}).filter(([name]) => CONDITIONS.has(name));
  return matching.map(([, inner]) => targetOf(inner)).find((path) => path !== undefined);
}
