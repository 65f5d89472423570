import { fitFor, type Load } from "@deadheat/journal";

/** The requests of a round up to which each is warmed and measured as if it were alone. */
const FEW = 2;
/** The share of the usual warm-up that each request gets at least: all of them warm the code that they share. */
const LEAST_WARM = 1 / 8;
const LEAST_WINDOW = 0.4;
/** The window of a request that has no verdict of its own, as a share of the usual one. */
const QUIET_WINDOW = 0.25;
const TOGETHER_SECONDS = 0.2;
/** The responses in the window of a heavy request. */
const LEAST_RESPONSES = 30;

/**
 * Returns the load of one of several requests that the same two processes answer in each round. The warm-up is that of the
 * whole, divided among the requests, and many windows of a round are shorter than a single one.
 * @param of the number of requests in the group
 * @param isQuiet true if only the mix of such requests has a verdict
 */
export function sharedLoad(load: Load, scenario: string, of: number, isQuiet: boolean): Load {
  if (of <= FEW) return load;
  const warm = Math.max(LEAST_WARM, FEW / of);
  const window = isQuiet ? QUIET_WINDOW : Math.max(LEAST_WINDOW, FEW / of);
  const fit = fitFor(load, scenario);
  if (fit !== null) {
    const { base, new: next } = fit.perResponse;
    const least = 2 * LEAST_RESPONSES * Math.max(base, next);
    const windowSeconds = Math.min(fit.windowSeconds, Math.max(window * fit.windowSeconds, least));
    const shorter = {
      ...fit,
      responses: Math.ceil(warm * fit.responses),
      cpuSeconds:
        fit.cpuSeconds === Number.MAX_SAFE_INTEGER ? fit.cpuSeconds : warm * fit.cpuSeconds,
      windowSeconds,
      roundSeconds: fit.roundSeconds * warm + windowSeconds,
    };
    return { ...load, fits: { ...load.fits, [scenario]: shorter } };
  }
  const responses = Object.fromEntries(
    Object.entries(load.warmup.responses).map(([runtime, n]) => [runtime, Math.ceil(warm * n)]),
  ) as Load["warmup"]["responses"];
  const togetherSeconds = Math.min(TOGETHER_SECONDS, load.warmup.togetherSeconds);
  return {
    ...load,
    windowSeconds: Math.round(100 * window * load.windowSeconds) / 100,
    warmup: { ...load.warmup, responses, togetherSeconds },
  };
}
