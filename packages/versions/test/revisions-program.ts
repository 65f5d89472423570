import process from "node:process";
import { checkout } from "../src/revisions/checkout.ts";
import { commitOfWorkingTree } from "../src/git/working-tree.ts";
import { optionsOf } from "./revisions-repository.ts";

// The process that revisions-killed.test.ts kills. It checks out the working tree of its folder.
const cwd = process.cwd();
const setup = process.argv[2] ?? null;
const { folder } = await checkout(await commitOfWorkingTree(cwd), optionsOf(cwd, { setup }));
process.stdout.write(folder);
