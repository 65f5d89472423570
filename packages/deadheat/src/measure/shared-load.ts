import { fitFor, type Load } from "@deadheat/journal";

/** The requests of a round up to which each is warmed and measured as if it were alone. */
const FEW = 2;
const LEAST_WINDOW = 0.4;
/** The window of a request that has no verdict of its own, as a share of the usual one. */
const QUIET_WINDOW = 0.25;
const TOGETHER_SECONDS = 0.2;
/** The responses in the window of a heavy request. */
const LEAST_RESPONSES = 30;

/**
 * Returns the load of one of several requests that the same two processes answer in each round. Many windows of a round are
 * shorter than a single one. Each request has its whole warm-up, since a shorter one has not been shown to be enough.
 * @param of the number of requests in the group
 * @param isQuiet true if only the mix of such requests has a verdict
 */
export function sharedLoad(load: Load, scenario: string, of: number, isQuiet: boolean): Load {
  if (of <= FEW) return load;
  const window = isQuiet ? QUIET_WINDOW : Math.max(LEAST_WINDOW, FEW / of);
  const fit = fitFor(load, scenario);
  if (fit !== null) {
    const { base, new: next } = fit.perResponse;
    const least = 2 * LEAST_RESPONSES * Math.max(base, next);
    const windowSeconds = Math.min(fit.windowSeconds, Math.max(window * fit.windowSeconds, least));
    const roundSeconds = fit.roundSeconds - fit.windowSeconds + windowSeconds;
    const shorter = { ...fit, windowSeconds, roundSeconds };
    return { ...load, fits: { ...load.fits, [scenario]: shorter } };
  }
  const togetherSeconds = Math.min(TOGETHER_SECONDS, load.warmup.togetherSeconds);
  return {
    ...load,
    windowSeconds: Math.round(100 * window * load.windowSeconds) / 100,
    warmup: { ...load.warmup, togetherSeconds },
  };
}
