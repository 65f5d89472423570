/** Memory that grows, in bytes per request. It may be 0 or negative, so it has no ratio, and its own judge (growth/). */
export const memoryGrowth = {
  name: "memory-growth",
  label: "memory growth",
  measure: "memory-growth",
} as const;
