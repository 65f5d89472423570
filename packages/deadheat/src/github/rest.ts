import * as v from "valibot";
import { messageOf, EnvironmentError, Interrupted } from "@deadheat/journal";

/** GitHub's REST API for one repository. Paths are below `/repos/{owner}/{repo}`. All throw EnvironmentError, Interrupted. */
export interface Rest {
  readonly get: <S extends v.GenericSchema>(path: string, schema: S) => Promise<v.InferOutput<S>>;
  readonly send: (method: "POST" | "PATCH", path: string, body: object) => Promise<void>;
  /** Returns the body. Throws if it has more than `limit` bytes. */
  readonly download: (path: string, limit: number) => Promise<Buffer>;
}

export interface RestOptions {
  /** The address of the API: `https://api.github.com`, or that of a GitHub Enterprise server. */
  readonly api: string;
  /** The repository as `owner/repo`. */
  readonly repository: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** The time limit for one request, its whole response included. */
const PATIENCE_SECONDS = 60;
/** The most bytes of a document. A page of 100 comments with the longest texts has 26 MB. */
const LARGEST_JSON = 2 ** 25;

export function restOf({ api, repository, token, signal }: RestOptions): Rest {
  const headers = {
    // https://docs.github.com/en/rest/about-the-rest-api/api-versions
    "x-github-api-version": "2022-11-28",
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "user-agent": "deadheat",
  };
  const ask = async <T>(
    method: string,
    path: string,
    body: object | null,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const what = `${method} /repos/${repository}${path}`;
    try {
      // GitHub redirects downloads of artifacts to another origin, and fetch sends no token there.
      const response = await fetch(`${api}/repos/${repository}${path}`, {
        method,
        headers: body === null ? headers : { ...headers, "content-type": "application/json" },
        body: body === null ? null : JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_SECONDS * 1000)]),
      });
      if (!response.ok) throw await refused(what, response);
      return await read(response);
    } catch (error) {
      if (signal.aborted) throw new Interrupted();
      if (error instanceof EnvironmentError) throw error;
      throw new EnvironmentError(`${what} failed: ${reasonOf(error)}. Run the job again`);
    }
  };
  return {
    get: (path, schema) =>
      ask("GET", path, null, async (response) =>
        v.parse(schema, JSON.parse(String(await limited(response, LARGEST_JSON)))),
      ),
    send: (method, path, body) =>
      ask(method, path, body, async (response) => response.body?.cancel()),
    download: (path, limit) => ask("GET", path, null, (response) => limited(response, limit)),
  };
}

async function refused(what: string, response: Response): Promise<EnvironmentError> {
  const text = (await limited(response, 10_000).catch(() => "")).toString();
  const [, said = ""] = /"message"\s*:\s*"([^"]{1,200})"/.exec(text) ?? [];
  const advice =
    response.status === 401 || response.status === 403 || response.status === 404
      ? "Give the job the permissions actions: read and pull-requests: write"
      : "Run the job again";
  return new EnvironmentError(
    `${what} failed with status ${response.status}${said === "" ? "" : ` (${said})`}. ${advice}`,
  );
}

/** Returns a body. Counts its bytes, since its header fields may give a wrong length. */
async function limited(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw new EnvironmentError(`The response has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? cause.message : messageOf(error);
}
