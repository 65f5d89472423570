import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { Ajv } from "ajv";

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { in: "path" | "query"; name: string; schema: object }[];
  readonly body?: object;
  readonly status: number;
  readonly answer?: object;
}

const { operations } = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures/github-openapi.json"), "utf8"),
) as { operations: readonly Operation[] };

export interface Comment {
  id: number;
  body: string;
  user: { login: string; type: string };
}

/** The data at GitHub. */
export interface State {
  readonly pulls: { number: number; label: string; ref: string; sha: string }[];
  readonly artifacts: { id: number; run: number; name: string; zip: Buffer; size?: number }[];
  readonly comments: Map<number, Comment[]>;
  /** The operation that the token does not allow. */
  readonly refuses?: string;
}

export interface GitHub {
  readonly api: string;
  readonly state: State;
  /** The calls, each as `operation {parameters}`. */
  readonly calls: string[];
}

export const TOKEN = "ghs_0123456789";
const REPOSITORY = { owner: "our", repo: "framework" };

/**
 * Starts the part of GitHub's REST API that a comment needs, on loopback. A call without the token, or one that differs
 * from the API's description (method, path, parameters, body), fails the test. Artifacts are on another server, which
 * must not get the token.
 */
export async function githubIn(t: TestContext, state: State): Promise<GitHub> {
  const calls: string[] = [];
  const problems: unknown[] = [];
  const storage = await serverOf(t, (request) => {
    assert.equal(request.headers.authorization, undefined, "the token went to the storage");
    const id = Number(request.url?.slice(1));
    return { status: 200, content: state.artifacts.find((artifact) => artifact.id === id)!.zip };
  });
  const api = await serverOf(t, async (request) => {
    const { operation, values } = described(request);
    calls.push(`${operation.id} ${JSON.stringify(values)}`);
    assert.equal(request.headers.authorization, `Bearer ${TOKEN}`);
    assert.ok(request.headers["user-agent"], "GitHub refuses who does not say who it is");
    if (operation.id === state.refuses) {
      const content = Buffer.from(
        `{"message":"Resource not accessible by integration","status":"403"}`,
      );
      return { status: 403, content };
    }
    const body = operation.body ? await bodyOf(request, operation.body) : null;
    if (operation.id === "actions/download-artifact") {
      assert.equal(values.archive_format, "zip");
      return { status: 302, location: `${storage}/${values.artifact_id}` };
    }
    const answer = responseOf(operation.id, values, body, state);
    assertMatches(operation.answer!, answer, `the answer of ${operation.id}`);
    return { status: operation.status, content: Buffer.from(JSON.stringify(answer)) };
  });
  t.after(() => assert.deepEqual(problems, []));
  return { api, state, calls };

  async function serverOf(
    test: TestContext,
    answer: (request: IncomingMessage) => Answered | Promise<Answered>,
  ): Promise<string> {
    const server: Server = createServer(async (request, response) => {
      try {
        const { status, content, location } = await answer(request);
        response.writeHead(status, location === undefined ? {} : { location }).end(content);
      } catch (error) {
        problems.push(error);
        response.writeHead(500).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    test.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}

interface Answered {
  readonly status: number;
  readonly content?: Buffer;
  readonly location?: string;
}

type Values = Readonly<Record<string, string | number>>;

function described(request: IncomingMessage): { operation: Operation; values: Values } {
  const url = new URL(request.url ?? "", "http://github.test");
  for (const operation of operations) {
    const pattern = operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const found = new RegExp(`^${pattern}$`).exec(url.pathname);
    if (found === null || operation.method !== request.method) continue;
    const values = Object.fromEntries([
      ...given("path", Object.entries(found.groups ?? {})),
      ...given("query", [...url.searchParams]),
    ]);
    const { owner, repo, ...rest } = values;
    assert.deepEqual({ owner, repo }, REPOSITORY);
    return { operation, values: rest };

    function given(place: string, entries: readonly (readonly [string, string])[]) {
      return entries.map(([name, text]) => {
        const known = operation.parameters.find((p) => p.in === place && p.name === name);
        assert.ok(known, `${operation.id} has no ${place} parameter ${name}`);
        const value =
          "type" in known.schema && known.schema.type === "integer" ? Number(text) : text;
        assertMatches(known.schema, value, `${name} of ${operation.id}`);
        return [name, value] as const;
      });
    }
  }
  throw new Error(`GitHub has no ${request.method} ${request.url}`);
}

async function bodyOf(request: IncomingMessage, schema: object): Promise<{ body: string }> {
  assert.match(request.headers["content-type"] ?? "", /^application\/json/);
  let text = "";
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text) as { body: string };
  assertMatches(schema, body, "the body");
  assert.deepEqual(Object.keys(body), ["body"]);
  assert.ok(body.body.length <= 65_536, "GitHub takes no longer comment");
  return body;
}

function responseOf(
  id: string,
  values: Values,
  body: { body: string } | null,
  state: State,
): unknown {
  const page = <T>(all: readonly T[]): readonly T[] => {
    const size = Math.min(100, Number(values.per_page ?? 30));
    return all.slice((Number(values.page ?? 1) - 1) * size, Number(values.page ?? 1) * size);
  };
  const user = { login: "github-actions[bot]", type: "Bot" };
  switch (id) {
    case "actions/list-workflow-run-artifacts": {
      const artifacts = state.artifacts
        .filter(({ run, name }) => run === values.run_id && name === (values.name ?? name))
        .map(({ id: own, name, zip, size }) => {
          return { id: own, name, size_in_bytes: size ?? zip.length, expired: false };
        });
      return { total_count: artifacts.length, artifacts: page(artifacts) };
    }
    case "pulls/list":
      return page(state.pulls.filter(({ label }) => label === values.head)).map(
        ({ number, ...head }) => ({ number, state: "open", head }),
      );
    case "issues/list-comments":
      return page(state.comments.get(Number(values.issue_number)) ?? []);
    case "issues/create-comment": {
      const comments = state.comments.get(Number(values.issue_number)) ?? [];
      const comment = { id: 9000 + comments.length, body: body!.body, user };
      state.comments.set(Number(values.issue_number), [...comments, comment]);
      return comment;
    }
    case "issues/update-comment": {
      const comment = [...state.comments.values()]
        .flat()
        .find((own) => own.id === values.comment_id);
      assert.ok(comment);
      return Object.assign(comment, body);
    }
    default:
      throw new Error(`there is no answer for ${id}`);
  }
}

const ajv = new Ajv();

function assertMatches(schema: object, value: unknown, what: string): void {
  assert.ok(ajv.validate(schema, value), `${what}: ${ajv.errorsText()}`);
}
