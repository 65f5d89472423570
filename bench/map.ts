import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { harness } from "./src/task/sources.ts";
import { root } from "./src/targets/project.ts";

// Draws the packages and their imports, from the sources: node bench/map.ts

/** The files and folders that decide metrics, besides whole packages. */
const inTheKey = harness
  .filter((path) => !/^packages\/[^/]+\/src$/.test(path))
  .map((path) => path.replace(/^packages\/|^bench\/src\//, "").replace("/src/", "/"));

export const mapFile = join(root, "docs/images/packages.svg");

/** The purpose of each package, in few enough words for a box. */
const purposes: Readonly<Record<string, string>> = {
  adapter: "listen() on each runtime",
  addon: "addons for older systems",
  apps: "a folder for each framework",
  bench: "this repository's matrix",
  deadheat: "for any repository",
  handlers: "scenarios and handlers",
  journal: "what a record is",
  judge: "from records to verdicts",
  measure: "from processes to records",
  oha: "the generator, read honestly",
  report: "what people and tools read",
  runner: "rounds, resume, journals",
  stats: "from numbers to numbers",
  stores: "clients of databases",
  versions: "packages and revisions",
};

function purposeOf(name: string): string {
  const purpose = purposes[name];
  if (purpose === undefined)
    throw new Error(`bench/map.ts has no purpose for packages/${name}. Add a purpose`);
  return purpose;
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Returns the imports between packages. All apps count as one package. */
export function importsOfAll(): Graph {
  const below = (folder: string) =>
    readdirSync(join(root, folder))
      .map((name) => join(root, folder, name))
      .filter((own) => existsSync(join(own, "package.json")));
  const rooms = new Map(below("packages").map((own) => [basename(own), [own]]));
  rooms.set("bench", [join(root, "bench")]).set("apps", below("apps"));
  return new Map(
    [...rooms].toSorted().map(([name, folders]) => {
      const found = new Set(folders.flatMap(importsOf));
      return [name, [...found].filter((other) => rooms.has(other)).toSorted()];
    }),
  );
}

/** Returns the packages that a package imports and depends on. Templates of source code may name other packages. */
function importsOf(folder: string): string[] {
  if (!existsSync(join(folder, "src"))) return [];
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  const files = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
  const code = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, "src", file), "utf8"));
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) =>
      code.some((text) => new RegExp(`\\b(?:from|import\\() ?"${name}["/]`).test(text)),
    )
    .map((name) => name.replace(/^@deadheat\//, ""));
}

/** Returns the graph without arrows that follow from others. */
function reduced(graph: Graph): Graph {
  const reaches = (from: string, to: string): boolean =>
    (graph.get(from) ?? []).some((next) => next === to || reaches(next, to));
  return new Map(
    [...graph].map(([name, others]) => [
      name,
      others.filter((other) => !others.some((via) => via !== other && reaches(via, other))),
    ]),
  );
}

/** A package, or (`passing`) the point where an arrow passes a row. */
interface Spot {
  readonly name: string;
  readonly passing: boolean;
  /** The names of the spots in the next row to which arrows lead. */
  readonly to: string[];
}

/** Returns the rows. A package is directly below its importers; arrows go from row to row. */
function rowsOf(graph: Graph): Spot[][] {
  const depth = (name: string): number =>
    Math.max(-1, ...[...graph].filter(([, to]) => to.includes(name)).map(([from]) => depth(from))) +
    1;
  const rows: Spot[][] = [];
  const put = (row: number, spot: Spot) => void (rows[row] ??= []).push(spot);
  for (const name of graph.keys()) put(depth(name), { name, passing: false, to: [] });
  for (const [name, others] of graph) {
    for (const other of others) {
      let from = rows[depth(name)]?.find((spot) => spot.name === name);
      for (let row = depth(name) + 1; row < depth(other); row++) {
        const passing = { name: `${name} to ${other}`, passing: true, to: [] };
        put(row, passing);
        from?.to.push(passing.name);
        from = passing;
      }
      from?.to.push(other);
    }
  }
  return rows;
}

const box = { width: 190, height: 54, across: 28, down: 52, margin: 24 };

/** Returns the middle of each spot, relative to the middle of the row. */
function placesOf(row: readonly Spot[]): Map<string, number> {
  const widths = row.map(({ passing }) => (passing ? 0 : box.width));
  const total = widths.reduce((sum, width) => sum + width, box.across * (row.length - 1));
  let left = -total / 2;
  return new Map(
    row.map(({ name }, i) => {
      const middle = left + (widths[i] ?? 0) / 2;
      left += (widths[i] ?? 0) + box.across;
      return [name, middle];
    }),
  );
}

/** Returns the cost of the arrows between two rows: crossings first, then horizontal distance. */
function cost(upper: readonly Spot[], lower: readonly Spot[]): number {
  const [from, to] = [placesOf(upper), placesOf(lower)];
  const arrows = upper.flatMap((spot) =>
    spot.to.map((name) => [from.get(spot.name) ?? 0, to.get(name) ?? 0] as const),
  );
  const crossings = arrows.flatMap(([a, b], i) =>
    arrows.slice(i + 1).filter(([c, d]) => (a - c) * (b - d) < 0),
  );
  return crossings.length * 10_000 + arrows.reduce((sum, [a, b]) => sum + Math.abs(a - b), 0);
}

/** Returns the rows in the orders that have the lowest total cost. */
function ordered(rows: readonly Spot[][]): Spot[][] {
  let best = permutations(rows[0] ?? []).map((row) => ({ rows: [row], cost: 0 }));
  for (const next of rows.slice(1)) {
    best = permutations(next).map((row) => {
      const ways = best.map((way) => ({
        rows: [...way.rows, row],
        cost: way.cost + cost(way.rows.at(-1) ?? [], row),
      }));
      return ways.reduce((a, b) => (b.cost < a.cost ? b : a));
    });
  }
  return best.reduce((a, b) => (b.cost < a.cost ? b : a)).rows;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) =>
    permutations(items.toSpliced(i, 1)).map((others) => [item, ...others]),
  );
}

const style = `
  :root { --ground: #fff; --ink: #1f2328; --quiet: #59636e; --box: #f6f8fa; --edge: #afb8c1; --key: #ddf4ff; --key-edge: #54aeff }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #0d1117; --ink: #f0f6fc; --quiet: #9198a1; --box: #151b23; --edge: #656c76; --key: #0c2d6b; --key-edge: #388bfd }
  }
  svg { background: var(--ground) }
  text { font: 12px system-ui, sans-serif; fill: var(--quiet) }
  .name { font-size: 15px; font-weight: 600; fill: var(--ink) }
  .middle { text-anchor: middle }
  .ground { fill: var(--ground) }
  .box { fill: var(--box); stroke: var(--edge) }
  .key { fill: var(--key); stroke: var(--key-edge) }
  .arrow { fill: none; stroke: var(--quiet); stroke-width: 1.5; marker-end: url(#head) }
  #head path { fill: var(--quiet) }`;

/** Returns the picture as SVG. */
export function drawMap(graph: Graph = importsOfAll()): string {
  const rows = ordered(rowsOf(reduced(graph)));
  const places = rows.map(placesOf);
  const reach = Math.max(...places.flatMap((row) => [...row.values()].map(Math.abs)));
  const width = 2 * (reach + box.width / 2 + box.margin);
  const top = (row: number) => box.margin + row * (box.height + box.down);
  const height = top(rows.length) - box.down + 3.5 * box.margin;
  const x = (row: number, name: string) => round(width / 2 + (places[row]?.get(name) ?? 0));
  const arrows = rows.flatMap((row, i) =>
    row.flatMap((spot) => {
      const from = spot.passing ? top(i) : top(i) + box.height;
      return spot.to.map((name) => {
        const passing = rows[i + 1]?.find((other) => other.name === name)?.passing === true;
        const [a, b, to] = [x(i, spot.name), x(i + 1, name), top(i + 1) - (passing ? 0 : 3)];
        const through = spot.passing ? `M${a},${from}V${top(i) + box.height}` : `M${a},${from}`;
        const start = top(i) + box.height;
        const half = (start + to) / 2;
        return { passing, path: `${through}C${a},${half} ${b},${half} ${b},${to}` };
      });
    }),
  );
  const boxes = rows.flatMap((row, i) =>
    row.flatMap(({ name, passing }) => {
      if (passing) return [];
      const kind = harness.some((path) => path === `packages/${name}/src`) ? "box key" : "box";
      const left = x(i, name) - box.width / 2;
      const size = `width="${box.width}" height="${box.height}" rx="8"`;
      return [
        `<rect class="${kind}" x="${left}" y="${top(i)}" ${size}/>`,
        `<text class="name middle" x="${x(i, name)}" y="${top(i) + 23}">${name}</text>`,
        `<text class="middle" x="${x(i, name)}" y="${top(i) + 42}">${purposeOf(name)}</text>`,
      ];
    }),
  );
  const legend = [
    "An arrow is an import. Arrows that follow from others are left out.",
    `Blue packages decide metrics: the cache key contains them, and ${listOf(inTheKey)}.`,
  ].map((line, i) => `<text x="${box.margin}" y="${height - 36 + 18 * i}">${line}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    "<title>The packages of deadheat, and which imports which</title>",
    `<style>${style}\n</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0L8,4L0,8z"/></marker></defs>',
    `<rect class="ground" width="${width}" height="${height}" rx="12"/>`,
    ...arrows.map(
      ({ passing, path }) =>
        `<path class="arrow"${passing ? ' style="marker-end: none"' : ""} d="${path}"/>`,
    ),
    ...boxes,
    ...legend,
    "</svg>",
    "",
  ].join("\n");
}

/** Returns a list such as `plan, targets and task` from paths. */
function listOf(paths: readonly string[]): string {
  const names = paths.map((path) => basename(path, ".ts"));
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

if (import.meta.main) {
  mkdirSync(dirname(mapFile), { recursive: true });
  writeFileSync(mapFile, drawMap());
}
