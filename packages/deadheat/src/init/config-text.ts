import type { Manifest } from "../find/files.ts";
import type { FoundServer } from "../find/find-server.ts";

export interface Written {
  readonly server: FoundServer | null;
  readonly framework: Framework | null;
  /** Whether to write TypeScript instead of JavaScript. */
  readonly typescript: boolean;
  /** Whether deadheat is a dependency, so that its types can be imported. */
  readonly typed: boolean;
}

/** Returns whether a server was found that is not known to choose its port by itself. */
export function isReady(server: FoundServer | null): boolean {
  return server !== null && server.readsPort !== false;
}

/** Returns the text of a configuration that works as it is, or says what to fill in. */
export function configText({ server, framework, typescript, typed }: Written): string {
  const [before, after] = typesOf(typescript, typed);
  const { runtime = "node", setup = null, command = null } = server ?? {};
  const path = server?.path ?? "/";
  const file = server === null ? "./server.mjs" : server.file && `./${server.file}`;
  const ready = isReady(server);
  const mark = ready ? "" : "// ";
  const target = file ?? { label: (command ?? [])[0], command: command?.join(" ") };
  const { name, version } = framework ?? {};
  const lines = [
    ...(ready ? [] : toFillIn(server, framework)),
    ...(file === null
      ? []
      : [
          "// The server for comparisons of two revisions, or of two versions of a package.",
          ...(framework === null
            ? []
            : [`// npx deadheat compare "${name}@${version}" ${name}@latest --app ${file}`]),
          `${mark}app: ${JSON.stringify(file)},`,
          "",
        ]),
    "// The servers that `deadheat run` ranks, and that `deadheat gate main` measures in two revisions. Also a program that",
    '// listens on $PORT: { label: "built", command: "node dist/server.js" }.',
    `${mark}targets: [${JSON.stringify(target)}],`,
    "",
    ...(setup === null ? [] : ["// Runs before a server starts.", `setup: "${setup}",`, ""]),
    '// Also "bun", "deno", or versions: "node@24".',
    `runtimes: ["${runtime}"],`,
    "",
    "// The requests that matter to you. Each must always get the same answer. Also",
    '// { request: "POST /echo", body: { a: 1 }, expect: { status: 201 } }.',
    `requests: ["GET ${path}"],`,
    "",
    "// How much slower a change may be, and how long to measure.",
    'gate: "5%",',
    'budget: "2m",',
  ];
  const inner = lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n");
  return `${before}export default {\n${inner}\n}${after};\n`;
}

function typesOf(typescript: boolean, typed: boolean): [before: string, after: string] {
  if (!typed) return ["", ""];
  if (typescript) return ['import type { Config } from "deadheat";\n\n', " satisfies Config"];
  return ['/** @type {import("deadheat").Config} */\n', ""];
}

function toFillIn(server: FoundServer | null, framework: Framework | null): string[] {
  const ofYours = framework === null ? "your server" : `your ${framework.name} server`;
  return [
    server === null
      ? `// Fill in the file of ${ofYours}, and uncomment \`app\` and \`targets\`.`
      : `// ${server.file} seems to choose its port by itself. Let it listen on process.env.PORT, and uncomment \`app\` and \`targets\`.`,
    "// A server exports { fetch } or a handler (req, res) by default, or listens on process.env.PORT.",
    "",
  ];
}

/** The frameworks whose version can be changed on its own under a server. */
const FRAMEWORKS = [
  "elysia",
  "express",
  "fastify",
  "h3",
  "hono",
  "koa",
  "polka",
  "restify",
  "srvx",
];

export interface Framework {
  readonly name: string;
  /** The version in package.json. */
  readonly version: string;
}

/** Returns the first framework that the project depends on in a version from the registry; null if there is none. */
export function frameworkOf({ dependencies }: Manifest): Framework | null {
  const found = FRAMEWORKS.map((name) => ({ name, version: dependencies[name] ?? "" }));
  return found.find(({ version }) => /^[\w.^~-]+$/.test(version)) ?? null;
}
