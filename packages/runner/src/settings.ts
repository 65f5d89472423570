import {
  runtimes,
  type Blocks,
  type Load,
  type Modes,
  type Precision,
  type Runtime,
  type Settings,
} from "@deadheat/journal";
import type { describeMachine } from "@deadheat/measure";

/** The conditions of a run, from which its settings are made. */
export interface Conditions {
  readonly profile: string;
  readonly scenarios: readonly string[];
  readonly blocks: Blocks;
  readonly precision: Precision;
  readonly withinSeconds: number | null;
  readonly load: Load;
  readonly modes: Modes;
  /** The seed that the user gave; null if the seed is drawn. */
  readonly seed: number | null;
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: { readonly version: string; readonly sha256: string };
  /** The runtimes of the plan. */
  readonly tools: Partial<Record<Runtime, { readonly version: string; readonly sha256: string }>>;
}

/** Returns the settings of a run, as journals and results hold them. */
export function settingsOf({
  modes,
  machine,
  oha,
  tools,
  scenarios,
  ...rest
}: Conditions): Settings {
  const { pinning } = machine;
  const tool = (name: Runtime) => {
    const { version, sha256 } = tools[name] ?? { version: "not used", sha256: "" };
    return [name, { version, sha256 }] as const;
  };
  return {
    ...rest,
    scenarios: [...scenarios],
    ...modes,
    measure: [...modes.measure],
    machine: {
      ...machine,
      pinning: { ...pinning, server: [...pinning.server], generators: [...pinning.generators] },
    },
    tools: {
      oha: { version: oha.version, sha256: oha.sha256 },
      ...(Object.fromEntries(runtimes.map(tool)) as Record<Runtime, Settings["tools"]["node"]>),
    },
  };
}
