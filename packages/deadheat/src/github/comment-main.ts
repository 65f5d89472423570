// The module that a comment's job runs, in one file without dependencies: packages/deadheat/comment.mjs. bundle.ts writes it.
import process from "node:process";
import { runCommand } from "../terminal/command.ts";
import { comment } from "./comment.ts";

process.exitCode = 3;
process.exitCode = await runCommand(async (io) => {
  io.note(`deadheat: ${await comment(io.signal)}`);
  return 0;
});
