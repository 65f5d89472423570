import { existsSync } from "node:fs";
import { join } from "node:path";
import { scenarioNamed } from "@deadheat/handlers";
import { runtimeFacts, type Runtime } from "@deadheat/journal";
import { VALIDATORS, type Manifest, type Target } from "./manifest.ts";
import { isPlain, protocolOf } from "./serving/serving.ts";
import { readVersion } from "./tools.ts";

/** Returns the reason why an app cannot serve a scenario's families or protocol. null if it can. */
export function lackOf(
  directory: string,
  { framework, means = {} }: Manifest,
  runtime: Runtime,
  scenario: string,
): string | null {
  const { families, protocol, names } = askedOf(scenario);
  if (runtimeFacts[runtime].run.kind === "worker" && !isPlain(scenarioNamed(scenario))) {
    return `On ${runtimeFacts[runtime].label} only the routes that every app has are measured.`;
  }
  const validators = VALIDATORS.filter((name) => name === scenario);
  for (const name of [...names, ...validators]) {
    const { lacks } = means[name] ?? {};
    const reason = typeof lacks === "string" ? lacks : lacks?.[runtime];
    if (reason !== undefined) return reason;
  }
  if (protocol !== null && !means[protocol]) {
    return `${framework}'s target.json names no means for ${protocol}`;
  }
  const missing = families.find(
    (family) => !existsSync(join(directory, "src", "families", `${family}.ts`)),
  );
  return missing === undefined ? null : `${framework}'s app has no src/families/${missing}.ts`;
}

/** Returns the packages besides the framework by which a target serves a scenario. */
export function librariesOf(
  { directory, manifest: { means = {} } }: Pick<Target, "directory" | "manifest">,
  scenario: string,
): { name: string; version: string }[] {
  const packages = askedOf(scenario).names.flatMap((name) => means[name]?.libraries ?? []);
  return [...new Set(packages)].map((name) => {
    return { name, version: readVersion(join(directory, "node_modules", name)) };
  });
}

function askedOf(name: string) {
  const scenario = scenarioNamed(name);
  const protocol = protocolOf(scenario);
  const { families } = scenario;
  return { families, protocol, names: protocol ? [...families, protocol] : families };
}
