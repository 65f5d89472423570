// Builds the published package: node build.ts
// dist/ has the command and the API with all of their dependencies, except srvx and the library for completion: srvx serves
// measured apps, so explanations and checks of loaded files should see a package, and the other one comes without the text of
// its license.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, type BuildOptions, type Plugin } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { fileRuntimes } from "@deadheat/journal";
import { pageParts, pages } from "../report/src/render/bundle.ts";
import { bundleComment, commentSha256 } from "./src/github/bundle.ts";
import { bundleApps } from "./src/starters/bundle.ts";

const here = import.meta.dirname;
const dist = join(here, "dist");

/** Copies the files that a module names by `new URL("./file", import.meta.url)`, such as the programs that start in servers. */
const namedFiles: Plugin = {
  name: "named-files",
  transform(code, id) {
    for (const [, name = ""] of code.matchAll(/new URL\("\.\/([^"]+)", import\.meta\.url\)/g)) {
      this.emitFile({
        type: "asset",
        fileName: name,
        source: readFileSync(join(dirname(id), name)),
      });
    }
  },
};

rmSync(dist, { recursive: true, force: true });
const shared = {
  cwd: here,
  platform: "node",
  external: [/^srvx/, /^@bomb\.sh\//, /^#/],
  treeshake: { moduleSideEffects: false },
} satisfies BuildOptions;
const apis = { index: "src/index.ts", parts: "src/parts.ts" };
const adapters = fileRuntimes.map((runtime) => [
  `adapter/${runtime}`,
  `../adapter/src/${runtime}.ts`,
]);
const { output } = await build({
  ...shared,
  input: { ...apis, main: "src/main.ts", ...Object.fromEntries(adapters) },
  plugins: [namedFiles],
  // All modules lie in one folder, beside the files that they name.
  output: { dir: dist, chunkFileNames: "[name]-[hash].js" },
});
await build({
  ...shared,
  input: apis,
  plugins: [dts({ dtsOnly: true, tsconfig: "tsconfig.build.json" })],
  output: { dir: dist },
});

writeFileSync(join(dist, "comment.mjs"), await bundleComment());
writeFileSync(
  join(dist, "comment-hash.js"),
  `export const commentSha256 = async () => "${await commentSha256()}";\n`,
);
const starters = "bundleApps = () => read(), appPackages = () => read().map((app) => app.package)";
writeData("starters", starters, bundleApps());
writeData(
  "pages",
  "pageParts = (page) => read()[page]",
  Object.fromEntries(pages.map((page) => [page, pageParts(page)])),
);
writeFileSync(join(dist, "LICENSES.txt"), licenses());

/** Writes a module that has a part of the sources as data, since the published package has no bundler. */
function writeData(name: string, exported: string, data: unknown): void {
  writeFileSync(join(dist, `${name}.json`), JSON.stringify(data));
  writeFileSync(
    join(dist, `${name}.js`),
    `import { readFileSync } from "node:fs";
const read = () => JSON.parse(readFileSync(new URL("./${name}.json", import.meta.url), "utf8"));
export const ${exported};
`,
  );
}

/** Returns the licenses of the other packages in the bundle. */
function licenses(): string {
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const folders = modules.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [],
  );
  const texts = [...new Set(folders)].toSorted().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)/i.test(file));
    if (files.length === 0) throw new Error(`${name} has no license`);
    return [`${name} ${version}`, ...files.map((file) => readFileSync(join(folder, file), "utf8"))];
  });
  // The packages of @stdlib have one text.
  const byText = Map.groupBy(texts, ([, ...text]) => text.join("\n").trim());
  return [...byText]
    .map(([text, of]) => `${of.map(([name]) => name).join(", ")}\n\n${text}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}
