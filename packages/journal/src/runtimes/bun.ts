import { semanticVersion, type RuntimeFacts } from "./runtime.ts";

export const bun = {
  name: "bun",
  label: "Bun",
  floor: "fetch/bun",
  conditions: ["bun"],
  ownServer: "Bun.serve",
  warmupResponses: 80_000,
  addedType: "application/octet-stream",
  program: {
    package: "bun",
    path: "bin/bun.exe",
    platform: ({ platform, arch, libc, lacksAvx2 }) => {
      const cpu = arch === "arm64" ? "aarch64" : arch;
      const c = libc === "musl" ? "-musl" : "";
      // The usual build for x64 needs AVX2.
      const build = lacksAvx2 && arch === "x64" ? "-baseline" : "";
      return { name: `@oven/bun-${platform}-${cpu}${c}${build}`, program: "bin/bun" };
    },
    version: semanticVersion,
  },
  run: { kind: "file", words: [], permitAll: [], evaluate: "-e" },
  // Bun preloads from 1.3 on, but not in 1.2.0. With these quotes it accepts paths with spaces.
  preload: { variable: "BUN_OPTIONS", words: (module) => JSON.stringify(`--preload=${module}`) },
  samplesAllocations: false,
  isOptional: false,
  look: {
    light: "#c65300",
    dark: "#ff9a4a",
    terminal: "magenta",
    shape: ["rect", { x: -4.5, y: -4.5, width: 9, height: 9 }],
    icon: "",
  },
} as const satisfies RuntimeFacts;
