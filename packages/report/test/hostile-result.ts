import type { Result } from "@deadheat/judge";
import { generatedResult, small } from "../../judge/test/generated-result.ts";

/** Names and output that would bring a script into the report, if the report did not escape them. */
export const attacks = [
  `<img src=x onerror="window.pwned=1">`,
  `</script><script>window.pwned=1</script>`,
  `"><svg onload=window.pwned=1>`,
  `'--><style>*{display:none}</style>`,
  `__proto__`,
  `javascript:window.pwned=1`,
  "\u202Egnp.elif\u2066 \u0000 \uD800",
  "&lt;b&gt; &#60;b&#62;",
] as const;

/** Returns a result in which every text from outside is an attack. */
export function hostile(): Result {
  const result = structuredClone(generatedResult(small));
  const names = new Map<string, string>();
  const renamed = (framework: string) => {
    if (["node-http", "fetch"].includes(framework)) return framework;
    if (!names.has(framework)) names.set(framework, attacks[names.size % attacks.length] as string);
    return names.get(framework) as string;
  };
  for (const [i, cell] of result.cells.entries()) {
    const framework = renamed(cell.framework);
    const attack = attacks[i % attacks.length] as string;
    cell.framework = framework;
    cell.target = `${framework}/${cell.runtime}`;
    if (cell.version !== "26.10.0") cell.version = attack;
    if (cell.reason !== null) cell.reason = attacks.join("\n");
    cell.warnings.push({ code: "not-pinned", facts: { reason: attack } });
  }
  const targetOf = (target: string) => {
    const [framework = "", runtime = ""] = target.split("/");
    return `${renamed(framework)}/${runtime}`;
  };
  for (const { ties, undecided } of result.differences) {
    for (const pair of [...ties, ...undecided.map(({ targets }) => targets)]) {
      pair.splice(0, 2, ...pair.map(targetOf));
    }
  }
  const turned = typeof result.order === "object" ? result.order.targets : [];
  for (const one of turned) one.target = targetOf(one.target);
  result.run.id = attacks[0];
  result.machine.cpu = attacks[1];
  result.machine.os = attacks[2];
  result.warnings.push({ code: "not-pinned", facts: { reason: attacks[1] } });
  return result;
}
