// deadheat finds the server of a project without a configuration, in the way in which each starter and framework writes it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { filesOfFolder } from "../../src/find/files.ts";
import { findServer } from "../../src/find/find-server.ts";
import type { FoundServer } from "../../src/find/found-server.ts";
import { folderOf } from "../config-folder.ts";

interface Case {
  readonly package?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
  /** The command, joined by spaces; null for a file that exports an app. */
  readonly command: string | null;
  readonly found?: Partial<FoundServer>;
}

const build = { scripts: { build: "vite build" } };
const built = { setup: "npm run build" };

const projects: Readonly<Record<string, Case>> = {
  "express-generator": {
    package: { scripts: { start: "node ./bin/www" }, dependencies: { express: "~4.16.1" } },
    command: "node ./bin/www",
    found: { why: "start in package.json", runtime: "node", setup: null, file: null },
  },
  "fastify-cli": {
    package: { scripts: { start: "fastify start -l info app.js", dev: "fastify start -w app.js" } },
    command: "fastify start -l info app.js",
  },
  "fastify-cli with TypeScript, which builds in its start": {
    package: {
      scripts: {
        "build:ts": "tsc",
        start: "npm run build:ts && fastify start -l info dist/app.js",
      },
    },
    command: "fastify start -l info dist/app.js",
    found: { setup: "npm run build:ts" },
  },
  "Feathers with TypeScript": {
    package: { scripts: { compile: "shx rm -rf lib/ && tsc", start: "node lib/" } },
    command: "node lib/",
    found: { setup: "npm run compile" },
  },
  Nest: {
    package: {
      scripts: { build: "nest build", start: "nest start", "start:prod": "node dist/main" },
      dependencies: { "@nestjs/core": "^12.0.0" },
    },
    command: "node dist/main",
    found: { ...built, why: "start:prod in package.json" },
  },
  "Adonis, whose start script is for the folder of the build": {
    package: {
      scripts: { start: "node bin/server.js", build: "node ace build" },
      dependencies: { "@adonisjs/core": "^6" },
    },
    command: "node build/bin/server.js",
    found: built,
  },
  "a server in a server folder": {
    files: { "src/server/index.ts": "createHTTPServer({ router }).listen(process.env.PORT);" },
    command: "node src/server/index.ts",
  },
  "Nest with nothing but nest start": {
    package: { scripts: { start: "nest start" }, dependencies: { "@nestjs/core": "^12.0.0" } },
    command: "node dist/main.js",
  },
  Next: {
    package: {
      scripts: { dev: "next dev", build: "next build", start: "next start" },
      dependencies: { next: "16.0.0" },
    },
    command: "next start -H 127.0.0.1 -p {port}",
    found: { ...built, readsPort: true },
  },
  "Next as a standalone build": {
    package: {
      scripts: { build: "next build", start: "next start" },
      dependencies: { next: "16" },
    },
    files: { "next.config.ts": 'export default { output: "standalone" };' },
    command: "node .next/standalone/server.js",
    found: built,
  },
  Nuxt: {
    package: { scripts: { build: "nuxt build", dev: "nuxt dev" }, dependencies: { nuxt: "^4" } },
    command: "node .output/server/index.mjs",
    found: { ...built, why: "the convention of Nuxt" },
  },
  Nitro: {
    package: {
      scripts: { build: "nitro build", preview: "vite preview" },
      devDependencies: { nitro: "3" },
    },
    command: "node .output/server/index.mjs",
    found: built,
  },
  "SvelteKit with adapter-node": {
    package: { ...build, devDependencies: { "@sveltejs/kit": "2", "@sveltejs/adapter-node": "5" } },
    files: { "svelte.config.js": 'export default { kit: { adapter: adapter({ out: "out" }) } };' },
    command: "node out/index.js",
    found: built,
  },
  "SvelteKit as sv create writes it": {
    package: { ...build, devDependencies: { "@sveltejs/kit": "2", "@sveltejs/adapter-auto": "7" } },
    command: "vite preview --host 127.0.0.1 --port {port} --strictPort",
    found: built,
  },
  "Astro on Node": {
    package: {
      scripts: { build: "astro build" },
      dependencies: { astro: "7", "@astrojs/node": "11" },
    },
    command: "node dist/server/entry.mjs",
    found: built,
  },
  "React Router": {
    package: {
      scripts: { build: "react-router build", start: "react-router-serve ./build/server/index.js" },
    },
    command: "react-router-serve ./build/server/index.js",
    found: built,
  },
  "TanStack Start with Nitro": {
    package: { scripts: { build: "vite build" }, dependencies: { "@tanstack/react-start": "1" } },
    files: { "vite.config.ts": 'import { nitro } from "nitro/vite";' },
    command: "node .output/server/index.mjs",
    found: built,
  },
  Angular: {
    package: {
      scripts: {
        start: "ng serve",
        build: "ng build",
        "serve:ssr:shop": "node dist/shop/server/server.mjs",
      },
      dependencies: { "@angular/ssr": "^22.2.0" },
    },
    files: { "src/server.ts": "app.listen(process.env['PORT'] || 4000);" },
    command: "node dist/shop/server/server.mjs",
    found: {
      ...built,
      env: { NG_ALLOWED_HOSTS: "127.0.0.1" },
      file: "dist/shop/server/server.mjs",
      why: "serve:ssr:shop in package.json",
    },
  },
  "a custom server that renders with Vite": {
    package: {
      scripts: {
        dev: "node server",
        build: "vite build --ssr src/entry-server.js",
        preview: "cross-env NODE_ENV=production node server",
      },
    },
    files: { "server.js": "app.listen(process.env.PORT || 5173);" },
    command: "node server",
    found: { ...built, why: "preview in package.json" },
  },
  SolidStart: {
    package: {
      scripts: { build: "vinxi build", start: "vinxi start" },
      dependencies: { "@solidjs/start": "1", vinxi: "0.5" },
    },
    command: "node .output/server/index.mjs",
    found: built,
  },
  Elysia: {
    package: {
      scripts: { dev: "bun run --watch src/index.ts" },
      dependencies: { elysia: "latest" },
    },
    files: {
      "src/index.ts": 'const app = new Elysia().get("/", () => "Hello Elysia").listen(3000);',
    },
    command: "bun src/index.ts",
    found: { runtime: "bun", readsPort: false, file: "src/index.ts", why: "dev in package.json" },
  },
  "Hono on Node": {
    package: {
      scripts: { dev: "tsx watch src/index.ts", build: "tsc", start: "node dist/index.js" },
    },
    files: { "src/index.ts": "serve({ fetch: app.fetch, port: 3000 });" },
    command: "node dist/index.js",
    found: { ...built, file: "dist/index.js", readsPort: null },
  },
  "Hono on Bun": {
    package: { scripts: { dev: "bun run --hot src/index.ts" }, dependencies: { hono: "4" } },
    files: { "src/index.ts": "const app = new Hono();\nexport default app;" },
    command: "bun src/index.ts",
    found: { runtime: "bun" },
  },
  "h3 in a file that listens": {
    package: { type: "module", dependencies: { h3: "2", srvx: "1" } },
    files: { "server.mjs": 'const app = new H3().get("/hello", hi);\nserve(app, { port: 3000 });' },
    command: "node server.mjs",
    found: { path: "/hello", readsPort: false, why: "server.mjs listens" },
  },
  "Koa by main": {
    package: { main: "lib/index.js", dependencies: { koa: "3" } },
    files: { "lib/index.js": "new Koa().use(answer).listen(process.env.PORT);" },
    command: "node lib/index.js",
    found: { readsPort: true, why: "lib/index.js listens" },
  },
  "an app that is exported": {
    package: { main: "index.js" },
    files: { "app.ts": "export default { fetch: (request: Request) => new Response() };" },
    command: null,
    found: { file: "app.ts", readsPort: true, why: "app.ts exports an app" },
  },
  "Deno tasks": {
    files: {
      "deno.json": '{ // tasks\n "tasks": { "dev": "x", "start": "deno run -A main.ts" } }',
    },
    command: "deno run -A main.ts",
    found: {
      runtime: "deno",
      env: { DENO_SERVE_ADDRESS: "tcp:127.0.0.1:{port}" },
      setup: "deno install --entrypoint main.ts",
    },
  },
  "Fresh, which a task builds": {
    files: {
      "deno.json":
        '{ "tasks": { "dev": "vite", "build": "vite build", "start": "deno serve -A _fresh/server.js" } }',
    },
    command: "deno serve --host=127.0.0.1 --port={port} -A _fresh/server.js",
    found: {
      runtime: "deno",
      setup: "deno task build && deno install --entrypoint _fresh/server.js",
    },
  },
  "Hono on Deno": {
    files: { "deno.json": '{ "tasks": { "start": "deno serve main.ts" } }' },
    command: "deno serve --host=127.0.0.1 --port={port} main.ts",
    found: { runtime: "deno", readsPort: true },
  },
  "a script for production that is not called start": {
    package: {
      scripts: { dev: "vike dev", prod: "NODE_ENV=production node dist/server/index.mjs" },
    },
    command: "node dist/server/index.mjs",
    found: { why: "prod in package.json" },
  },
  "a Procfile": {
    files: { Procfile: "release: node migrate.js\nweb: node server.js --port $PORT\n" },
    command: "node server.js --port {port}",
    found: { why: "the Procfile", readsPort: true },
  },
  "a Dockerfile that runs a script": {
    package: { scripts: { build: "tsc", serve: "FOO=1 PORT=80 node dist/server.js" } },
    files: { Dockerfile: 'FROM node:26\nCMD ["npm", \\\n  "run", "serve"]\n' },
    command: "node dist/server.js",
    found: { ...built, env: { FOO: "1" }, why: "the Dockerfile" },
  },
  "tools that watch": {
    package: {
      scripts: { start: "cross-env NODE_ENV=production nodemon -r dotenv/config app.js" },
    },
    command: "node -r dotenv/config app.js",
  },
  "a script before the server": {
    package: { scripts: { prestart: "tsc", start: "nodemon src/app.js" } },
    command: "node src/app.js",
    found: { setup: "npm run prestart" },
  },
  "TypeScript by tsx": {
    package: { scripts: { start: "tsx src/app.ts -p 8080" } },
    command: "node --import tsx src/app.ts -p {port}",
  },
  "a line that needs a shell": {
    package: { scripts: { build: "tsc", start: "node server.js | pino-pretty" } },
    command: "npm start",
    found: { ...built, readsPort: null },
  },
  "a script of a script": {
    package: { scripts: { start: "npm run serve", serve: "node --max-old-space-size=64 a.js" } },
    command: "node --max-old-space-size=64 a.js",
  },
  "a development server as start": {
    package: { scripts: { start: "react-scripts start" } },
    files: { "server.js": "createServer(answer).listen(process.env.PORT);" },
    command: "node server.js",
  },
};

for (const [what, { package: manifest, files, command, found = {} }] of Object.entries(projects)) {
  test(`the server of ${what} is found`, async (t) => {
    const json = manifest === undefined ? {} : { "package.json": JSON.stringify(manifest) };
    const server = await findServer(filesOfFolder(folderOf(t, { ...json, ...files })));
    assert.ok(server !== null, "a server is found");
    assert.equal(server.command?.join(" ") ?? null, command);
    for (const [field, value] of Object.entries(found)) {
      assert.deepEqual(server[field as keyof FoundServer], value, field);
    }
  });
}

test("what a project uses of its workspace is built first, in the order of its use", async (t) => {
  const app = { name: "api", scripts: { build: "tsc", start: "node dist/a.js" } };
  const uses = (...names: string[]) => ({
    dependencies: Object.fromEntries(names.map((name) => [name, "workspace:*"])),
  });
  const shared = {
    "packages/a/package.json": { name: "a", scripts: { build: "tsc" }, ...uses("b", "plain") },
    "packages/b/package.json": { name: "b", scripts: { build: "tsc" }, ...uses("a") },
    "packages/plain/package.json": { name: "plain" },
    "packages/unused/package.json": { name: "unused", scripts: { build: "tsc" } },
    "packages/old/package.json": { name: "old", scripts: { build: "tsc" } },
    "apps/deep/api/package.json": { ...app, ...uses("a", "old", "express") },
  };
  const roots: [string, string][] = [
    [
      "pnpm-workspace.yaml",
      `packages:\n  # apps\n  - "apps/**"\n  - packages/*\n  - '!**/old'\nother:\n  - x\n`,
    ],
    [
      "pnpm-workspace.yaml",
      `packages: ["apps/**", # apps\n  packages/* , '!**/old'\n]\ncatalog: { a: 1 }\n`,
    ],
    ["package.json", '{ "workspaces": ["apps/**", "./packages/*", "!packages/o*"] }'],
    [
      "package.json",
      '{ "workspaces": { "packages": ["apps/deep/api/", "packages/*", "!packages/old"] } }',
    ],
  ];
  for (const [name, text] of roots) {
    const files = Object.entries(shared).map(([path, json]) => [path, JSON.stringify(json)]);
    const root = folderOf(t, { ...Object.fromEntries(files), [name]: text });
    const found = await findServer(filesOfFolder(join(root, "apps/deep/api")));
    const builds = ["b", "a"].map((one) => `npm --prefix ../../../packages/${one} run build`);
    assert.equal(found?.setup, [...builds, "npm run build"].join(" && "), text);
  }
});

test("Next's standalone build of a package has the folders of its workspace", async (t) => {
  const root = folderOf(t, {
    "package.json": '{ "workspaces": ["apps/*"] }',
    "apps/web/package.json": '{ "name": "web", "dependencies": { "next": "16" } }',
    "apps/web/next.config.mjs": 'export default { output: "standalone" };',
  });
  const found = await findServer(filesOfFolder(join(root, "apps/web")));
  assert.deepEqual(found?.command, ["node", ".next/standalone/apps/web/server.js"]);
});

test("a project without a server has none, and scripts that run each other end", async (t) => {
  const none: Record<string, string>[] = [
    {},
    { "package.json": '{ "main": "index.js" }', "index.js": "export default (url) => fetch(url);" },
    { "package.json": '{ "scripts": { "start": "vite", "dev": "vite" } }' },
    { "package.json": '{ "scripts": { "start": "npm run serve", "serve": "npm start" } }' },
  ];
  for (const files of none) {
    assert.equal(await findServer(filesOfFolder(folderOf(t, files))), null);
  }
  const broken = filesOfFolder(folderOf(t, { "package.json": "{" }));
  await assert.rejects(findServer(broken), /^UsageError: package\.json cannot be read/);
});
