import type { Runtime } from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";
import type { WantedRuntime } from "../entrants/runtime-suffix.ts";

/** A configuration, checked: paths are absolute, numbers in base units; null and empty where nothing is written. */
export interface ReadConfig {
  readonly path: string;
  /** Paths in servers (`parseSpec`) are relative to it. */
  readonly folder: string;
  readonly targets: readonly ReadTarget[];
  readonly app: string | null;
  readonly requests: readonly ReadRequest[];
  readonly runtimes: readonly WantedRuntime[];
  readonly setup: string | null;
  /** Names. */
  readonly env: readonly string[];
  /** Share by which the new one may be slower. */
  readonly gateShare: number | null;
  readonly budgetSeconds: number | null;
  /** Relative. */
  readonly margin: number | null;
  readonly allowDifferent: boolean;
}

export type ReadTarget =
  /** As `parseSpec` reads it, with the label. */
  | { readonly kind: "server"; readonly spec: string }
  | {
      readonly kind: "command";
      readonly label: string;
      /** The program first; `{port}` still in it. */
      readonly command: readonly string[];
      /** The environment variable that carries the port. */
      readonly port: string;
      /** Null: not told. */
      readonly runtime: Runtime | null;
      readonly cwd: string;
      readonly setup: string | null;
    };

/** A request, and what its answer has to be, as far as that was said. */
export interface ReadRequest {
  /** `GET /` unless it has one of its own; no two are alike. */
  readonly name: string;
  readonly request: Exchange["request"];
  readonly expect: {
    readonly status: number | null;
    /** A text is meant byte for byte, an object or a list as the value of JSON. */
    readonly body: string | object | null;
  };
  readonly gateShare: number | null;
}
