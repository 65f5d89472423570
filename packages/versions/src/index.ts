// Packages, copies of a project, and runtimes in other versions, installed by npm.
export { type InstallOptions, type Installed } from "./installs/options.ts";
export { type Packages, installPackages } from "./installs/packages.ts";
export { type Project, installProject } from "./installs/project.ts";
export { installRuntime } from "./installs/runtime.ts";
export { setUp } from "./installs/set-up.ts";

// Revisions of a git repository in worktrees.
export { type Checkout, type CheckoutOptions, checkout, placeFile } from "./revisions/checkout.ts";
export {
  TREE,
  whyUnknown,
  mergeBase,
  requireRevision,
  resolveRevision,
} from "./revisions/commit.ts";
export {
  contentId,
  contentText,
  filesIn,
  filesThatDiffer,
  isIgnored,
  linesThatDiffer,
  movedFiles,
} from "./revisions/files.ts";
export { settingsOf } from "./revisions/settings.ts";
export { type Range, rangeOf } from "./revisions/range.ts";
export { commitOfWorkingTree } from "./revisions/working-tree.ts";
export { type Commit, askGit, git, shortId } from "./revisions/git.ts";
export { gitEnvironment, gitSettings } from "./revisions/git.ts";

// The cache that holds all of them.
export { type Cached, listCache } from "./installs/cache/list.ts";
export { pruneCache } from "./installs/cache/prune.ts";

// Programs and projects on this machine.
export { type FoundRuntime, type NoRuntime, findRuntime, lookForRuntime } from "./runtime.ts";
export { projectRoot } from "./project-root.ts";
