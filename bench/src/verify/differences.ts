import type { VerifyRecord } from "@deadheat/journal";
import type { Answer } from "@deadheat/measure";

type Difference = VerifyRecord["differences"][number];

/** Returns the header fields that are missing on one side or differ (except the value of date), and the bytes. */
export function differences(target: Answer, floor: Answer): Difference[] {
  const [ours, theirs] = [fieldsOf(target), fieldsOf(floor)];
  const differ = (name: string) =>
    name === "date" ? ours.has(name) !== theirs.has(name) : ours.get(name) !== theirs.get(name);
  const fields = [...new Set([...ours.keys(), ...theirs.keys()])]
    .toSorted()
    .filter(differ)
    .map((name): Difference => {
      const [own, other] = [ours.get(name) ?? null, theirs.get(name) ?? null];
      return { kind: "header", name, target: own, floor: other };
    });
  if (target.bytes === floor.bytes) return fields;
  return [...fields, { kind: "bytes", name: null, target: target.bytes, floor: floor.bytes }];
}

export function fieldsOf(answer: Answer): Map<string, string> {
  return new Map(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
}
