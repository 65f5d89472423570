import type { RuntimeFacts } from "./runtime.ts";

const systems: Readonly<Record<string, string>> = {
  "linux x64": "linux-64",
  "linux arm64": "linux-arm64",
  "darwin x64": "darwin-64",
  "darwin arm64": "darwin-arm64",
};

/** The runtime of Cloudflare Workers. It serves fetch handlers that are bundled into one module. */
export const workerd = {
  name: "workerd",
  label: "workerd",
  floor: "fetch/workerd",
  conditions: ["workerd"],
  ownServer: "workerd",
  warmupResponses: 40_000,
  addedType: null,
  program: {
    package: "workerd",
    path: null,
    platform: ({ platform, arch, libc }) => {
      const system = libc === "musl" ? undefined : systems[`${platform} ${arch}`];
      return system === undefined
        ? null
        : { name: `@cloudflare/workerd-${system}`, program: "bin/workerd" };
    },
    // It prints a date, workerd 2026-11-17, which is the middle of npm's version, 1.20261117.1.
    version: (printed) => {
      const [, ...date] = /(\d{4})-(\d\d)-(\d\d)/.exec(printed) ?? [];
      return date.length === 0 ? null : `1.${date.join("")}`;
    },
  },
  run: {
    kind: "worker",
    config: (module) => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "app", worker = (
    modules = [(name = "${module}", esModule = embed "${module}")],
    compatibilityDate = "2026-11-17",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "app")],
);
`,
    words: (config) => ["serve", config, "--socket-addr=http=127.0.0.1:{port}"],
  },
  preload: null,
  samplesAllocations: false,
  isOptional: true,
  look: {
    light: "#93316b",
    dark: "#e58fc0",
    terminal: "blue",
    shape: ["path", { d: "M0-6 6 0 0 6-6 0z" }],
    icon: "clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)",
  },
} as const satisfies RuntimeFacts;
