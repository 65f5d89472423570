export { findNpm } from "./npm/find.ts";
// Packages, copies of a project, and runtimes in other versions, installed by npm.
export { type FoundRuntime, type InstallOptions, type InstalledTree } from "./options.ts";
export { installPackages } from "./installs/packages.ts";
export { releasedWith } from "./installs/manifest.ts";
export { digestOfProject, installProject, projectRoot } from "./installs/project.ts";
export { installRuntime, lookForRuntime } from "./installs/runtime.ts";
export { exactVersion } from "./npm/registry.ts";
export { pathOf, runLine, setUp } from "./processes/tool.ts";

// Revisions of a git repository in worktrees.
export { type Checkout, type CheckoutOptions, checkout } from "./revisions/checkout.ts";
export { TREE, whyUnknown, mergeBase } from "./git/commit.ts";
export { requireRevision, resolveRevision } from "./git/commit.ts";
export { contentId, contentsIn, contentText, filesIn, filesThatDiffer } from "./git/files.ts";
export { isIgnored, linesThatDiffer, movedFiles } from "./git/files.ts";
export { type Commit, askGit, git, gitEnvironment, gitSettings, shortId } from "./git/git.ts";
export { type LeftOut, leftOutOf } from "./git/left-out.ts";
export { placeFile } from "./revisions/links.ts";
export { isLockfile } from "./revisions/lockfile.ts";
export { type Histories, type HistoryCommit, branchOf, historiesOf } from "./git/history.ts";
export { settingsOf } from "./revisions/settings.ts";
export { rangeOf } from "./git/commit.ts";
export { commitOfWorkingTree } from "./git/working-tree.ts";

// Ranges: the versions of a package or runtime, and the tags or commits of a repository, between two of them.
export { type Publications, publicationsOf, type Published } from "./npm/published.ts";
export { newestOfEach, versionsBetween, versionsIn } from "./npm/published.ts";
export { commitsBetween, tagsBetween } from "./git/ranges.ts";

// Copies of an installed tree with other versions of packages, or other texts of files.
export { type Changes, makeVariant, type Put } from "./variants/variant.ts";
export { installedManifestIn } from "./installs/manifest.ts";

// The cache that holds all of them.
export { factsOf } from "./cache/contents.ts";
export { hashOf, watchInstall } from "./cache/entry.ts";
export { type Cached, listCache, pruneCache } from "./cached.ts";
