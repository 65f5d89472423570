// Packages, copies of a project, and runtimes in other versions, installed by npm.
export { type InstallOptions, type Installed } from "./installs/options.ts";
export { installPackages } from "./installs/packages.ts";
export { releasedWith } from "./installs/manifest.ts";
export { digestOfProject, installProject, projectRoot } from "./installs/project.ts";
export { type FoundRuntime, installRuntime, lookForRuntime } from "./installs/runtime.ts";
export { exactVersion } from "./installs/npm/registry.ts";
export { pathOf, runLine, setUp } from "./revisions/tool.ts";

// Revisions of a git repository in worktrees.
export { type Checkout, type CheckoutOptions, checkout } from "./revisions/checkout.ts";
export { TREE, whyUnknown, mergeBase } from "./revisions/commit.ts";
export { requireRevision, resolveRevision } from "./revisions/commit.ts";
export { contentId, contentText, filesIn, filesThatDiffer } from "./revisions/files.ts";
export { isIgnored, linesThatDiffer, movedFiles } from "./revisions/files.ts";
export { type Commit, askGit, git, gitEnvironment, gitSettings, shortId } from "./revisions/git.ts";
export { inside, placeFile } from "./revisions/links.ts";
export { isLockfile } from "./revisions/lockfile.ts";
export { type Histories, type HistoryCommit, branchOf, historiesOf } from "./revisions/history.ts";
export { settingsOf } from "./revisions/settings.ts";
export { rangeOf } from "./revisions/commit.ts";
export { commitOfWorkingTree } from "./revisions/working-tree.ts";

// Ranges: the versions of a package or runtime, and the tags or commits of a repository, between two of them.
export { type Publications, publicationsOf, type Published } from "./ranges/published.ts";
export { newestOfEach, versionsBetween, versionsIn } from "./ranges/published.ts";
export { commitsBetween, tagsBetween } from "./ranges/revisions.ts";

// The cache that holds all of them.
export { factsOf } from "./installs/contents.ts";
export { hashOf, watchInstall } from "./installs/cache/entry.ts";
export { type Cached, listCache, pruneCache } from "./installs/cache/list.ts";
