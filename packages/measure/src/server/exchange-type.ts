/** One request and the response that must come back, over HTTP/1.1 and loopback. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    /** Path with query, percent-encoded, as it stands in the request line. */
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  /**
   * What load sends instead of `path` where each request must differ: `prefix`, and whatever matches
   * `pattern` (a regular expression of oha's --rand-regex-url). `path` is one of them.
   */
  readonly random?: { readonly prefix: string; readonly pattern: string };
  readonly response: {
    readonly status: number;
    /** Without parameters. */
    readonly mediaType: string;
    /** Byte for byte; with `problemOf` one of the right bodies, which all have its length. */
    readonly body: string;
    /** Where more than one body is right: why this one is not, null when it is. */
    readonly problemOf?: (body: string) => string | null;
  };
}
