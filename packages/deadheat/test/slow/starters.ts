import type { Files } from "../../../versions/test/revisions-repository.ts";

/** A project as an official starter makes it, whose `GET /` computes for a time. */
export interface Starter {
  /** The time of CPU that makes `GET /` 20 to 50 % more expensive. */
  readonly addedMilliseconds: number;
  readonly manifest: object;
  /** @param work the statement that computes; empty in the first commit */
  readonly files: (work: string) => Files;
}

const html = (head: string, body: string) =>
  `<html lang="en"><head><meta charSet="utf-8" />${head}</head><body>${body}</body></html>`;
const rows = "Array.from({ length: 100 }, (_, i) => i)";
const list = "<ul>{rows.map((r) => <li key={r}>row {r}</li>)}</ul>";
const react = { react: "^19.2.0", "react-dom": "^19.2.0" };
const nitro = "3.0.260903-beta";
const vite = { vite: "^8.0.0" };

/** The starters by their names, without a configuration of deadheat. */
export const starters: Readonly<Record<string, Starter>> = {
  express: {
    addedMilliseconds: 0.05,
    manifest: { scripts: { start: "node ./bin/www" }, dependencies: { express: "~4.16.1" } },
    files: (work) => ({
      "bin/www": `#!/usr/bin/env node
        var http = require("http"), app = require("../app");
        app.set("port", process.env.PORT || "3000");
        http.createServer(app).listen(app.get("port"));`,
      "app.js": `var express = require("express"), app = express();
        app.use(express.json());
        app.use("/", require("./routes/index"));
        module.exports = app;`,
      "routes/index.js": `var router = require("express").Router();
        router.get("/", function (req, res) { ${work} res.send("Express"); });
        module.exports = router;`,
    }),
  },
  "fastify-cli": {
    addedMilliseconds: 0.03,
    manifest: {
      type: "module",
      main: "app.js",
      scripts: { start: "fastify start -l info app.js" },
      dependencies: { fastify: "^5.0.0", "@fastify/autoload": "^6.0.0", "fastify-cli": "^8.0.2" },
    },
    files: (work) => ({
      "app.js": `import path from "node:path";
        import AutoLoad from "@fastify/autoload";
        export default async function (fastify, opts) {
          fastify.register(AutoLoad, { dir: path.join(import.meta.dirname, "routes"), options: { ...opts } });
        }`,
      "routes/root.js": `export default async function (fastify) {
          fastify.get("/", async function () { ${work} return { root: true }; });
        }`,
    }),
  },
  nest: {
    addedMilliseconds: 0.05,
    manifest: {
      type: "module",
      scripts: { build: "nest build", start: "nest start", "start:prod": "node dist/main" },
      dependencies: {
        "@nestjs/common": "^12.0.1",
        "@nestjs/core": "^12.0.1",
        "@nestjs/platform-express": "^12.0.1",
        "reflect-metadata": "^0.2.2",
        rxjs: "^7.8.1",
      },
      devDependencies: { "@nestjs/cli": "^12.0.0", "@types/node": "^24.0.0", typescript: "^6.0.0" },
    },
    files: (work) => ({
      "nest-cli.json": JSON.stringify({ sourceRoot: "src" }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          module: "nodenext",
          target: "es2023",
          outDir: "dist",
          rootDir: "src",
          types: ["node"],
          skipLibCheck: true,
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
        },
        include: ["src"],
      }),
      "src/main.ts": `import { Controller, Get, Module } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        @Controller()
        class AppController { @Get() hello(): string { ${work} return "Hello World!"; } }
        @Module({ controllers: [AppController] })
        class AppModule {}
        const app = await NestFactory.create(AppModule);
        await app.listen(process.env.PORT ?? 3000);`,
    }),
  },
  hono: {
    addedMilliseconds: 0.03,
    manifest: {
      type: "module",
      scripts: { dev: "tsx watch src/index.ts", build: "tsc", start: "node dist/index.js" },
      dependencies: { hono: "^4.10.0", "@hono/node-server": "^1.19.0" },
      devDependencies: { "@types/node": "^24.0.0", tsx: "^4.7.1", typescript: "^5.8.3" },
    },
    files: (work) => ({
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          module: "NodeNext",
          target: "ESNext",
          skipLibCheck: true,
          outDir: "dist",
        },
        exclude: ["node_modules"],
      }),
      "src/index.ts": `import { serve } from "@hono/node-server";
        import { Hono } from "hono";
        const app = new Hono();
        app.get("/", (c) => { ${work} return c.text("Hello Hono!"); });
        serve({ fetch: app.fetch, port: 3000 });`,
    }),
  },
  elysia: {
    addedMilliseconds: 0.01,
    manifest: {
      module: "src/index.js",
      scripts: { dev: "bun run --watch src/index.ts" },
      dependencies: { elysia: "latest" },
      devDependencies: { "bun-types": "latest" },
    },
    files: (work) => ({
      "src/index.ts": `import { Elysia } from "elysia";
        new Elysia().get("/", () => { ${work} return "Hello Elysia"; }).listen(3000);`,
    }),
  },
  koa: {
    addedMilliseconds: 0.03,
    manifest: {
      type: "module",
      main: "index.js",
      dependencies: { koa: "^3.0.0", "@koa/router": "^14.0.0" },
    },
    files: (work) => ({
      "index.js": `import Koa from "koa";
        import Router from "@koa/router";
        const app = new Koa(), router = new Router();
        router.get("/", (ctx) => { ${work} ctx.body = { hello: "world" }; });
        app.use(router.routes());
        app.listen(process.env.PORT ?? 3000);`,
    }),
  },
  h3: {
    addedMilliseconds: 0.03,
    manifest: {
      type: "module",
      scripts: { dev: "node --watch server.mjs" },
      dependencies: { h3: "^2.0.0-rc.1" },
    },
    files: (work) => ({
      "server.mjs": `import { H3, serve } from "h3";
        serve(new H3().get("/", () => { ${work} return "Tadaa!"; }), { port: 3000 });`,
    }),
  },
  nitro: {
    addedMilliseconds: 0.05,
    manifest: {
      type: "module",
      scripts: { dev: "nitro dev", build: "nitro build", prepare: "nitro prepare" },
      devDependencies: { nitro, rolldown: "*" },
    },
    files: (work) => ({
      "nitro.config.ts": `import { defineConfig } from "nitro"; export default defineConfig({ serverDir: "./server" });`,
      "server/routes/index.ts": `import { defineHandler } from "nitro/h3";
        export default defineHandler(() => { ${work} return { rows: ${rows} }; });`,
    }),
  },
  astro: {
    addedMilliseconds: 0.5,
    manifest: {
      type: "module",
      scripts: { dev: "astro dev", build: "astro build", preview: "astro preview" },
      dependencies: { astro: "^7.3.0", "@astrojs/node": "^11.1.0" },
    },
    files: (work) => ({
      "astro.config.mjs": `import { defineConfig } from "astro/config";
        import node from "@astrojs/node";
        export default defineConfig({ output: "server", adapter: node({ mode: "standalone" }) });`,
      "src/pages/index.astro": `---\n${work}\nconst rows = ${rows};\n---\n${html("<title>Astro</title>", "{rows.map((r) => <p>row {r}</p>)}")}`,
    }),
  },
  sveltekit: {
    addedMilliseconds: 0.5,
    manifest: {
      type: "module",
      scripts: { dev: "vite dev", build: "vite build", preview: "vite preview" },
      devDependencies: {
        "@sveltejs/adapter-node": "^6.0.0",
        "@sveltejs/kit": "^3.2.0",
        "@sveltejs/vite-plugin-svelte": "^7.0.0",
        svelte: "^5.57.0",
        ...vite,
      },
    },
    files: (work) => ({
      "vite.config.js": `import adapter from "@sveltejs/adapter-node";
        import { sveltekit } from "@sveltejs/kit/vite";
        export default { plugins: [sveltekit({ adapter: adapter() })] };`,
      "src/app.html": html("%sveltekit.head%", "<div>%sveltekit.body%</div>"),
      "src/routes/+page.svelte": `<script>\n${work}\nconst rows = ${rows};\n</script>\n{#each rows as r}<p>row {r}</p>{/each}`,
    }),
  },
  nuxt: {
    addedMilliseconds: 1,
    manifest: {
      type: "module",
      scripts: { build: "nuxt build", dev: "nuxt dev", postinstall: "nuxt prepare" },
      dependencies: { nuxt: "^4.5.0", vue: "^3.5.40", "vue-router": "^5.0.0" },
    },
    files: (work) => ({
      "nuxt.config.ts": `export default defineNuxtConfig({ compatibilityDate: "2025-07-15" });`,
      "app/app.vue": `<script setup>\n${work}\nconst rows = ${rows};\n</script>\n<template><ul><li v-for="r in rows" :key="r">row {{ r }}</li></ul></template>`,
    }),
  },
  "react-router": {
    addedMilliseconds: 1,
    manifest: {
      type: "module",
      scripts: {
        build: "react-router build",
        dev: "react-router dev",
        start: "react-router-serve ./build/server/index.js",
      },
      dependencies: {
        "@react-router/node": "8.4.0",
        "@react-router/serve": "8.4.0",
        isbot: "^5.1.31",
        "react-router": "8.4.0",
        ...react,
      },
      devDependencies: { "@react-router/dev": "8.4.0", ...vite },
    },
    files: (work) => ({
      "vite.config.js": `import { reactRouter } from "@react-router/dev/vite";
        export default { plugins: [reactRouter()] };`,
      "react-router.config.js": "export default { ssr: true };",
      "app/routes.js": `import { index } from "@react-router/dev/routes"; export default [index("routes/home.jsx")];`,
      "app/root.jsx": `import { Links, Meta, Outlet, Scripts } from "react-router";
        export const Layout = ({ children }) => ${html("<Meta /><Links />", "{children}<Scripts />")};
        export default function App() { return <Outlet />; }`,
      "app/routes/home.jsx": `export const loader = () => ({ rows: ${rows} });
        export default function Home({ loaderData: { rows } }) { ${work} return ${list}; }`,
    }),
  },
  "tanstack-start": {
    addedMilliseconds: 1,
    manifest: {
      type: "module",
      scripts: { dev: "vite dev", build: "vite build", start: "node .output/server/index.mjs" },
      dependencies: {
        "@tanstack/react-router": "^1.170.0",
        "@tanstack/react-start": "^1.169.0",
        nitro,
        ...react,
      },
      devDependencies: { "@vitejs/plugin-react": "^6.0.0", ...vite },
    },
    files: (work) => ({
      "vite.config.js": `import { tanstackStart } from "@tanstack/react-start/plugin/vite";
        import react from "@vitejs/plugin-react";
        import { nitro } from "nitro/vite";
        export default { plugins: [tanstackStart(), nitro(), react()] };`,
      "src/router.jsx": `import { createRouter } from "@tanstack/react-router";
        import { routeTree } from "./routeTree.gen";
        export const getRouter = () => createRouter({ routeTree });`,
      "src/routes/__root.jsx": `import { HeadContent, Outlet, Scripts, createRootRoute } from "@tanstack/react-router";
        export const Route = createRootRoute({ component: () => ${html("<HeadContent />", "<Outlet /><Scripts />")} });`,
      "src/routes/index.jsx": `import { createFileRoute } from "@tanstack/react-router";
        export const Route = createFileRoute("/")({ loader: () => ({ rows: ${rows} }), component: Home });
        function Home() { const { rows } = Route.useLoaderData(); ${work} return ${list}; }`,
    }),
  },
  "solid-start": {
    addedMilliseconds: 0.5,
    manifest: {
      type: "module",
      scripts: { dev: "vite dev", build: "vite build", start: "node .output/server/index.mjs" },
      dependencies: {
        "@solidjs/router": "^1.0.0",
        "@solidjs/start": "^2.0.5",
        nitro,
        "solid-js": "^1.9.19",
        ...vite,
      },
    },
    files: (work) => ({
      "vite.config.js": `import { solidStart } from "@solidjs/start/config";
        import { nitro } from "nitro/vite";
        export default { plugins: [solidStart(), nitro()] };`,
      "src/app.jsx": `import { Router } from "@solidjs/router";
        import { FileRoutes } from "@solidjs/start/router";
        import { Suspense } from "solid-js";
        export default () => <Router root={(props) => <Suspense>{props.children}</Suspense>}><FileRoutes /></Router>;`,
      "src/entry-client.jsx": `import { mount, StartClient } from "@solidjs/start/client";
        mount(() => <StartClient />, document.getElementById("app"));`,
      "src/entry-server.jsx": `import { createHandler, StartServer } from "@solidjs/start/server";
        const page = ({ assets, children, scripts }) => ${html("{assets}", '<div id="app">{children}</div>{scripts}')};
        export default createHandler(() => <StartServer document={page} />);`,
      "src/routes/index.jsx": `import { For } from "solid-js";
        export default function Home() {
          ${work} const rows = ${rows};
          return <ul><For each={rows}>{(r) => <li>row {r}</li>}</For></ul>;
        }`,
    }),
  },
  next: {
    addedMilliseconds: 2,
    manifest: {
      scripts: { dev: "next dev", build: "next build", start: "next start" },
      dependencies: { next: "^16.4.0", ...react },
    },
    files: (work) => ({
      "app/layout.jsx": `export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
      "app/page.jsx": `export const dynamic = "force-dynamic";
        export default function Page() { const rows = ${rows}; ${work} return ${list}; }`,
    }),
  },
};
