import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { packageName, UsageError } from "@deadheat/journal";
import { manifestSchema } from "../targets/manifest.ts";
import type { AddCommand } from "./shared.ts";
import { appsDirectory, root } from "../targets/project.ts";

/** The files of a new app, with `.txt` after their names so that no tool takes them for code of the bench. */
const skeleton = join(root, "bench", "skeleton");

export const addNew: AddCommand = (deadheat, { print }) => {
  deadheat
    .command("new")
    .description("write the skeleton of an app for a framework")
    .argument("<name>", "name of the framework and of its folder")
    .argument("[package]", "its npm package, if that has another name (@hapi/hapi)")
    .action((name: string, npm: string = name) => {
      print(renderCreated(name, npm, createApp(name, npm)));
    });
};

/**
 * Writes the skeleton of an app. The author fills in the routes.
 * @returns the written files, relative to the repository
 * @param npm the framework's npm package
 * @throws UsageError if the name is no valid folder name, if npm has no such names, or if the folder exists
 */
export function createApp(name: string, npm = name, directory: string = appsDirectory): string[] {
  if (!isName(name)) {
    const short = name.split("/").at(-1) ?? "";
    const isPackage = npm === name && isName(short);
    throw new UsageError(
      `${JSON.stringify(name)} cannot be the name of a framework. Use lower-case letters, digits and dashes` +
        (isPackage ? `, and name the package after it: bench new ${short} ${name}` : "."),
    );
  }
  if (!v.is(packageName, npm)) {
    throw new UsageError(`${JSON.stringify(npm)} cannot be the name of an npm package.`);
  }
  const folder = join(directory, name);
  if (existsSync(folder)) {
    throw new UsageError(
      `${folder} exists already. \`pnpm bench list\` shows its targets. Use another name, or remove ` +
        "that folder to start again",
    );
  }
  const templates = readdirSync(skeleton, { recursive: true, encoding: "utf8" });
  return templates
    .filter((template) => template.endsWith(".txt"))
    .toSorted()
    .map((template) => {
      const path = join(folder, template.slice(0, -".txt".length));
      mkdirSync(dirname(path), { recursive: true });
      const text = readFileSync(join(skeleton, template), "utf8");
      const named = text
        .replaceAll("{{name}}", name)
        .replaceAll("{{package}}", npm)
        .replaceAll("{{identifier}}", identifier(name));
      writeFileSync(path, named);
      return path.slice(root.length + 1);
    });
}

function isName(text: string): boolean {
  return v.is(manifestSchema.entries.framework, text);
}

function renderCreated(name: string, npm: string, files: readonly string[]): string {
  return `${files.map((file) => `wrote ${file}`).join("\n")}

Next:
  1. npx -y pnpm@12.21.0 --filter @deadheat/app-${name} add --save-exact --save-catalog-name frameworks ${npm}
     (and, if it comes without types: add --save-dev ${typesOf(npm)})
  2. fill in apps/${name}/src/app.ts, and correct apps/${name}/target.json (homepage, runtimes)
  3. npx -y pnpm@12.21.0 bench verify --targets ${name}
  4. npx -y pnpm@12.21.0 bench --targets ${name}
`;
}

/** Returns the package that has the types of a package that comes without them. */
function typesOf(npm: string): string {
  return `@types/${npm.replace("@", "").replace("/", "__")}`;
}

function identifier(name: string): string {
  return name.replace(
    /[^a-z0-9]+(.)?/g,
    (_, next: string | undefined) => next?.toUpperCase() ?? "",
  );
}
