import { runtimes, type Modes, type Runtime, type Settings } from "@deadheat/journal";
import type { describeMachine } from "@deadheat/measure";

type Tool = Settings["tools"]["node"];

/** The conditions of a run, from which its settings are made. */
export interface Conditions extends Pick<
  Settings,
  "profile" | "rounds" | "precision" | "withinSeconds" | "load" | "seed" | "isolation"
> {
  readonly scenarios: readonly string[];
  readonly modes: Modes;
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: Tool;
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
  const used = runtimes.map((name) => {
    return [name, toolOf(tools[name] ?? { version: "not used", sha256: "" })] as const;
  });
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
    tools: { oha: toolOf(oha), ...(Object.fromEntries(used) as Record<Runtime, Tool>) },
  };
}
