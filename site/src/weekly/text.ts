import { formatInterval, formatRatio } from "@deadheat/report/format";
import { explainedSentences, isProven } from "@deadheat/report/site-parts";
import type { Step } from "@deadheat/judge";
import type { WeeklyHistory, Week } from "./weekly.ts";

/** Returns the title of the week's pull request, such as `hono 4.14.0, node 26.11.0`. */
export function titleOf({ measured }: Week): string {
  const words = measured.map(({ kept, added }) => `${kept.name} ${added.at(-1)}`);
  return words.length === 0 ? "Nothing new" : words.join(", ");
}

/** Returns the text of the week's pull request: what is new, and what is proven about it. */
export function textOf({ measured, failed }: Week): string {
  const lines = measured.flatMap(sectionOf);
  const missing = failed.map(({ name, reason }) => `- ${name}: ${asCode(reason)}`);
  return [
    ...(lines.length === 0 ? ["No release is new.", ""] : lines),
    ...(missing.length === 0 ? [] : ["## Not measured", "", ...missing, ""]),
    "Every verdict is corrected for all steps of its history. The raw rounds are in the changed folders.",
    "",
  ].join("\n");
}

/** Returns a text from outside as code, so that it mentions nobody. */
function asCode(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

function sectionOf({ place, added, result, kept, reasons }: WeeklyHistory): string[] {
  const { steps = [], versions = [] } = result.history ?? {};
  const labels = new Map(versions.map(({ target, label }) => [target, label]));
  const isNew = (target: string) => added.includes(labels.get(target) ?? "");
  // The step after a new version is new, too.
  const own = steps.filter((step) => isNew(step.new) || isNew(step.base));
  const proven = own.filter(isProven);
  const rest = own.filter((step) => !proven.includes(step));
  const begun = place.earlier === null ? `, a new series on ${result.machine.cpu}` : "";
  return [
    `## ${kept.name}: ${added.join(", ")}${begun}`,
    "",
    ...(proven.length === 0 ? ["No difference is proven."] : ["Proven:", ""]),
    ...proven.flatMap((step) => {
      const why = reasons.get(step);
      const because = why ? [`  Why: ${asCode(explainedSentences(why).join(" "))}`] : [];
      return [lineOf(step, labels), ...because];
    }),
    ...(rest.length === 0 ? [] : ["", "Not different, or undecided:", ""]),
    ...rest.map((step) => lineOf(step, labels)),
    "",
  ];
}

function lineOf(step: Step, labels: ReadonlyMap<string, string>): string {
  const { base, new: next, series, scenario, ratio, lo, hi, verdict } = step;
  const interval = lo === null || hi === null ? "" : ` ${formatInterval({ lo, hi })}`;
  return (
    `- ${series} ${labels.get(next)} takes ${formatRatio(ratio)} times${interval} the CPU time per request of ` +
    `${labels.get(base)} in ${scenario}: **${verdict}**`
  );
}
