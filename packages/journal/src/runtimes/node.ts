import { semanticVersion, type RuntimeFacts } from "./runtime.ts";

export const node = {
  name: "node",
  label: "Node",
  floor: "node-http/node",
  conditions: ["node"],
  ownServer: "node:http",
  warmupResponses: 40_000,
  addedType: null,
  program: {
    package: "node",
    path: "bin/node",
    platform: ({ platform, arch, libc }) =>
      libc === "musl" ? null : { name: `node-${platform}-${arch}`, program: "bin/node" },
    version: semanticVersion,
  },
  run: { kind: "file", words: [], permitAll: [], evaluate: "-e" },
  preload: { variable: "NODE_OPTIONS", words: (module) => `--require ${JSON.stringify(module)}` },
  samplesAllocations: true,
  isOptional: false,
  look: {
    light: "#00805c",
    dark: "#35c496",
    terminal: "green",
    shape: ["circle", { r: 5 }],
    icon: "border-radius:50%",
  },
} as const satisfies RuntimeFacts;
