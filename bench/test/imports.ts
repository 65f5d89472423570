import { readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";
import { root } from "../src/targets/project.ts";

/** An import of another file of the repository. */
export interface Import {
  /** The path of the imported file from the root of the repository. */
  readonly to: string;
  /** True if nothing is left of the import when the file runs. */
  readonly isType: boolean;
}

/**
 * Returns the files of the repository that a file imports, exports from, or starts by `new URL("./file.ts", ...)`.
 * @param file the path from the root of the repository
 */
export function importsOf(file: string): Import[] {
  const { program, module } = parseSync(file, readFileSync(join(root, file), "utf8"));
  const found: Import[] = [];
  const add = (name: string, isType: boolean) => {
    const to = moduleOf(name, file);
    if (to !== null) found.push({ to, isType });
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest !== null) add(moduleRequest.value, isType);
    }
  }
  new Visitor({
    ImportExpression: ({ source }) => {
      if (source.type === "Literal") add(String(source.value), false);
    },
    NewExpression: ({ callee, arguments: [path] }) => {
      if (callee.type !== "Identifier" || callee.name !== "URL" || path?.type !== "Literal") return;
      if (/^\..+\.ts$/.test(String(path.value))) add(String(path.value), false);
    },
  }).visit(program);
  return found;
}

function moduleOf(name: string, file: string): string | null {
  if (/^\..+\.(?:m?js|ts)$/.test(name)) return normalize(join(dirname(file), name));
  const [, own = "deadheat", path = ""] =
    /^(?:@deadheat\/([^/]+)|deadheat(?=\/|$))(\/.+)?$/.exec(name) ?? [];
  if (!/^(?:@deadheat\/|deadheat(?:\/|$))/.test(name)) return null;
  const folder = join(root, "packages", own);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return relative(root, join(folder, exports[`.${path}`]));
}
