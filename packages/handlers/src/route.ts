/** One request and the response that must come back: what verify checks and oha repeats. */
export interface Exchange {
  readonly request: {
    readonly method: "GET" | "POST";
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
    /** Media type without parameters: frameworks differ in `charset`, which is reported, not failed. */
    readonly mediaType: "text/plain" | "text/html" | "application/json";
    /** Byte for byte; with `problemOf` one of the right bodies, which all have its length. */
    readonly body: string;
    /** Where more than one body is right: why this one is not, null when it is. */
    readonly problemOf?: (body: string) => string | null;
  };
}

/** A route that every app serves: where it is, what it answers, and how that is checked. */
export interface Route<
  Handle extends (...args: never[]) => unknown,
  Pattern extends string = string,
> {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** In the syntax that routers share: `/users/:id`. `*` for whatever no other route takes. */
  readonly pattern: Pattern;
  /** Called by the app with what its framework took from the request; never sees a request itself. */
  readonly handle: Handle;
  /**
   * The exchanges that prove the route right. The first is the one that load repeats; the others
   * carry `token`, which the caller makes up, so that no prepared answer passes.
   */
  readonly exchanges: (token: string) => readonly [Exchange, ...Exchange[]];
}

/** A GET exchange. */
export function get(
  path: string,
  mediaType: Exchange["response"]["mediaType"],
  body: string,
  status = 200,
): Exchange {
  return {
    request: { method: "GET", path, headers: {}, body: null },
    response: { status, mediaType, body },
  };
}

/** A POST of a JSON text that must come back as `body`. */
export function postJson(path: string, sent: string, body: string): Exchange {
  return {
    request: {
      method: "POST",
      path,
      headers: { "content-type": "application/json" },
      body: sent,
    },
    response: { status: 200, mediaType: "application/json", body },
  };
}
