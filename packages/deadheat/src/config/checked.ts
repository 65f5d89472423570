import type { Runtime } from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";
import type { WantedRuntime } from "../entrants/runtime-suffix.ts";

/** A checked configuration. Paths are absolute and numbers in base units. A missing field is null or empty. */
export interface ReadConfig {
  readonly path: string;
  /** The folder that the paths of servers (`parseSpec`) are relative to. */
  readonly folder: string;
  readonly targets: readonly ReadTarget[];
  readonly app: string | null;
  readonly requests: readonly ReadRequest[];
  readonly runtimes: readonly WantedRuntime[];
  readonly setup: string | null;
  /** The names of environment variables. */
  readonly env: readonly string[];
  /** The share by which the new server may be slower. */
  readonly gateShare: number | null;
  readonly budgetSeconds: number | null;
  /** The largest relative difference that counts as a dead heat. */
  readonly margin: number | null;
  readonly allowDifferent: boolean;
}

export type ReadTarget =
  /** A server in the form that `parseSpec` reads, with its label. */
  | { readonly kind: "server"; readonly spec: string }
  | {
      readonly kind: "command";
      readonly label: string;
      /** The program and its arguments. `{port}` is not replaced yet. */
      readonly command: readonly string[];
      /** The environment variable that carries the port. */
      readonly port: string;
      /** The runtime of the program; null if the user named none. */
      readonly runtime: Runtime | null;
      readonly cwd: string;
      readonly setup: string | null;
    };

/** A request, and the expected answer as far as the user stated one. */
export interface ReadRequest {
  /** The name of the request, `GET /` by default. Names are unique. */
  readonly name: string;
  readonly request: Exchange["request"];
  readonly expect: {
    readonly status: number | null;
    /** The expected body. A text must match byte for byte, an object or a list as the value of JSON. */
    readonly body: string | object | null;
  };
  readonly gateShare: number | null;
}
