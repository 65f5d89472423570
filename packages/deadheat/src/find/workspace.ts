import { posix } from "node:path";
import { readManifest, type Manifest, type ProjectFiles } from "./files.ts";

/** A package of a workspace. */
interface Member {
  /** Its folder, as seen from the project: `../../packages/shared`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The scripts that build a package. The generator of Feathers writes `compile`. */
const BUILDS = ["build", "compile"];

/** Returns the command that builds the package of a folder; empty if it needs none. */
export function buildOf({ scripts }: Manifest, folder: string | null = null): string[] {
  const name = BUILDS.find((one) => one in scripts);
  const place = folder === null ? "" : ` --prefix ${folder}`;
  return name === undefined ? [] : [`npm${place} run ${name}`];
}

/**
 * Returns the commands that build what the project uses of its workspace, directly or through other packages. Each package
 * comes after those that it uses itself.
 * @throws UsageError if a package.json is not JSON
 */
export async function buildsBefore(files: ProjectFiles, project: Manifest): Promise<string[]> {
  const members = new Map(
    (await membersAround(files, project)).map((one) => [one.manifest.name, one]),
  );
  const ordered: Member[] = [];
  const visit = (user: Manifest) => {
    members.delete(user.name);
    for (const name of Object.keys({ ...user.dependencies, ...user.devDependencies })) {
      const member = members.get(name);
      if (member === undefined) continue;
      visit(member.manifest);
      ordered.push(member);
    }
  };
  visit(project);
  return ordered.flatMap(({ manifest, folder }) => buildOf(manifest, folder));
}

/** Returns the project's folder as seen from the root of its workspace: `apps/web`; empty if it is in no workspace. */
export async function folderInWorkspace(files: ProjectFiles, project: Manifest): Promise<string> {
  const members = await membersAround(files, project);
  const own = members.find(({ manifest }) => manifest.name === project.name);
  return own?.folder.replace(/^(\.\.\/)+/, "") ?? "";
}

/** The most folders between a project and the root of its workspace. */
const MOST_LEVELS = 5;

/** Returns the packages of the workspace that the project is in; empty if it is in none. */
async function membersAround(files: ProjectFiles, { name }: Manifest): Promise<Member[]> {
  if (name === "") return [];
  for (let level = 1; level <= MOST_LEVELS; level++) {
    const members = await membersOf(files, "../".repeat(level));
    // A project may lie below a workspace that does not know it.
    if (members.some(({ manifest }) => manifest.name === name)) return members;
  }
  return [];
}

/** Returns the packages of the workspace with this root; empty if it is none. @throws UsageError */
export async function membersOf(files: ProjectFiles, root: string): Promise<Member[]> {
  const patterns = (await patternsIn(files, root)).map((one) => /^(!?)(.*)$/.exec(one) ?? []);
  const matching = (mark: string) =>
    patterns
      .filter(([, own]) => own === mark)
      .flatMap(([, , path = ""]) => foldersLike(files, root, path.split("/")));
  const excluded = new Set(matching("!"));
  const members: Member[] = [];
  for (const folder of new Set(matching(""))) {
    if (excluded.has(folder)) continue;
    // A folder becomes a word of a command.
    if (!/^[\w@./+-]+$/.test(folder) || !files.has(posix.join(folder, "package.json"))) continue;
    members.push({ folder, manifest: await readManifest(files, folder) });
  }
  return members;
}

/** Returns the patterns of the folders of a workspace: those of pnpm, else those of npm, Yarn and Bun. */
async function patternsIn(files: ProjectFiles, root: string): Promise<readonly string[]> {
  const text = await files.read(posix.join(root, "pnpm-workspace.yaml"));
  if (text === null) return (await readManifest(files, root)).workspaces;
  // A list in brackets, or with an item a line.
  const list = /^packages:(.*(?:\n(?:[-#\]\s].*)?)*)/m.exec(text)?.[1] ?? "";
  const items = list
    .replaceAll(/(^|\s)#.*/g, "")
    .matchAll(/["']([^"']+)["']|([^\s"'[\],-][^\s\],]*)/g);
  return Array.from(items, ([, quoted, plain]) => quoted ?? plain ?? "");
}

/** Returns the folders that a pattern such as `packages/*` matches. */
function foldersLike(files: ProjectFiles, folder: string, pattern: readonly string[]): string[] {
  const [first, ...rest] = pattern;
  const inside = (names: readonly string[], left: readonly string[]) =>
    names.flatMap((name) => foldersLike(files, posix.join(folder, name), left));
  if (first === undefined) return [folder];
  if (first === "**") {
    return [...foldersLike(files, folder, rest), ...inside(files.folders(folder), pattern)];
  }
  if (!first.includes("*")) return inside([first], rest);
  const [start = "", end = ""] = first.split("*");
  const isLike = (name: string) => name.startsWith(start) && name.endsWith(end);
  return inside(files.folders(folder).filter(isLike), rest);
}
