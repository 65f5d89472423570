import { discoverTargets, discoverRetired } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { isFloor, type Retired } from "@deadheat/journal";
import { addonWarnings } from "@deadheat/judge";
import { whyUnsupported } from "../targets/scenarios.ts";
import { runtimeVersions } from "../targets/tools.ts";
import { withOwnOptions, type AddCommand } from "./shared.ts";
import { warningWords } from "@deadheat/report/words";

export const addList: AddCommand = (deadheat, { answer }) => {
  const command = deadheat
    .command("list")
    .description("list every target with its version and scenarios, or why it cannot be measured");
  withOwnOptions(command, ["json"]).action((options) => {
    const rows = listTargets(discoverTargets(runtimeVersions()), discoverRetired());
    answer(options.json, { targets: rows }, () => renderList(rows));
  });
};

type Listed = ReturnType<typeof listTargets>[number];

function listTargets(targets: readonly Target[], retired: readonly Retired[]) {
  // The sort is stable: within a framework the order of the runtimes stays.
  return [...targets.map(listed), ...retired.flatMap(listedRetired)].toSorted((a, b) =>
    a.framework < b.framework ? -1 : Number(a.framework > b.framework),
  );
}

function listed(target: Target) {
  const { name, framework, runtime, version, unsupported, manifest } = target;
  const missing = `the package ${manifest.package} is not installed. Run \`npx -y pnpm@12.21.0 install\``;
  return {
    target: name,
    framework,
    runtime,
    version,
    // `missing` if the framework is not installed.
    status: unsupported !== null ? "unsupported" : version === null ? "missing" : "ok",
    reason: unsupported ?? (version === null ? missing : null),
    scenarios: target.scenarios.filter((scenario) => whyUnsupported(target, scenario) === null),
    warnings: addonWarnings(target.addon),
    retired: null,
  };
}

function listedRetired({ framework, runtimes, retired }: Retired) {
  return runtimes.map((runtime) => ({
    target: `${framework}/${runtime}`,
    framework,
    runtime,
    version: null,
    status: "retired",
    reason: `${retired.reason}; closest alternative: ${retired.kin}`,
    scenarios: [],
    warnings: [],
    retired,
  }));
}

function renderList(rows: readonly Listed[]): string {
  const width = Math.max(...rows.map((row) => row.target.length));
  const lines = rows.flatMap((row) => {
    const floor = isFloor(row.target) ? "  (floor)" : "";
    const state = row.status === "ok" ? row.scenarios.join(", ") : `${row.status}: ${row.reason}`;
    return [
      `${row.target.padEnd(width)}  ${(row.version ?? "-").padEnd(8)}  ${state}${floor}`,
      ...row.warnings.map((one) => `${" ".repeat(width)}  ! ${warningWords(one)}`),
    ];
  });
  const ok = rows.filter((row) => row.status === "ok").length;
  return `${lines.join("\n")}\n${ok} targets can be measured here, ${rows.length - ok} cannot\n`;
}
