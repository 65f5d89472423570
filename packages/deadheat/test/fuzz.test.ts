// The command line, a configuration and a pull request come from anybody: in CI a stranger writes them.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { test } from "node:test";
import * as fc from "fast-check";
import { InvalidArgumentError } from "commander";
import { UsageError } from "@deadheat/journal";
import {
  anyText,
  assertPlain,
  fastFolder,
  fuzz,
  jsonLike,
  textLike,
} from "../../journal/test/fuzzing.ts";
import {
  responses,
  duration,
  integer,
  integers,
  list,
  percent,
} from "../src/plan/option-values.ts";
import { readConfig } from "../src/config/read.ts";
import { parseRequest } from "../src/config/request.ts";
import { readPackage } from "../src/plan/package-name.ts";
import { readApp } from "../src/config/runtime.ts";
import { parseSpec } from "../src/plan/spec.ts";
import { checkId, takeInputs } from "../src/github/inputs.ts";
import { folderOf } from "./config-folder.ts";
import { whole } from "./whole-config.ts";

const specs = [
  "./server.ts",
  "new=./server.ts/node@24",
  "git:main/bun@1.3",
  "HEAD~1/node",
  "hono@4.12/bun",
  "npm:@hono/node-server@2",
  "old=express@npm:express@4",
  "http://127.0.0.1:3000",
  "https://pkg.pr.new/@scope/hono@1234/deno",
  "github:honojs/hono#main",
  "https://registry.example/@scope/name/-/name-1.0.0.tgz",
];

test("a server of the command line, with any changed part", async (t) => {
  const cwd = folderOf(t, { "server.ts": "", "apps/node": "" });
  await fuzz(textLike(specs), {
    refusals: [UsageError],
    parse: (text) =>
      parseSpec(text, {
        cwd,
        isRevision: (name) => Promise.resolve(/^(?:main|HEAD|HEAD~1|v\d+)$/.test(name)),
        whyUnknown: () => Promise.resolve(null),
        hasApp: (name) => ["hono", "express"].includes(name),
      }),
    check: ({ what, label, runtime }) => {
      assert.match(label ?? "a", /^[\w.-]{1,64}$/);
      assert.match(runtime?.version ?? "1", /^[\w.^~<>=*-]+$/);
      if (what.kind === "file") assert.ok(isAbsolute(what.file));
      if (what.kind !== "running") return;
      assert.match(what.url.origin, /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):\d+$/);
    },
  });
});

test("a package of the command line has a name that npm accepts as a folder", () =>
  fuzz(textLike(specs), {
    refusals: [UsageError],
    parse: readPackage,
    check: ({ name }) => {
      assert.doesNotMatch(name, /^\.|\/\.\.?(?:\/|$)|[\\\s]|\p{C}/u);
      assert.equal(name.split("/").length, name.startsWith("@") ? 2 : 1, JSON.stringify(name));
    },
  }));

test("a file of --app, a request and a header of the command line", async (t) => {
  const cwd = folderOf(t, { "server.ts": "" });
  await fuzz(textLike(["./server.ts/node@24", "server.ts", "src/a.mts/bun"]), {
    refusals: [UsageError],
    parse: (text) => readApp(text, cwd),
  });
  const words = fc.tuple(
    textLike(["GET /hello?a=1", "post /echo", "/"]),
    fc.array(textLike(["content-type: text/plain", "x:"]), { maxLength: 3 }),
  );
  await fuzz(words, {
    refusals: [UsageError],
    parse: ([line, headers]) => parseRequest(line, headers),
    check: (request) => {
      assertPlain(request);
      assert.match(request.method, /^[A-Z]{3,7}$/);
      assert.match(request.path, /^\/\S*$/);
      for (const [name, value] of Object.entries(request.headers)) {
        assert.match(name, /^[^\s:]+$/);
        assert.doesNotMatch(value, /[\r\n]/);
      }
    },
  });
});

test("the values of options stay in their ranges", async () => {
  const texts = textLike(["5%", "0.5 %", "90s", "1.5m", "2h", "40000", "html,md", "1,2"]);
  const ranges: [(text: string) => number, number, number][] = [
    [integer, 0, 9_999_999_999],
    [responses, 1, 99_999_999],
    [percent, 0, 1],
    [duration, 0, 1e9],
  ];
  for (const [parse, least, most] of ranges) {
    await fuzz(texts, {
      refusals: [InvalidArgumentError],
      parse,
      check: (value) => assert.ok(value >= least && value <= most, String(value)),
    });
  }
  await fuzz(texts, { refusals: [InvalidArgumentError], parse: integers });
  await fuzz(texts, { refusals: [InvalidArgumentError], parse: list });
});

test("the inputs of the action", () => {
  const pair = fc.tuple(fc.constantFrom("id", "control", "requests", "__proto__"), anyText);
  return fuzz(pair, {
    refusals: [UsageError],
    parse: ([name, value]) => {
      const variable = `INPUT_${name.toUpperCase()}`;
      // The environment itself can hold no NUL.
      process.env[variable] = value.replaceAll("\0", "");
      const inputs = takeInputs();
      assert.equal(process.env[variable], undefined);
      return [checkId(inputs), inputs.flag("control", true), inputs.lines("requests")];
    },
    check: (read) => {
      assertPlain(read);
      assert.match(String(read[0]), /^[A-Za-z0-9][\w-]{0,31}$/);
    },
  });
});

const config = {
  ...whole,
  // With a path of its own, the last request is accepted.
  requests: whole.requests.map((one) =>
    typeof one === "string" || "path" in one || "request" in one ? one : { path: "/b", ...one },
  ),
};

test("a configuration, with any value in any place: a checked one, or one line that says why not", async (t) => {
  const cwd = fastFolder(t);
  writeFileSync(join(cwd, "body.json"), "{}");
  await fuzz(jsonLike([config]), {
    refusals: [UsageError],
    parse: async (text) => {
      writeFileSync(join(cwd, "deadheat.config.json"), text);
      const read = await readConfig(cwd, null).catch((error: unknown) => {
        if (error instanceof Error) assert.doesNotMatch(error.message, /[\r\n]/);
        throw error;
      });
      assert.ok(read !== null);
      return read;
    },
    check: (read) => {
      // A body that is expected may be any JSON, and 1e999 is some.
      const requests = read.requests.map((request) => ({
        ...request,
        expect: request.expect.status,
      }));
      assertPlain({ ...read, requests });
      for (const part of [...Object.values(read.gate ?? {}), read.margin])
        assert.ok(part === null || (part > 0 && part < 1));
      assert.ok(
        read.budgetSeconds === null || (read.budgetSeconds > 0 && read.budgetSeconds < 1e9),
      );
      for (const { request, expect } of read.requests) {
        assert.match(request.path, /^\/\S*$/);
        assert.ok(expect.status === null || (expect.status >= 200 && expect.status <= 599));
      }
      for (const name of read.env) assert.match(name, /^[A-Za-z_]\w*$/);
    },
  });
});

test("every seed that is drawn can be given again", () => {
  assert.equal(integer(String(2 ** 31 - 1)), 2 ** 31 - 1);
});
