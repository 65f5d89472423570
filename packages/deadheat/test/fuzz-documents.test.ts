// Documents that another job, another machine or a measured server wrote.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { serialize } from "node:v8";
import * as fc from "fast-check";
import * as v from "valibot";
import { EnvironmentError, UsageError } from "@deadheat/journal";
import { appended, bisectedSchema, readCompared, readGated } from "@deadheat/judge";
import {
  formats,
  historySvg,
  renderBisected,
  renderBisectedHtml,
  renderBisectedMarkdown,
  renderComparedHtml,
  renderComparedMarkdown,
  renderCompared,
} from "@deadheat/report";
import { assertPlain, fastFolder, fuzz, jsonLike, textLike } from "../../journal/test/fuzzing.ts";
import { generatedResult, small } from "../../judge/test/generated-result.ts";
import { factsOf, historyOf } from "../../judge/test/histories.ts";
import { compared, comparedRounds } from "../../report/test/compared.ts";
import { bisected } from "../../report/test/bisected.ts";
import { gated } from "../../report/test/gated.ts";
import { readFacts } from "../src/search/store.ts";
import { readRan } from "../src/config/run.ts";
import { readResult } from "../src/folder/report.ts";
import { pullRequestEvent, workflowRunEvent } from "../src/github/event.ts";
import { readZipped } from "../src/github/zip.ts";
import { readTrace } from "../src/provenance/trace.ts";
import { zipOf } from "./github-zip.ts";

test("the document of a gate: what is accepted can be shown", () =>
  fuzz(jsonLike([gated()]), {
    refusals: [UsageError],
    parse: (text) => {
      const read = readGated(text);
      return [renderComparedMarkdown(read), renderCompared(read)];
    },
  }));

test("the document of a comparison: what is accepted can be drawn", () =>
  fuzz(jsonLike([compared()]), {
    refusals: [UsageError],
    parse: (text) => {
      const document = readCompared(text);
      const rounds = { ...comparedRounds(), document };
      return [renderComparedHtml(rounds), renderComparedMarkdown(document)];
    },
  }));

test("the document of a search: what matches its schema can be shown", () =>
  fuzz(jsonLike([bisected()]), {
    refusals: [SyntaxError, v.ValiError],
    parse: (text) => {
      const document = v.parse(bisectedSchema, JSON.parse(text));
      return [
        renderBisected(document),
        renderBisectedMarkdown(document),
        renderBisectedHtml(document),
      ];
    },
  }));

test("the facts of a search: a file that does not match the schema is no search", (t) => {
  const folder = fastFolder(t);
  const facts = { id: "a", startedAt: "b", seed: 1, asked: "c", seconds: 1, load: null };
  return fuzz(jsonLike([{ ...facts, skipped: { d: "it exited" }, code: { e: "f" } }]), {
    refusals: [UsageError],
    parse: (text) => {
      writeFileSync(join(folder, "search.json"), text);
      return readFacts(folder);
    },
    check: (read) => assert.equal(typeof read.skipped, "object"),
  });
});

const zip = zipOf({ "comment.md": "a", "gate.json": JSON.stringify(gated()) });

test("an archive with changed bytes gives the file, nothing, or a RangeError", () => {
  const changes = fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { maxLength: 4 });
  const archives = fc.oneof(
    fc.tuple(changes, fc.nat(zip.length)).map(([changed, cut]) => {
      const bytes = Buffer.from(zip);
      for (const [at, byte] of changed) bytes[at] = byte;
      return cut % 3 === 0 ? bytes.subarray(cut) : cut % 3 === 1 ? bytes : bytes.subarray(0, -cut);
    }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  return fuzz(archives, {
    refusals: [RangeError],
    parse: (archive) => readZipped(archive, "gate.json", 10_000),
    check: (file) => assert.ok((file?.length ?? 0) <= 10_000),
  });
});

const workflowRun = {
  id: 1,
  event: "pull_request",
  run_number: 12,
  run_attempt: 1,
  head_sha: "a".repeat(40),
  head_branch: "patch/1",
  head_repository: { owner: { login: "somebody" } },
  pull_requests: [{ number: 7 }],
};
const pullRequest = { head: { sha: "b".repeat(40) }, base: { ref: "main" } };

test("the event of a workflow", () =>
  fuzz(jsonLike([{ workflow_run: workflowRun }, { pull_request: pullRequest }]), {
    refusals: [v.ValiError, SyntaxError],
    parse: (text) => v.parse(v.union([workflowRunEvent, pullRequestEvent]), JSON.parse(text)),
    check: (event) => {
      assertPlain(event);
      if (!("workflow_run" in event))
        return assert.match(event.pull_request.head.sha, /^[0-9a-f]+$/);
      const { id, run_number: run, run_attempt: attempt } = event.workflow_run;
      for (const number of [id, run, attempt])
        assert.ok(Number.isSafeInteger(number) && number > 0);
    },
  }));

test("a result: what is accepted can be drawn", async (t) => {
  const folder = fastFolder(t);
  const file = join(folder, "result.json");
  const tiny = generatedResult({ ...small, frameworks: 2, scenarios: ["text"], rounds: 2 });
  let read = 0;
  await fuzz(jsonLike([tiny]), {
    refusals: [UsageError],
    parse: (text) => {
      writeFileSync(file, text);
      const result = readResult(file);
      assertPlain(result);
      // Drawing takes most of the time.
      if (read++ % 20 !== 0) return [];
      return [formats.csv, formats.md].map(({ render }) => render(result, []));
    },
  });
});

test("a history: what is accepted can be shown, and appended to", async (t) => {
  const file = join(fastFolder(t), "result.json");
  const labels = ["1.0", "1.1", "1.2"];
  const tiny = historyOf(labels.map((label) => ({ label, ratios: [0.99, 1.01] })));
  let read = 0;
  await fuzz(jsonLike([tiny]), {
    refusals: [UsageError],
    parse: (text) => {
      writeFileSync(file, text);
      const result = readResult(file);
      assertPlain(result);
      if (result.order !== "versions" || result.history === undefined || read++ % 10 !== 0)
        return [];
      const whole = appended(result, historyOf([], "run-2", factsOf(labels)), result.history);
      return [result, whole].map((one) => [historySvg(one), formats.md.render(one, [])]);
    },
  });
});

test("a configuration's process that writes anything", () => {
  const valid = [
    { kind: "value", value: { targets: ["a"] } },
    { kind: "error", message: "", stack: "" },
  ];
  const bytes = fc
    .tuple(fc.constantFrom(...valid), fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 3 }))
    .map(([result, changed]) => {
      const written = serialize(result);
      for (const [at, byte] of changed) if (at < written.length) written[at] = byte;
      return written;
    });
  return fuzz(bytes, {
    refusals: [],
    parse: readRan,
    check: (ran) => assert.ok(ran === null || ran.kind === "value" || ran.kind === "error"),
  });
});

test("the trace of a server", async (t) => {
  const root = fastFolder(t);
  mkdirSync(join(root, "node_modules/a"), { recursive: true });
  for (const name of ["server.js", "package.json", "node_modules/a/index.js"]) {
    writeFileSync(join(root, name), "{}");
  }
  const [trace, manifest] = [join(root, "trace"), join(root, "node_modules/a/package.json")];
  const lines = [`${root}/server.js`, `file://${root}/node_modules/a/index.js`, "/dev/zero", root];
  const written = fc.tuple(
    textLike([lines.join("\n")]),
    jsonLike([{ name: "a", version: "1.0.0" }]),
  );
  await fuzz(written, {
    refusals: [EnvironmentError],
    parse: ([text, json]) => {
      writeFileSync(trace, text);
      writeFileSync(manifest, json);
      return readTrace(trace, root);
    },
    check: (loaded) => {
      assertPlain(loaded);
      for (const file of loaded?.files ?? []) assert.ok(file.startsWith("/"));
    },
  });
});
