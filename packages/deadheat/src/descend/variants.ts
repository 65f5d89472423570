import type { Trial } from "../provenance/trial.ts";
import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { hashOf, makeVariant, type Changes } from "@deadheat/versions";
import type { Program, Installed } from "../ready/installed.ts";
import type { Candidate } from "../search/candidate.ts";
import { sideOf, type Session } from "../search/session.ts";
import { OWN, rootOf, textsIn, type Difference, type Exchangeable } from "./units.ts";

/** The place of a descent: its search, and the folder of the copies, which are removed at its end. */
export interface Copies {
  readonly session: Session;
  readonly folder: string;
}

export interface Variant {
  readonly name: string;
  /** Everything that decides the changes, for the variant's identity. */
  readonly decided: unknown;
  readonly changes: () => Changes | Promise<Changes>;
  /** The server whose program is started, if the own code is that server's; null for the copied one's. */
  readonly program?: Trial | null;
}

/** Returns a candidate that is a changed copy of another one. Nothing is copied before it is first needed. */
export function variantOf(
  { session, folder }: Copies,
  of: Candidate,
  { name, decided, changes, program = null }: Variant,
): Candidate {
  const id = hashOf([of.id, decided]).slice(0, 16);
  const make = async (): Promise<Installed> => {
    const side = await sideOf(session, of);
    const made = await makeVariant(realpathSync(side.root), join(folder, id), await changes());
    return movedTo(side, made, name, program);
  };
  return { id, name, spec: of.spec, commit: null, app: null, date: null, make };
}

function movedTo(side: Installed, folder: string, name: string, program: Trial | null): Installed {
  const { data: _, ...rest } = side;
  const from = program?.side ?? side;
  return {
    ...rest,
    name: `${name}/${side.runtime}`,
    program: programIn(from, folder),
    cwd: join(folder, relative(realpathSync(side.root), realpathSync(side.cwd))),
    root: folder,
    revision: null,
    copyOf: side.revision,
    lockfile: null,
    isUnchanged: () => Promise.resolve(true),
  };
}

function programIn({ program, root }: Installed, folder: string): Program {
  if (program.kind !== "file") return program;
  const path = relative(realpathSync(root), realpathSync(program.file));
  return { ...program, file: join(folder, path) };
}

/** Returns the new server with some of the units that differ as the base has them. All other units stay as they are. */
export function withOld(
  copies: Copies,
  { pair, learned, units: all }: Difference,
  units: readonly Exchangeable[],
): Candidate {
  const single = ({ base, new: next }: Exchangeable) =>
    base.folders.length === 1 && next.folders.length === 1;
  const hasOwn = units.some(({ name }) => name === OWN);
  return variantOf(copies, pair.new, {
    name: oldWords(units),
    decided: ["old", pair.base.id, units.map((one) => one.name).toSorted()],
    program: hasOwn ? learned.base : null,
    changes: () => ({
      puts: units.flatMap((unit) => (unit.name === OWN ? [] : putsOf(unit, learned.base))),
      // If a package has several copies, which one another package gets is part of the difference.
      fixed: new Set(all.filter(single).map(({ name }) => name)),
      texts: hasOwn ? textsIn(learned.base, OWN) : new Map<string, string>(),
    }),
  });
}

/** Returns `debug@2.6.9`, or with more units `debug@2.6.9 and 4 more`. */
function oldWords([first, ...others]: readonly Exchangeable[]): string {
  if (first === undefined) return "nothing old";
  const name = first.name === OWN ? "the old own code" : `${first.name}@${first.base.version}`;
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

function putsOf({ base, new: next }: Exchangeable, { side }: Trial): Changes["puts"] {
  const top = rootOf({ side });
  return next.folders.map((target) => {
    const own = base.folders.includes(target) ? target : (base.folders[0] as string);
    return { target, source: join(top, own), top };
  });
}
