// Writes comment.mjs: node src/github/bundle.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { build, type Plugin } from "esbuild";

const root = join(import.meta.dirname, "../..");

/** Leaves out every module of which nothing is used. None of them does anything when it is imported. */
const withoutUnused: Plugin = {
  name: "without-unused",
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData !== undefined || kind === "entry-point") return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: true });
      return { ...found, sideEffects: false };
    });
  },
};

/** Returns the whole code of a comment's job as one module, which imports only modules of Node. */
export async function bundleComment(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["src/github/comment-main.ts"],
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    legalComments: "none",
    banner: { js: "// Made of src/github/comment-main.ts by src/github/bundle.ts. Do not edit." },
    plugins: [withoutUnused],
    write: false,
  });
  // The folders of pnpm's store change with the versions of other packages.
  return (outputFiles[0]?.text ?? "").replaceAll(/^\/\/ .*\/node_modules\//gm, "// ");
}

const file = join(root, "comment.mjs");

/** Returns the bundle as it is committed. */
export const committedComment = (): string => readFileSync(file, "utf8");

if (process.argv[1] === import.meta.filename) writeFileSync(file, await bundleComment());
