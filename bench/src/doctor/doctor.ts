import type { Io } from "deadheat/cli";
import type { Check } from "./check.ts";
import { checkMachine } from "./machine.ts";
import { checkServices } from "./services.ts";
import { checkAddons, checkPackages, checkRuntimes } from "./targets.ts";
import { checkOha, checkPnpm } from "./tools.ts";

/** With `fix`, makes beforehand what a run would make. */
export async function examine(io: Io, { fix }: { readonly fix: boolean }): Promise<Check[]> {
  return [
    ...(await checkRuntimes()),
    checkPackages(),
    ...checkAddons(fix),
    await checkOha(io),
    checkPnpm(),
    ...checkServices(),
    ...checkMachine(),
  ];
}
