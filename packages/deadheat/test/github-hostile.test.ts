import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import * as v from "valibot";
import { EnvironmentError } from "@deadheat/journal";
import { comparison, gated } from "../../report/test/gated.ts";
import { artifactOf, bodies, comment, stateOf } from "./github-commented.ts";
import { githubIn } from "./github-rest.ts";
import { zipOf } from "./github-zip.ts";
import { restOf } from "../src/github/rest.ts";

const json = (document: unknown) => zipOf({ "gate.json": JSON.stringify(document) });
const hostile: Record<string, { artifact: Parameters<typeof artifactOf>; log: RegExp }> = {
  "100 MB, as GitHub says": {
    artifact: [Buffer.alloc(10), { size: 100_000_000 }],
    log: /has 100000000 bytes/,
  },
  "100 MB, of which GitHub knows nothing": {
    artifact: [Buffer.alloc(100_000_000), { size: 10 }],
    log: /more than 4000000 bytes/,
  },
  "100 MB, packed": {
    artifact: [zipOf({ "gate.json": Buffer.alloc(100_000_000) })],
    log: /The artifact cannot be read/,
  },
  "no archive": { artifact: [Buffer.from("::error::not a zip")], log: /it is not a ZIP archive/ },
  "another file": { artifact: [zipOf({ "../gate.json": "{}" })], log: /no gate\.json/ },
  "no JSON": { artifact: [zipOf({ "gate.json": "::error::x" })], log: /it is not JSON/ },
  "another document": {
    artifact: [json({ schema: 1, outcome: "passed" })],
    log: /[Tt]his is not a document/,
  },
  "another schema": { artifact: [json({ ...gated(), schema: 99 })], log: /schema is 99/ },
  "texts for numbers": {
    artifact: [json({ ...gated(), comparisons: [{ ...comparison(), ratio: "<b>1</b>" }] })],
    log: /comparisons\.0\.ratio must be number/,
  },
};

for (const [what, { artifact, log }] of Object.entries(hostile)) {
  test(`rejected, and nothing is written: ${what}`, async (t) => {
    const github = await githubIn(
      t,
      stateOf(Buffer.alloc(0), { artifacts: [artifactOf(...artifact)] }),
    );
    const ran = await comment(t, github);
    assert.match(ran.log, log);
    assert.match(ran.log, /^deadheat: [^\n]*\n$/);
    assert.ok(ran.code === 2 || ran.code === 3, `exit code ${ran.code}`);
    assert.equal(github.state.comments.size, 0);
  });
}

test("hostile texts in the metrics stay texts, and a pull request number in them is ignored", async (t) => {
  const words = [
    "@everyone",
    "<img src=x onerror=alert(1)>",
    "| a | b |\n| --- | --- |",
    "\u001b[31mred\u001b]8;;https://evil.test\u0007link",
    "[click](https://evil.test)",
    "<!-- deadheat:check run=999999.1 -->",
    "</details>\n\n# heading",
    "`code` **bold** #7 \u202egnp",
    "://evil.test www.evil.test",
  ].join(" ");
  const document = {
    ...gated({
      outcome: "unmeasured",
      reason: words,
      base: { name: words, commit: null },
      new: { name: words, commit: null },
      comparisons: [
        comparison({
          base: words,
          new: words,
          scenario: words,
          app: words,
          warnings: [{ code: "not-pinned", facts: { reason: words } }],
        }),
      ],
      loaded: { packages: 1, changed: [{ name: words, base: words, new: words }] },
      machine: { cpu: words, cores: 1, kernel: words, os: words, oha: words, isolation: "none" },
      command: words,
    }),
    pull_request: 1,
    number: 1,
  };
  const github = await githubIn(t, stateOf(json(document)));
  const ran = await comment(t, github);
  assert.equal(ran.code, 0, ran.log);
  assert.deepEqual([...github.state.comments.keys()], [7]);
  const [body = ""] = bodies(github);
  assert.match(body, /run=500\.1 -->$/);
  // oxlint-disable-next-line no-control-regex -- the body must not contain control characters
  assert.doesNotMatch(body, /[\u0000-\u0009\u000b-\u001f\u007f\u202e]|^# /m);
  // Characters between backticks or after a backslash are literal text.
  const shown = body.replaceAll(/(`+)[^`].*?\1/gs, "").replaceAll(/\\./g, "");
  assert.doesNotMatch(shown, /@everyone|<img|\]\(https:\/\/evil|\*\*bold/);
  assert.equal(shown.match(/<!--/g)?.length, 1);
});

// GitHub's API, or who pretends to be it, may answer with anything.
async function restAt(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  return restOf({ api: `http://127.0.0.1:${port}`, repository: "a/b", token: "token", signal });
}

const answers: Readonly<Record<string, RequestListener>> = {
  "a document without end": (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (response.write(" ".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  },
  "a document of another kind": (_, response) => response.end("[1, 2"),
  "redirects in a circle": (request, response) =>
    response.writeHead(302, { location: request.url }).end(),
  "a closed connection": (request) => request.socket.destroy(),
};

for (const [name, listener] of Object.entries(answers)) {
  test(`${name} ends the job with a reason`, async (t) => {
    const { get } = await restAt(t, listener);
    await assert.rejects(get("/pulls", v.array(v.number())), EnvironmentError);
  });
}
