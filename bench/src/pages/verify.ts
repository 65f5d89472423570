import { messageOf, UsageError, EnvironmentError } from "@deadheat/journal";
import type { Io } from "deadheat/cli";
import { ANYWHERE, type VerifiedCell } from "../verify/verify-all.ts";
import { verdict } from "../verify/verify.ts";
import { checkPages, type FloorPages } from "./check.ts";
import { pageScenarios } from "./contract.ts";
import { installPages } from "./install.ts";
import type { PageTarget } from "./manifest.ts";
import { isPageProfile, pageProfiles } from "./profiles.ts";
import { discoverPages, PAGE_FLOOR, selectPages } from "./targets.ts";

/**
 * Installs, builds and starts each target of a profile, and checks what a browser would show of its pages.
 * @throws UsageError for an unknown profile or target; Interrupted
 */
export async function verifyPages(
  profile: string,
  patterns: readonly string[] | undefined,
  io: Io,
): Promise<VerifiedCell[]> {
  if (!isPageProfile(profile)) {
    const known = Object.keys(pageProfiles).join(", ");
    throw new UsageError(
      `--profile of verify is one of ${known}. Without it, verify checks all other targets.`,
    );
  }
  const targets = selectPages(discoverPages(), patterns ?? pageProfiles[profile].targets);
  const floorPages: FloorPages = new Map();
  const found: VerifiedCell[] = [];
  for (const target of targets) {
    const { runtime, name } = target;
    const floor = targets.find((one) => one.name === `${PAGE_FLOOR}/${runtime}`) as PageTarget;
    const broken = target.unsupported === null ? await brokenBuild(target, io) : null;
    const conditions = { pinning: ANYWHERE, signal: io.signal };
    const own =
      broken === null
        ? await checkPages(target, floor, conditions, floorPages)
        : pageScenarios.map((scenario) => verdict(target, scenario, "failed", broken));
    io.note(`${name}: ${own[0]?.status}`);
    found.push(...own.map((record) => ({ ...record, warnings: [] })));
  }
  return found;
}

async function brokenBuild(target: PageTarget, io: Io): Promise<string | null> {
  try {
    await installPages(target, io);
    return null;
  } catch (error) {
    if (error instanceof EnvironmentError) return messageOf(error);
    throw error;
  }
}
