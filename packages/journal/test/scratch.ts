import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** A test, or the file of tests, at whose end something happens. */
interface Ending {
  readonly after: (fn: () => void) => void;
}

/** Makes a folder that is removed at the end. */
export function temporaryFolder(t: Ending): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "deadheat-test-")));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

/** Sets environment variables until the end. */
export function setVariables(t: Ending, variables: Readonly<Record<string, string>>): void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  t.after(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}
