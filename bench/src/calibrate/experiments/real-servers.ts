import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compare, type CompareOptions } from "deadheat";
import type { Comparison } from "@deadheat/judge";
import type { Runtime } from "@deadheat/journal";
import { warningWords } from "@deadheat/report/words";
import { CalibrationFailed, type Lab } from "../lab/experiment.ts";

// Servers as people run them, written into a folder and compared by the user's own command: milliseconds of CPU time a
// request, and waits.

/** A server that listens on PORT. Both servers of a pair differ by `longer`, the factor of their work. */
export interface RealServer {
  readonly name: string;
  readonly code: (longer: number) => string;
}

const WORK =
  "const work = (n) => { let x = 0; for (let i = 0; i < n; i++) x += Math.sqrt(i); return x; };";

const listening = (handler: string) =>
  `import http from "node:http"; ${WORK}
   http.createServer((request, response) => { ${handler} }).listen(process.env.PORT, "127.0.0.1");`;

/** Steps of the loop that take a millisecond on an ordinary machine. */
const STEPS_PER_MS = 330_000;

export function heavy(ms: number): RealServer {
  const steps = (longer: number) => Math.round(STEPS_PER_MS * ms * longer);
  return {
    name: `${ms} ms of CPU`,
    code: (longer) => listening(`response.end(String(work(${steps(longer)}) > 0));`),
  };
}

/** A server with a function that takes a share of a request. The rest of the request takes a third more than `work`. */
export const small: RealServer = {
  name: "a small function",
  code: (longer) => {
    const steps = Math.round(1.33 * SMALL_WORK * (longer - 1));
    const call = steps > 0 ? `small(${steps}) + ` : "";
    return `const small = (n) => { let y = 1; for (let i = 0; i < n; i++) y += Math.sqrt(i); return y; };
      ${listening(`response.end(String(${call}work(${SMALL_WORK}) > 0));`)}`;
  },
};

/** The steps of about 60 µs, a multiple of the cost of the rest of a request. */
const SMALL_WORK = 20_000;

/** Returns a server that waits for so many milliseconds, and then computes if it is the longer one. */
export function waiting(ms: number): RealServer {
  return {
    name: `a wait of ${ms} ms`,
    code: (longer) => {
      const steps = longer > 1 ? SMALL_WORK : 0;
      return listening(`setTimeout(() => response.end(String(work(${steps}) >= 0)), ${ms});`);
    },
  };
}

/** Returns a server that keeps so many of the latest requests if it is the longer one; the other server keeps none. */
export function keeping(most: number): RealServer {
  const keep = `kept[i++ % ${most}] = { url: request.url, at: Date.now(), text: "y".repeat(50) + i };`;
  return {
    name: most === Infinity ? "a store of every request" : `a store of ${most} requests`,
    code: (longer) =>
      `const kept = []; let i = 0; ${listening(`${longer > 1 ? keep : ""} response.end("ok");`)}`,
  };
}

/** A page of rows, whose code a compiler has to see often before it is fast. */
export const page: RealServer = {
  name: "a page of 300 rows",
  code: (longer) =>
    `const escape = (text) => text.replace(/[&<>"]/g, (one) => "&#" + one.charCodeAt(0) + ";");
     const rows = Array.from({ length: ${Math.round(300 * longer)} }, (_, id) =>
       ({ id, name: "Item <" + id + ">", tags: ["a", "b", "c"].map((tag) => tag + id) }));
     const row = ({ id, name, tags }) => "<li class='" + (id % 2 ? "odd" : "even") + "'><a href='/" + id + "'>" +
       escape(name) + "</a>" + tags.map((tag) => "<i>" + escape(tag) + "</i>").join("") + "</li>";
     ${listening(
       `response.setHeader("content-type", "text/html");
        response.end("<ul>" + rows.map(row).join("").slice(0, 40000) + "</ul>");`,
     )}`,
};

/**
 * Compares two copies of a server by the user's command, the new one with longer work.
 * @throws CalibrationFailed if it was measured on other CPUs than the experiments that use the parts of the measure
 */
export async function compareReal(
  lab: Lab,
  server: RealServer,
  longer: number,
  options: Partial<CompareOptions> & { readonly runtime?: Runtime },
): Promise<{ readonly comparison: Comparison; readonly seconds: number }> {
  const { runtime = "node", ...rest } = options;
  const cwd = mkdtempSync(join(tmpdir(), "deadheat-real-"));
  try {
    writeFileSync(join(cwd, "base.mjs"), server.code(1));
    writeFileSync(join(cwd, "new.mjs"), server.code(longer));
    const clock = performance.now();
    const { comparisons } = await lab.onAllCpus(() =>
      compare({
        base: `./base.mjs/${runtime}`,
        new: `./new.mjs/${runtime}`,
        cwd,
        aa: true,
        // The calibration itself holds the machine.
        allowConcurrent: true,
        allowDifferent: true,
        signal: lab.signal,
        onProgress: (line) => lab.note(line),
        ...rest,
      }),
    );
    const [comparison] = comparisons as [Comparison];
    const unpinned = comparison.warnings.find(({ code }) => code === "not-pinned");
    if (unpinned !== undefined && lab.pinning.mode !== "none") {
      throw new CalibrationFailed(warningWords(unpinned));
    }
    return { comparison, seconds: (performance.now() - clock) / 1000 };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
