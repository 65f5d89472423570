import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { UsageError } from "@deadheat/journal";
import { commitsBetween, tagsBetween, versionsBetween, versionsIn } from "../src/index.ts";
import { readPublications } from "../src/npm/published.ts";
import { commitAll, git, repositoryIn, scratchOf, write } from "./revisions-repository.ts";

const numbers = ["4.9.2", "4.10.0", "4.10.8", "4.11.0-rc.1", "4.11.0", "4.11.5", "4.13.1", "5.0.0"];
const hono = readPublications("hono", {
  "dist-tags": { latest: "5.0.0", next: "4.11.0-rc.1" },
  // A registry may list versions in any order, and may not know every time.
  versions: [...numbers.toReversed(), "not a version"],
  time: { "4.10.0": "2026-01-02T03:04:05.000Z", "4.10.8": "never" },
});
const chosen = (wanted: string) => versionsIn(hono, wanted).map(({ version }) => version);

test("the precision of a range's ends decides which versions it has", () => {
  assert.deepEqual(chosen("4.10..4.13"), ["4.10.8", "4.11.5", "4.13.1"]);
  assert.deepEqual(chosen("4..5"), ["4.13.1", "5.0.0"]);
  assert.deepEqual(chosen("4.10.0..4.11"), ["4.10.0", "4.10.8", "4.11.0", "4.11.5"]);
  assert.deepEqual(chosen("4.11.."), ["4.11.5", "4.13.1", "5.0.0"]);
  assert.deepEqual(chosen("v4.10.8..latest").length, 5);
});

test("a list has the newest version of each part, in the order of versions", () => {
  assert.deepEqual(chosen("5,4.10,4.11.0"), ["4.10.8", "4.11.0", "5.0.0"]);
  assert.deepEqual(chosen("4.9,4.11..4.13,latest"), ["4.9.2", "4.11.5", "4.13.1", "5.0.0"]);
});

test("prereleases count only if an end is one", () => {
  assert.ok(!chosen("4.10.0..4.11.5").includes("4.11.0-rc.1"));
  assert.ok(chosen("4.11.0-rc.1..4.11.5").includes("4.11.0-rc.1"));
  assert.deepEqual(chosen("next"), ["4.11.0-rc.1"]);
});

test("every version between two has the time at which the registry got it, or null", () => {
  assert.deepEqual(versionsBetween(hono, "4.10", "4.10"), [
    { version: "4.10.0", releasedAt: "2026-01-02T03:04:05.000Z" },
    { version: "4.10.8", releasedAt: null },
  ]);
});

test("a bad range of versions is rejected in one line that says what to do", () => {
  const refused: [string, RegExp][] = [
    ["5..4", /^hono@5\.\.4: 5 comes after 4\. Write the older version first\.$/],
    ["6..7", /^hono@6\.\.7: the registry has no version between them\. The latest is 5\.0\.0$/],
    ["4.12", /no version between them/],
    [
      "oldest..5",
      /^"oldest" is neither a version like 4\.13 nor a tag of hono\. Its tags are latest, next$/,
    ],
    ["..5", /write versions as a range like 4\.10\.\.4\.13/],
    ["4...5", /is neither a version/],
    ["4,,5", /write versions as a range/],
    ["4..5..6", /write versions as a range/],
    ["", /write versions as a range/],
  ];
  for (const [wanted, message] of refused) {
    assert.throws(
      () => chosen(wanted),
      (error: Error) =>
        error instanceof UsageError && message.test(error.message) && !error.message.includes("\n"),
      wanted,
    );
  }
});

test("a range of revisions has the tags or every n-th commit between two, and both ends", async (t) => {
  const scratch = scratchOf(t);
  const repository = repositoryIn(join(scratch, "own"), { "a.txt": "0" });
  git(repository, "tag", "v1.0.0");
  for (let i = 1; i <= 7; i++) {
    write(repository, { "a.txt": String(i) });
    commitAll(repository, `change ${i}`);
    if (i === 2) git(repository, "tag", "--annotate", "-m", "1.1.0", "v1.1.0");
    if (i === 3) git(repository, "tag", "v1.2.0-rc.1");
    if (i === 4) git(repository, "tag", "other@9.0.0");
    if (i === 5) git(repository, "tag", "v1.2.0");
  }
  const tags = await tagsBetween("v1.0.0", "main", repository);
  assert.deepEqual(
    tags.map(({ commit }) => commit.name),
    ["v1.0.0", "v1.1.0", "v1.2.0", "main"],
  );
  assert.equal(tags[1]?.commit.id, git(repository, "rev-parse", "v1.1.0^{commit}"));
  assert.ok(tags.every(({ committedAt }) => !Number.isNaN(Date.parse(committedAt))));

  const commits = await commitsBetween("v1.0.0", "main", 3, repository);
  assert.deepEqual(
    commits.map(({ commit }) => git(repository, "log", "-1", "--format=%s", commit.id)),
    ["first", "change 1", "change 4", "change 7"],
  );

  const refused = async (work: Promise<unknown>, message: RegExp) =>
    assert.rejects(
      work,
      (error: Error) => error instanceof UsageError && message.test(error.message),
    );
  await refused(tagsBetween("main", "v1.0.0", repository), /is empty.*older revision first/);
  await refused(commitsBetween("main", "main", 1, repository), /is empty/);
  await refused(tagsBetween("v0", "main", repository), /git knows no commit v0/);

  const shallow = join(scratch, "shallow");
  git(scratch, "clone", "--quiet", "--depth", "2", `file://${repository}`, shallow);
  await refused(
    commitsBetween("HEAD~1", "HEAD", 1, shallow),
    /shallow clone.*git fetch --unshallow/,
  );
});
