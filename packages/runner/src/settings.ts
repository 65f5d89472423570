import type { Modes, Runtime, Settings, Tool } from "@deadheat/journal";
import type { describeMachine } from "@deadheat/measure";

/** The conditions of a run, from which its settings are made. */
export interface Conditions extends Pick<
  Settings,
  "profile" | "rounds" | "precision" | "withinSeconds" | "load" | "seed" | "isolation"
> {
  readonly scenarios: readonly string[];
  readonly modes: Modes;
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: Tool;
  /** The runtimes in use. */
  readonly tools: Readonly<Partial<Record<Runtime, Tool>>>;
}

export function settingsOf({
  modes,
  machine,
  oha,
  tools,
  scenarios,
  ...rest
}: Conditions): Settings {
  const { server, generators, lanes, ...pinning } = machine.pinning;
  const toolOf = ({ version, sha256 }: Tool): Tool => ({ version, sha256 });
  const used = Object.entries(tools).map(([name, tool]) => [name, toolOf(tool)] as const);
  return {
    ...rest,
    scenarios: [...scenarios],
    ...modes,
    measure: [...modes.measure],
    machine: {
      ...machine,
      pinning: {
        ...pinning,
        server: [...server],
        generators: [...generators],
        ...(lanes && { lanes: [...lanes] }),
      },
    },
    tools: { oha: toolOf(oha), ...Object.fromEntries(used) },
  };
}
