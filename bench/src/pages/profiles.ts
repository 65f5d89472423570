import {
  duetsOnly,
  measures,
  UsageError,
  type LatencySettings,
  type Modes,
} from "@deadheat/journal";

interface PageProfile {
  readonly targets: readonly string[];
  readonly scenarios: readonly string[];
  /** The time for the rounds; null for eight rounds of each target. */
  readonly withinSeconds: number | null;
  readonly measure: readonly string[];
}

const renderers = ["react-dom", "react-stream", "preact", "hono-jsx", "vue", "svelte", "solid"];

export const pageProfiles = {
  // Renderers and three frameworks within a quarter of an hour, without installs.
  ssr: {
    targets: [...renderers, "next", "nuxt", "sveltekit"].map((name) => `${name}/node`),
    scenarios: ["page-list"],
    withinSeconds: 720,
    measure: ["duets"],
  },
  "ssr-all": {
    targets: ["all"],
    scenarios: ["page-list", "page-product", "page-search"],
    withinSeconds: null,
    measure: ["duets", "latency", "memory-growth"],
  },
} satisfies Record<string, PageProfile>;

export function isPageProfile(name: string): name is keyof typeof pageProfiles {
  return Object.hasOwn(pageProfiles, name);
}

/**
 * The open loops of pages. A page takes up to 20 ms, so the rate is one that leaves every framework idle for more than half
 * of the time, and a 99th percentile rests on 300 responses of a process.
 */
export const pageLatency: LatencySettings = {
  connections: 50,
  fractions: [],
  commonRate: 20,
  rounds: 2,
  capacitySeconds: 2,
  stepSeconds: 15,
};

const pageMeasures: readonly string[] = ["duets", "latency", "memory-growth"];

/** @throws UsageError if pages cannot be measured in one of these ways */
export function pageModes(measure: readonly string[]): Modes {
  const other = measure.find((name) => !pageMeasures.includes(name));
  if (other !== undefined) {
    throw new UsageError(
      `--measure ${other} does not work for pages. Choose from ${pageMeasures.join(", ")}.`,
    );
  }
  return {
    ...duetsOnly,
    measure: measures.filter((one) => one === "duets" || measure.includes(one)),
    latency: measure.includes("latency") ? pageLatency : null,
  };
}
