import manifest from "../package.json" with { type: "json" };

export function deadheatVersion(): string {
  return manifest.version;
}
