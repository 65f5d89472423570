/** A configuration with every field at least once. */
export const whole = {
  $schema: "./config.schema.json",
  targets: [
    "./a.ts",
    { label: "b", server: "./b.ts/bun" },
    { label: "c", command: "node c.js", port: "PORT", runtime: "deno", cwd: ".", setup: "make" },
    { label: "d", command: ["node", "d.js"] },
  ],
  app: "./server.ts",
  requests: [
    "GET /",
    { request: "GET /any", expect: { body: "any" }, ignore: ["$.id", "/a+/"], keepAlive: false },
    { request: "POST /", headers: { accept: "*/*" }, body: "text", gate: "5%", name: "post" },
    { method: "PUT", path: "/", body: { a: 1 }, expect: { status: 200, body: [1] } },
    { body: { file: "body.json" }, expect: { body: "text" } },
  ],
  runtimes: ["node", "bun@1"],
  setup: "make",
  env: ["HOME"],
  scripts: ["prisma"],
  history: "v1.0.0..main",
  gate: "0.5%",
  budget: "2m",
  margin: "2%",
  ignore: ["$.items[*].at"],
  allowDifferent: false,
};
