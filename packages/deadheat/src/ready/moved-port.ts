import { fileURLToPath } from "node:url";
import type { Warning } from "@deadheat/journal";
import { preloaded, type Entrant, type FailedStart } from "@deadheat/measure";

/** A port that the code of a server fixes, and where the server listens instead. */
export interface MovedPort {
  readonly from: number;
  /** `own`: on the port that deadheat gives the server. `free`: on any free port, beside its own one. */
  readonly to: "own" | "free";
}

const IN_USE = /EADDRINUSE\b[^\n]*:(\d+)|[Ii]s port (\d+) in use/;

/**
 * Returns how to start a server again whose own port is fixed; null if a failed start has another reason. A port that is
 * in use may be one beside the server's own port, such as that of its metrics, so it is first moved out of the way.
 * @param before how the port was moved in the failed start; null if it was not
 */
export function movedPort(
  before: MovedPort | null,
  { words, elsewhere }: FailedStart,
): MovedPort | null {
  if (before?.to === "own") return null;
  const [only, ...others] = elsewhere;
  if (only !== undefined)
    return others.length > 0 ? null : { from: before?.from ?? only, to: "own" };
  const port = IN_USE.exec(words)?.slice(1).find(Boolean);
  return before !== null || port === undefined ? null : { from: Number(port), to: "free" };
}

/** Returns the entrant with a module that moves the port. Programs of Node, Bun and Deno load it. */
export function withMovedPort(entrant: Entrant, moved: MovedPort | null): Entrant {
  if (moved === null) return entrant;
  const module = fileURLToPath(new URL("./move-port.cjs", import.meta.url));
  return preloaded(entrant, module, {
    DEADHEAT_MOVE_FROM: String(moved.from),
    DEADHEAT_MOVE_TO: moved.to === "own" ? (entrant.portVariable ?? "PORT") : "",
  });
}

export function movedWarnings(
  sides: readonly { readonly name: string; readonly movedPort?: MovedPort | null }[],
): Warning[] {
  const moved = sides.flatMap(({ name, movedPort: port }) => (port ? [{ name, port }] : []));
  const byPort = Map.groupBy(moved, ({ port }) => `${port.to} ${port.from}`);
  return [...byPort.values()].map(([first, ...others]) => {
    const { name, port } = first as (typeof moved)[number];
    const names = [...new Set([name, ...others.map((other) => other.name)])];
    return { code: "moved-port", facts: { servers: names, port: port.from, to: port.to } };
  });
}
