import { join } from "node:path";
import type { TestContext } from "node:test";
import { commitAll, git, repositoryIn, write } from "../../versions/test/revisions-repository.ts";
import { placeOf } from "./repository-with-oha.ts";

export const server = (work: string) => `import { createServer } from "node:http";
createServer((request, response) => { ${work} response.end("Hello!"); })
  .listen(Number(process.env.PORT), "127.0.0.1");`;
// The same work for each request: a wait by the clock would cost less CPU time while other tests run. It is less than
// 100 µs, above which a pilot would follow the server's warm-up for seconds.
export const slow = "for (let i = 0, x = 1; i < 40_000; i++) x = Math.imul(x, 31) + i;";

/** The settings of the shortest history with verdicts. */
export const common = {
  app: "server.mjs",
  rounds: 3,
  warmupRequests: 500,
  windowSeconds: 0.3,
  allowConcurrent: true,
};

/** Makes a repository with these tags, each with its server, and returns the folder for a history. */
export async function released(t: TestContext, servers: Readonly<Record<string, string>>) {
  const cwd = await placeOf(t);
  repositoryIn(cwd, { "README.md": "" });
  const release = (tag: string, text: string) => {
    write(cwd, { "server.mjs": text });
    commitAll(cwd, tag);
    git(cwd, "tag", tag);
  };
  for (const [tag, text] of Object.entries(servers)) release(tag, text);
  return { cwd, out: join(cwd, "../history"), release };
}
