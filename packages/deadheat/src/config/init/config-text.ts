import type { LikelyServer } from "./likely-server.ts";
import type { Manifest } from "./manifest.ts";

export interface Written {
  readonly server: LikelyServer | null;
  readonly framework: Framework | null;
  /** In TypeScript; else in JavaScript. */
  readonly typescript: boolean;
  /** deadheat is a dependency, so that its types can be imported. */
  readonly typed: boolean;
}

/** A configuration that works as it stands, or says what to fill in. */
export function configText({ server, framework, typescript, typed }: Written): string {
  const [before, after] = typesOf(typescript, typed);
  const { runtime = "node", path = "/", setup = null } = server ?? {};
  const lines = [
    ...serverLines(server, framework),
    "",
    ...(setup === null ? [] : ["// Before a server can be started.", `setup: "${setup}",`, ""]),
    '// Also "bun", "deno", or versions: "node@24".',
    `runtimes: ["${runtime}"],`,
    "",
    "// Those that matter to you, each of which must always be answered alike. Also",
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

function serverLines(server: LikelyServer | null, framework: Framework | null): string[] {
  const file = server?.file ?? "./server.mjs";
  const versions =
    framework === null
      ? []
      : [
          `// npx deadheat compare "${framework.name}@${framework.version}" ${framework.name}@latest --app ${file}`,
        ];
  const ready = server?.ready === true;
  const mark = ready ? "" : "// ";
  return [
    ...(ready ? [] : toFillIn(server, framework)),
    "// What two revisions, or two versions of a package, are compared with.",
    ...versions,
    `${mark}app: ${JSON.stringify(file)},`,
    "",
    "// What `deadheat run` measures against each other, and `deadheat gate main` in two revisions. Also a program that",
    '// listens on $PORT: { label: "built", command: "node dist/server.js" }.',
    `${mark}targets: [${JSON.stringify(file)}],`,
  ];
}

function toFillIn(server: LikelyServer | null, framework: Framework | null): string[] {
  const ofYours = framework === null ? "your server" : `your ${framework.name} server`;
  return [
    server === null
      ? `// Fill in the file of ${ofYours}, and take \`app\` and \`targets\` out of their comments.`
      : `// ${server.file} seems to choose its port by itself: take \`app\` and \`targets\` out of their comments when it does not.`,
    "// A server exports { fetch } or a handler (req, res) by default, or listens on process.env.PORT.",
    "",
  ];
}

/** Whose versions can be changed under a server one by one. */
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
  /** As package.json wants it. */
  readonly version: string;
}

/** The first framework that the project depends on, in a version of the registry. */
export function frameworkOf({ dependencies }: Manifest): Framework | null {
  const found = FRAMEWORKS.map((name) => ({ name, version: dependencies[name] ?? "" }));
  return found.find(({ version }) => /^[\w.^~-]+$/.test(version)) ?? null;
}
