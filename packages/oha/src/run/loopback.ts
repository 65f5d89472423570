const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?]|$)/;

/** Returns the URL in full. @throws RangeError for any host other than the literal loopback addresses */
export function loopback(url: string): string {
  if (!LOOPBACK.test(url) || !URL.canParse(url)) {
    throw new RangeError(
      `refusing to load ${JSON.stringify(url)}: the URL must begin with http(s)://127.0.0.1 or http(s)://[::1]`,
    );
  }
  return new URL(url).href;
}
