import { eachRuntime, type Fit, type Warmup } from "@deadheat/journal";
import { isHeavy, LEAST_CPU_SECONDS, LEAST_RESPONSES, SHORTEST_WINDOW, SLOWED } from "./fit.ts";

/** The ratio of the CPU time per response in the two pilots from which a difference counts as large. */
const LARGE = 1.3;
/** The shares of the warm-up and of the window that a search for a large difference takes. */
const WARMUP_SHARE = 1 / 4;
const WINDOW_SHARE = 1 / 4;

/**
 * Returns the load of a search for what makes two servers differ. A search has many rounds, and only has to tell whether a
 * candidate has a large difference. So its servers need not be as warm as those of a comparison: graphql 16.8.0 took 67.5 %
 * [66.8, 68.2] more than 16.2.0 with the whole warm-up, and 66.0 % [61.2, 71.0] with a quarter of it, in less than half of the
 * time. A difference that the pilots show to be smaller, and servers that mostly wait, keep their load.
 */
export function fitForSearch(fit: Fit): Fit {
  const { base, new: next } = fit.perResponse;
  const ratio = Math.max(base, next) / Math.min(base, next);
  if (fit.waits || ratio < LARGE) return fit;
  const least = (fit.slowness ?? 1) * LEAST_CPU_SECONDS;
  const cpuSeconds = Math.min(fit.cpuSeconds, Math.max(least, fit.cpuSeconds * WARMUP_SHARE));
  const wanted = Math.max(fit.responses * WARMUP_SHARE, least / Math.min(base, next));
  const responses = Math.ceil(Math.min(fit.responses, wanted));
  const needed = 2 * LEAST_RESPONSES * Math.max(base, next);
  const window = Math.max(SHORTEST_WINDOW, needed, fit.windowSeconds * WINDOW_SHARE);
  const windowSeconds = Math.min(fit.windowSeconds, Math.round(10 * window) / 10);
  const shorter = { ...fit, responses, cpuSeconds, windowSeconds };
  const saved = warmSeconds(fit) - warmSeconds(shorter) + fit.windowSeconds - windowSeconds;
  return {
    ...shorter,
    warmupShare: responses / fit.responses,
    roundSeconds: fit.roundSeconds - saved,
  };
}

/**
 * Returns the warm-up of a search between two cheap servers: as many CPU seconds as a fitted load has at least, and a quarter of
 * the usual responses. qs 6.10.1 took 13.6 % more than 6.9.7 with 15,000 responses, and 13.9 % with 40,000 in twice the time;
 * rounds spread by 1.9 and 1.3 %, and one round mostly places a candidate, so that a short one is worth more.
 * @param perResponse the CPU seconds of the cheaper one, as its pilot saw it
 */
export function warmupForSearch(warmup: Warmup, perResponse: number, slowness: number): Warmup {
  const enough = (slowness * LEAST_CPU_SECONDS) / perResponse;
  const responses = eachRuntime((name) => {
    const usual = warmup.responses[name];
    return Math.round(Math.min(usual, Math.max(usual * WARMUP_SHARE, enough)));
  });
  return { ...warmup, responses };
}

function warmSeconds(fit: Fit): number {
  const both = [fit.perResponse.base, fit.perResponse.new].map((one) =>
    Math.min(fit.responses * one, fit.cpuSeconds),
  );
  return isHeavy(fit) ? SLOWED * Math.max(...both) : both.reduce((sum, one) => sum + one, 0);
}
