import assert from "node:assert/strict";
import { test } from "node:test";
import * as versions from "../src/index.ts";

test("the public exports are these", () => {
  const shapes = Object.entries(versions).map(([name, value]) =>
    typeof value === "function" ? `${name}(${value.length})` : `${name}: ${typeof value}`,
  );
  assert.deepEqual(shapes.toSorted(), [
    "TREE: string",
    "askGit(2)",
    "branchOf(2)",
    "checkout(2)",
    "commitOfWorkingTree(1)",
    "commitsBetween(4)",
    "contentId(2)",
    "contentText(2)",
    "exactVersion(3)",
    "filesIn(1)",
    "filesThatDiffer(2)",
    "findRuntime(2)",
    "git(2)",
    "gitEnvironment(0)",
    "gitSettings: object",
    "hashOf(1)",
    "historiesOf(3)",
    "inside(2)",
    "installPackages(2)",
    "installProject(2)",
    "installRuntime(3)",
    "isIgnored(2)",
    "linesThatDiffer(3)",
    "listCache(0)",
    "lookForRuntime(3)",
    "mergeBase(3)",
    "movedFiles(2)",
    "newestOfEach(2)",
    "placeFile(3)",
    "projectRoot(1)",
    "pruneCache(1)",
    "publicationsOf(2)",
    "rangeOf(1)",
    "releasesOf(2)",
    "requireRevision(2)",
    "resolveRevision(2)",
    "setUp(4)",
    "settingsOf(3)",
    "shortId(1)",
    "tagsBetween(3)",
    "versionsBetween(3)",
    "versionsIn(2)",
    "whyUnknown(1)",
  ]);
});
