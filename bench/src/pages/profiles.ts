interface PageProfile {
  readonly targets: readonly string[];
  readonly scenarios: readonly string[];
  /** The time for the rounds; null for eight rounds of each target. */
  readonly withinSeconds: number | null;
}

const renderers = ["react-dom", "react-stream", "preact", "hono-jsx", "vue", "svelte", "solid"];

export const pageProfiles = {
  // Renderers and three frameworks within a quarter of an hour, without installs.
  ssr: {
    targets: [...renderers, "next", "nuxt", "sveltekit"].map((name) => `${name}/node`),
    scenarios: ["page-list"],
    withinSeconds: 720,
  },
  "ssr-all": {
    targets: ["all"],
    scenarios: ["page-list", "page-product", "page-search"],
    withinSeconds: null,
  },
} satisfies Record<string, PageProfile>;

export function isPageProfile(name: string): name is keyof typeof pageProfiles {
  return Object.hasOwn(pageProfiles, name);
}
