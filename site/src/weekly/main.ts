// Measures what is new, and writes the text of the pull request: node src/weekly/main.ts <text.md> [name...]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describeMachine } from "@deadheat/measure";
import { publicationsOf } from "@deadheat/versions";
import { explain, history } from "deadheat";
import { buildSite } from "../build.ts";
import { readKept } from "./kept.ts";
import { textOf, titleOf } from "./text.ts";
import { measureWeek } from "./weekly.ts";

const repository = join(import.meta.dirname, "..", "..", "..");
const published = join(repository, "results/published");
const [text, ...names] = process.argv.slice(2);
if (text === undefined) throw new Error("name the file for the text of the pull request");

/** A constant response, and one that is built from its path. Every app of deadheat has both. */
const requests = ["GET /hello", "GET /users/42"];

const note = (line: string) => void process.stderr.write(`${line}\n`);
const asking = { offline: false, allowScripts: [], allowGit: false, cwd: repository, note };
const histories = readKept(join(repository, "site/histories.json"));
const week = await measureWeek(
  histories.filter(({ name }) => names.length === 0 || names.includes(name)),
  {
    published,
    machine: describeMachine("most"),
    publications: (name) =>
      publicationsOf(name, { ...asking, signal: new AbortController().signal }),
    measure: async ({ runtimes, app }, versions, { folder, earlier }) => {
      const place = earlier === null ? { out: folder } : { append: folder };
      const own = { ...(runtimes && { runtimes }), ...(app !== undefined && { app }) };
      return (await history({ ...place, ...own, requests, versions, onProgress: note })).result;
    },
    explain:
      ({ app }) =>
      async (base, next, request) => {
        const own = app === undefined ? {} : { app };
        const asked = { base, new: next, ...own, requests: [request], onProgress: note };
        return (await explain(asked))[0]!.document;
      },
    note,
  },
);
buildSite(published, join(repository, "site/dist"));
writeFileSync(text, `${titleOf(week)}\n\n${textOf(week)}`);
// A week in which everything failed is a failed week.
if (week.measured.length === 0 && week.failed.length > 0) process.exitCode = 3;
