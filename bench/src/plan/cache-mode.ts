/**
 * Whose journals a run replays: those of any instance of this class of machine, of this instance alone, or nobody's;
 * with `off` none is kept for a replay either.
 */
export const cacheModes = ["class", "instance", "off"] as const;
export type CacheMode = (typeof cacheModes)[number];
