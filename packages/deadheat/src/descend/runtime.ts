import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as v from "valibot";
import { attempt, runtimeFacts } from "@deadheat/journal";
import type { Descended } from "@deadheat/judge";
import type { Pair } from "@deadheat/measure";
import type { Candidate } from "../search/candidate.ts";
import { sideOf, type Session } from "../search/session.ts";
import { toldOf } from "./told.ts";
import { measuredOf } from "./chain.ts";
import type { DescentResult } from "./descend.ts";

const versionsSchema = v.record(v.string(), v.string());
const LONGEST_MILLISECONDS = 10_000;
/** The runtime's own number, which differs in any case, and numbers that repeat another one. */
const ITSELF = new Set(["node", "bun", "deno", "modules", "napi", "nghttp2_version"]);

/** Returns the parts of a runtime that differ between two of its releases. A runtime has no packages, so nothing can be proven. */
export async function descendRuntime(
  session: Session,
  pair: Pair<Candidate>,
): Promise<DescentResult> {
  const [before, after] = [
    await versionsOf(session, pair.base),
    await versionsOf(session, pair.new),
  ];
  const components = Object.entries(after).flatMap(([name, version]) => {
    const base = before[name];
    const differs = base !== undefined && base !== version && !ITSELF.has(name);
    return differs ? [{ name, base, new: version }] : [];
  });
  const descended: Descended = {
    base: pair.base.name,
    new: pair.new.name,
    whole: toldOf(measuredOf(session.store, pair)),
    steps: [],
    brings: [],
    proofs: [],
    unproven: null,
    components,
    ended: { code: "runtime", reason: null },
    patch: null,
  };
  return { descended, failure: null };
}

async function versionsOf(session: Session, of: Candidate): Promise<Record<string, string>> {
  const { found, runtime } = await sideOf(session, of);
  const code = "console.log(JSON.stringify(process.versions))";
  const { run } = runtimeFacts[runtime];
  if (run.kind !== "file") return {};
  const { signal } = session.testbed;
  const running = promisify(execFile)(found.path, [run.evaluate, code], {
    signal,
    timeout: LONGEST_MILLISECONDS,
  });
  const text = await running.then(({ stdout }) => stdout).catch(() => "");
  const read = () => JSON.parse(text) as unknown;
  const versions = v.safeParse(versionsSchema, attempt(read));
  return versions.success ? versions.output : {};
}
