import { eachRuntime, fitFor, type Load } from "@deadheat/journal";

/** The requests of a round up to which each is warmed and measured as if it were alone. */
const FEW = 2;
const LEAST_WINDOW = 0.4;
/** The responses of the warm-up of each request after the first one, as a share of the usual number. */
const FURTHER_WARMUP = 1 / 8;
/** The time of the loads on both servers before the window of such a request. */
const TOGETHER_SECONDS = 0.1;
/** The responses in the window of a heavy request. */
const LEAST_RESPONSES = 30;

/**
 * Returns the load of one of several requests that the same two processes answer in each round. Many windows of a round are
 * shorter than a single one. The first request warms the code that all share, so the others only warm their own.
 * @param of the number of requests in the group
 * @param isFurther true for a request after the first one, unless the user decided the warm-up
 */
export function sharedLoad(load: Load, scenario: string, of: number, isFurther: boolean): Load {
  if (of <= FEW) return load;
  const window = Math.max(LEAST_WINDOW, FEW / of);
  const fit = fitFor(load, scenario);
  if (fit !== null) {
    const { base, new: next } = fit.perResponse;
    const least = 2 * LEAST_RESPONSES * Math.max(base, next);
    const windowSeconds = Math.min(fit.windowSeconds, Math.max(window * fit.windowSeconds, least));
    const roundSeconds = fit.roundSeconds - fit.windowSeconds + windowSeconds;
    const shorter = { ...fit, windowSeconds, roundSeconds };
    return { ...load, fits: { ...load.fits, [scenario]: shorter } };
  }
  const { responses } = load.warmup;
  const togetherSeconds = Math.min(TOGETHER_SECONDS, load.warmup.togetherSeconds);
  const further = eachRuntime((runtime) => Math.ceil(FURTHER_WARMUP * responses[runtime]));
  return {
    ...load,
    windowSeconds: Math.round(100 * window * load.windowSeconds) / 100,
    warmup: isFurther ? { ...load.warmup, responses: further, togetherSeconds } : load.warmup,
  };
}
