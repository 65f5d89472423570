// Makes the comment's job, one file: that of a release from npm, whose hash it checks, or until there is one that of this checkout, with
// the packages of its lockfile. The step that runs this file has no token. A release writes the constants
// (.github/workflows/release.yml).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const IS_PUBLISHED = false;
const VERSION = "0.1.0";
const SHA256 = "836b78bcad67fd4bc45285b97ba0cda13a3c8c1d4296785099b7e81bc9fd8978";

const cwd = process.env.RUNNER_TEMP;
const code = IS_PUBLISHED ? download() : await build();
const found = createHash("sha256").update(code).digest("hex");
// The commit that the workflow pins decides what the checkout builds. A release is anybody's who may publish.
if (IS_PUBLISHED && found !== SHA256)
  throw new Error(`dist/comment.mjs of deadheat@${VERSION} has the hash ${found}, not ${SHA256}.`);
writeFileSync(join(cwd, "deadheat-comment.mjs"), code);

async function build() {
  const github = new URL("../packages/deadheat/src/github/", import.meta.url);
  const { installOwn } = await import(new URL("own-install.mjs", github));
  installOwn();
  const { bundleComment } = await import(new URL("bundle.ts", github));
  return bundleComment();
}

function download() {
  const options = { cwd, shell: process.platform === "win32", stdio: ["ignore", "pipe", 2] };
  execFileSync("npm", ["pack", "--ignore-scripts", `deadheat@${VERSION}`], options);
  const tarball = `deadheat-${VERSION}.tgz`;
  return execFileSync("tar", ["-xzOf", tarball, "package/dist/comment.mjs"], options);
}
