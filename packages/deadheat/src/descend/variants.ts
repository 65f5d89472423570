import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import type { Pair } from "@deadheat/measure";
import { hashOf, makeVariant, type Changes } from "@deadheat/versions";
import type { Program, Side } from "../ready/side.ts";
import type { Candidate } from "../search/candidate.ts";
import { sideOf, type Session } from "../search/session.ts";
import type { Learned } from "../learn/learn.ts";
import { OWN, rootOf, textsIn, type Exchangeable } from "./units.ts";

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
  readonly program?: Learned | null;
}

/** Returns a candidate that is a changed copy of another one. Nothing is copied before it is first needed. */
export function variantOf(
  { session, folder }: Copies,
  of: Candidate,
  { name, decided, changes, program = null }: Variant,
): Candidate {
  const id = hashOf([of.id, decided]).slice(0, 16);
  const make = async (): Promise<Side> => {
    const side = await sideOf(session, of);
    const made = await makeVariant(realpathSync(side.root), join(folder, id), await changes());
    return movedTo(side, made, name, program);
  };
  return { id, name, spec: of.spec, commit: null, app: null, date: null, make };
}

function movedTo(side: Side, folder: string, name: string, program: Learned | null): Side {
  const { services: _, ...rest } = side;
  const from = program?.side ?? side;
  return {
    ...rest,
    name: `${name}/${side.runtime}`,
    program: programIn(from, folder),
    cwd: join(folder, relative(realpathSync(side.root), realpathSync(side.cwd))),
    root: folder,
    revision: null,
    lockfile: null,
    isUnchanged: () => Promise.resolve(true),
  };
}

function programIn({ program, root }: Side, folder: string): Program {
  if (program.kind !== "file") return program;
  const path = relative(realpathSync(root), realpathSync(program.file));
  return { ...program, file: join(folder, path) };
}

/** Returns the new server with some of its units as the base has them. */
export function withOld(
  copies: Copies,
  pair: Pair<Candidate>,
  learned: Pair<Learned>,
  units: readonly Exchangeable[],
): Candidate {
  const hasOwn = units.some(({ name }) => name === OWN);
  return variantOf(copies, pair.new, {
    name: units
      .map(({ name, base }) => (name === OWN ? "own code" : `${name}@${base.version}`))
      .join("+"),
    decided: ["old", pair.base.id, units.map((one) => one.name).toSorted()],
    program: hasOwn ? learned.base : null,
    changes: () => ({
      puts: units.flatMap((unit) => (unit.name === OWN ? [] : putsOf(unit, learned.base))),
      texts: hasOwn ? textsIn(learned.base, OWN) : new Map<string, string>(),
    }),
  });
}

function putsOf({ base, new: next }: Exchangeable, { side }: Learned): Changes["puts"] {
  const top = rootOf({ side });
  return next.folders.map((target) => {
    const own = base.folders.includes(target) ? target : (base.folders[0] as string);
    return { target, source: join(top, own), top };
  });
}
