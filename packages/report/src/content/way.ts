import type { Descended, Exchanged, Proof } from "@deadheat/judge";
import { isShareProven } from "@deadheat/stats";
import { formatInterval, formatRatio } from "../format.ts";
import { left, right, type Filled } from "./section.ts";

type Share = Proof["share"];

/** A row of the way down: a step, or what taking it back gives back. */
export interface WayRow {
  readonly level: string;
  readonly found: string;
  readonly share: Share;
  readonly note: string;
  readonly isProof: boolean;
  /** true for a step that the search did not follow. */
  readonly isAside: boolean;
}

/** Returns the steps of the way down, from the whole difference and the package to the lines, each proof after its step. */
export function wayOf({ base, new: next, whole, steps, proofs }: Descended): WayRow[] {
  if (steps.length + proofs.length === 0) return [];
  const rowsAt = (level: (typeof steps)[number]["level"]) =>
    steps
      .filter((step) => step.level === level)
      .map((step): WayRow => {
        return {
          level,
          found: [step, ...step.together].map((one) => changeWords(one)).join(", "),
          share: step.share,
          note: step.followed ? "" : "not followed",
          isProof: false,
          isAside: !step.followed,
        };
      });
  const proofsOf = (kind: Proof["kind"]) =>
    proofs.filter((proof) => proof.kind === kind).map(proofRow);
  const top: WayRow = {
    level: "whole",
    found: `${base} → ${next}`,
    share: { share: 1, lo: 1, hi: 1 },
    note: whole === null ? "" : `ratio ${formatRatio(whole.ratio)} ${formatInterval(whole)}`,
    isProof: false,
    isAside: false,
  };
  return [
    top,
    ...rowsAt("package"),
    ...proofsOf("version"),
    ...rowsAt("release"),
    ...rowsAt("commit"),
    ...proofsOf("lines"),
  ];
}

function proofRow({ kind, of, share, lines }: Proof): WayRow {
  const files = (lines?.files ?? []).join(", ");
  return {
    level: kind === "version" ? "old version" : "old lines",
    found: kind === "version" ? of.map(insteadWords).join(", ") : files,
    share,
    note: isShareProven(share) ? "proven: gone" : "not proven",
    isProof: true,
    isAside: false,
  };
}

/** The columns of the way down in a terminal, where the sentences below them have the rest. */
export const shortWayColumns: readonly Filled<WayRow>[] = [
  [left("step"), ({ level }) => level],
  [left("what"), ({ found }) => found],
  [left("difference"), ({ share }) => barWords(share)],
  [right("share"), ({ share }) => percentWords(share.share)],
];

/** The columns of the way down in a comment. */
export const wayColumns: readonly Filled<WayRow>[] = [
  ...shortWayColumns,
  [right("95 % interval"), ({ share: { lo, hi } }) => limitWords(lo, hi)],
  [left("note"), ({ note }) => note],
];

const BAR = 10;

/** Returns a bar of ten characters, full for the whole difference. */
function barWords({ share }: Share): string {
  const full = Math.min(BAR, Math.max(0, Math.round(BAR * share)));
  return "█".repeat(full) + "░".repeat(BAR - full);
}

/** Returns `96 % [90, 102]`. */
export function shareWords({ share, lo, hi }: Share): string {
  if (lo === null || hi === null) return `about ${percentWords(share)}`;
  return lo === hi ? percentWords(share) : `${percentWords(share)} ${limitWords(lo, hi)}`;
}

const percentWords = (share: number) => `${Math.round(share * 100)} %`;

function limitWords(lo: number | null, hi: number | null): string {
  if (lo === null || hi === null || lo === hi) return "";
  return `[${Math.round(lo * 100)}, ${Math.round(hi * 100)}]`;
}

/** Returns `qs 6.9.7 → 6.10.1`. */
export function changeWords({ name, from, to }: Exchanged): string {
  if (name === ".") return "your own code";
  return `${name} ${from} → ${to}`;
}

/** Returns `qs 6.9.7 instead of 6.10.1`. */
export function insteadWords({ name, from, to }: Exchanged): string {
  return name === "." ? "the old code of your own" : `${name} ${from} instead of ${to}`;
}
