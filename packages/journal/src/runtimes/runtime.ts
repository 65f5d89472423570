/**
 * A runtime that servers run on: everything that deadheat knows of it. Each runtime is one file of this folder, and one line
 * of list.ts. The files are pure, so that any package may read them.
 */
export interface RuntimeFacts {
  /** The name in targets, records and commands: `bun`. */
  readonly name: string;
  /** The name in sentences: `Bun`. */
  readonly label: string;
  /** The thinnest server of the runtime, which is the reference of its targets: `fetch/bun`. */
  readonly floor: string;
  /** The export conditions by which packages choose their code for it: its own, and for a variant of Node also `node`. */
  readonly conditions: readonly string[];
  /** The runtime's own server as readers know it: `Bun.serve`. */
  readonly ownServer: string;
  /**
   * The responses after which a server is warm. They were found by experiment for each engine (docs/findings.md, "Warm-up").
   */
  readonly warmupResponses: number;
  /** The type that the runtime adds to a body without one; null if it adds none. */
  readonly addedType: string | null;
  readonly program: Program;
  /** The way in which a server is started. */
  readonly run: RunFile | RunWorker;
  /** The way in which a module is loaded before a server's own code; null if that is impossible. */
  readonly preload: Preload | null;
  /** true if its profiler samples allocations, which explain memory. */
  readonly samplesAllocations: boolean;
  /**
   * true if the runtime is measured only if a target names it (`hono/workerd`), and only on machines for which npm has it.
   */
  readonly isOptional: boolean;
  readonly look: Look;
}

/** The runtime's program: where npm has it, and how it prints its version. */
interface Program {
  /** The npm package with the runtime's versions, which is also the program's name on PATH: `bun`. A variant has another's. */
  readonly package: string;
  /**
   * The path of the program itself, where the install script of the npm package puts it. A script that starts the program
   * would be another process. null if the package only depends on that of each platform.
   */
  readonly path: string | null;
  /** Returns the npm package with the program for a platform, and its path there; null if npm has none. */
  readonly platform: (machine: Platform) => PlatformPackage | null;
  /** Returns the version in what `--version` prints; null if there is none. */
  readonly version: (printed: string) => string | null;
}

export interface PlatformPackage {
  readonly name: string;
  readonly program: string;
}

/** The facts about a machine that decide which build of a program it can run. */
export interface Platform {
  /** As `process.platform` has it. */
  readonly platform: string;
  /** As `process.arch` has it. */
  readonly arch: string;
  /** null outside of Linux. */
  readonly libc: "glibc" | "musl" | null;
  /** true if the CPU lacks AVX2. */
  readonly lacksAvx2: boolean;
}

/** The runtime runs a file that listens. */
interface RunFile {
  readonly kind: "file";
  /** The words between the program and the file. */
  readonly words: readonly string[];
  /** The words after them that permit the file everything; empty if the runtime asks for no permissions. */
  readonly permitAll: readonly string[];
  /** The word before code on the command line: `-e`. */
  readonly evaluate: string;
}

/** The runtime listens itself, and gives each request to the `fetch` of one bundled module, as a config file says. */
interface RunWorker {
  readonly kind: "worker";
  /** Returns the config for a module beside it. @param module the name of the module's file */
  readonly config: (module: string) => string;
  /** Returns the words after the program. `{port}` stands for the port on 127.0.0.1. @param config the path of the config */
  readonly words: (config: string) => readonly string[];
}

interface Preload {
  /** The environment variable that reaches each process of the server, whichever command starts it. */
  readonly variable: string;
  /** Returns the words for the variable that load a CommonJS module. */
  readonly words: (module: string) => string;
}

/** The color and shape by which drawings show the runtime. A shape does not rely on color. */
interface Look {
  /** The colors on light and on dark paper. They differ with any kind of color vision (Okabe and Ito). */
  readonly light: string;
  readonly dark: string;
  readonly terminal: "green" | "magenta" | "cyan" | "blue";
  /** The shape around the origin as an SVG element: its name and its attributes. */
  readonly shape: readonly [string, Readonly<Record<string, string | number>>];
  /** The style that cuts the same shape out of a square. */
  readonly icon: string;
}

/** Returns the first semantic version in a text. */
export function semanticVersion(printed: string): string | null {
  return /\d+\.\d+\.\d+\S*/.exec(printed)?.[0] ?? null;
}
