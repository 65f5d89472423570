import { basename, dirname } from "node:path";
import type { Pair } from "@deadheat/measure";
import { filesIn, filesThatDiffer, type Commit } from "@deadheat/versions";
import { CONFIG_FILES } from "../config/load.ts";

/** The names of documents that people read, beside a package or at the root of a repository. */
const DOCUMENT =
  /^(?:README|CHANGELOG|CHANGES|HISTORY|LICEN[CS]E|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|AUTHORS|AGENTS)(?:[_-]\w+|[\w.-]*\.(?:md|markdown|txt|rst|adoc))?$/i;
/** The name of any other such document, by convention in capitals: NOTES.md, RELEASE_NOTES.md. Text files may be data. */
const IN_CAPITALS = /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*\.(?:md|markdown|rst|adoc)$/;
const ON_GITHUB = /^\.github\/.*\.(?:md|ya?ml)$/;

/**
 * Returns the files that differ between two commits if no server runs or reads any of them: documents beside a package, workflows,
 * and a new deadheat.config. The commit of a working tree has its untracked files too. Every other file may be read by a server or built into it, even a Markdown file such as
 * content/page.md.
 * @returns null if another file differs, or if no file does
 */
export async function onlyDocuments(commits: Pair<Commit>): Promise<string[] | null> {
  const differing = await filesThatDiffer(commits.base, commits.new);
  const documents = await documentsAmong(commits, differing);
  return differing.length > 0 && documents.size === differing.length ? differing : null;
}

/** Returns those of the differing files that are such documents. */
export async function documentsAmong(
  { base, new: next }: Pair<Commit>,
  differing: readonly string[],
): Promise<ReadonlySet<string>> {
  const [before, after] = [await filesIn(base), await filesIn(next)];
  const isDocument = (path: string) => {
    const [folder, name] = [dirname(path), basename(path)];
    if (ON_GITHUB.test(path)) return true;
    if (CONFIG_FILES.some((file) => file === name)) return !before.has(path);
    const manifest = `${folder}/package.json`;
    const besidePackage = folder === "." || (before.has(manifest) && after.has(manifest));
    return (DOCUMENT.test(name) || IN_CAPITALS.test(name)) && besidePackage;
  };
  return new Set(differing.filter(isDocument));
}
