import { node } from "./node.ts";
import { semanticVersion, type RuntimeFacts } from "./runtime.ts";

export const deno = {
  name: "deno",
  label: "Deno",
  floor: "fetch/deno",
  conditions: ["deno"],
  ownServer: "Deno.serve",
  warmupResponses: 40_000,
  addedType: null,
  program: {
    package: "deno",
    path: "deno",
    platform: ({ platform, arch, libc }) =>
      libc === "musl"
        ? null
        : {
            name: `@deno/${platform}-${arch}${libc === "glibc" ? "-glibc" : ""}`,
            program: "deno",
          },
    version: semanticVersion,
  },
  run: {
    kind: "file",
    words: ["run", "--quiet", "--no-prompt"],
    permitAll: ["--allow-all"],
    evaluate: "eval",
  },
  // Deno has read Node's variable since 2.6.8 (denoland/deno#31949).
  preload: node.preload,
  samplesAllocations: true,
  isOptional: false,
  look: {
    light: "#0068a8",
    dark: "#62b8f5",
    terminal: "cyan",
    shape: ["path", { d: "M0-5.8 5.6 4.4H-5.6z" }],
    icon: "width:12px;margin:0 6px 0 -1px;clip-path:polygon(50% 0,100% 100%,0 100%)",
  },
} as const satisfies RuntimeFacts;
