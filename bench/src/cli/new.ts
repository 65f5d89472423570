import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { UsageError, runtimes } from "@deadheat/journal";
import { manifestSchema } from "../targets/manifest.ts";
import type { AddCommand } from "./shared.ts";
import { appsDirectory, root } from "../targets/project.ts";

export const addNew: AddCommand = (deadheat, { print }) => {
  deadheat
    .command("new")
    .description("write the skeleton of an app for a framework")
    .argument("<name>", "name of the framework and of its folder")
    .action((name: string) => {
      print(renderCreated(name, createApp(name)));
    });
};

/**
 * Writes the skeleton of an app. The author fills in the routes.
 * @returns the written files, relative to the repository
 * @throws UsageError if the name is no valid folder name, or if the folder exists
 */
export function createApp(name: string, directory: string = appsDirectory): string[] {
  if (!v.is(manifestSchema.entries.framework, name)) {
    throw new UsageError(
      `${JSON.stringify(name)} cannot be a framework's name. Use lower-case letters, digits and dashes`,
    );
  }
  const folder = join(directory, name);
  if (existsSync(folder)) {
    throw new UsageError(
      `${folder} exists already. \`pnpm bench list\` shows its targets. Use another name, or remove ` +
        "that folder to start again",
    );
  }
  const files = skeleton(name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return Object.keys(files).map((path) => join(folder, path).slice(root.length + 1));
}

function renderCreated(name: string, files: readonly string[]): string {
  return `${files.map((file) => `wrote ${file}`).join("\n")}

Next:
  1. npx -y pnpm@12.21.0 --filter @deadheat/app-${name} add ${name}
     (and, if it has no types of its own: add --save-dev @types/${name})
  2. fill in apps/${name}/src/app.ts, and correct apps/${name}/target.json (homepage, runtimes)
  3. npx -y pnpm@12.21.0 bench verify --targets ${name}
  4. npx -y pnpm@12.21.0 bench --targets ${name}
`;
}

function skeleton(name: string): Record<string, string> {
  const tasks = { measure: "measure", bench: "table" };
  const scripts = Object.fromEntries(
    Object.entries(tasks).flatMap(([task, command]) =>
      runtimes.map((r) => [`${task}:${r}`, `node ../../bench/deadheat.mjs ${command} ${r}`]),
    ),
  );
  return {
    "target.json": json({
      framework: name,
      package: name,
      homepage: `https://www.npmjs.com/package/${name}`,
      runtimes,
      // The scenarios without a store. "all" once src/store.ts is written.
      scenarios: ["text", "json", "params", "echo"],
    }),
    "package.json": json({
      name: `@deadheat/app-${name}`,
      private: true,
      type: "module",
      scripts: { ...scripts, types: "tsc" },
      dependencies: {
        "@deadheat/adapter": "workspace:*",
        "@deadheat/handlers": "workspace:*",
      },
      devDependencies: { "@types/node": "catalog:tools" },
    }),
    "tsconfig.json": json({ extends: "../../tsconfig.base.json", include: ["src"] }),
    "src/main.ts": `import { listen } from "@deadheat/adapter";
import { app } from "./app.ts";

await listen(app);
`,
    "src/app.ts": `import type { Listenable } from "@deadheat/adapter";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
// import ${identifier(name)} from "${name}";

// Add each route to the framework's own router, as its documentation shows:
//   hey, hell, hello, about   GET  <route>.pattern   <route>.handle() as text (about: HTML)
//   json                      GET  /json             json.handle() as JSON
//   users                     GET  /users/:id        users.handle(id, query name) as JSON
//   echo                      POST /echo             echo.handle(parsed JSON body) as JSON
//   notFound                  anything else          404 with notFound.handle()
// For a database see apps/hono/src/store.ts. Then "scenarios" in target.json becomes "all".
void [about, echo, hell, hello, hey, json, notFound, users];

// One of: { kind: "fetch", fetch } for a web-standard handler,
//         { kind: "node", handler } for a handler of node:http,
//         { kind: "self", listen } for a framework that can only listen by itself.
export const app: Listenable = {
  kind: "node",
  handler: (request, response) => {
    response.statusCode = 501;
    response.end(\`not written yet: \${request.url}\`);
  },
};
`,
  };
}

function identifier(name: string): string {
  return name.replace(
    /[^a-z0-9]+(.)?/g,
    (_, next: string | undefined) => next?.toUpperCase() ?? "",
  );
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
