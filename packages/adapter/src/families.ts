import process from "node:process";

/**
 * The files of the families that this process is to serve, in the order of `DEADHEAT_FAMILIES`; nobody else's is
 * loaded. Imports are written out in each app, so that Deno knows them beforehand and asks for no permission.
 * @param files by family
 * @throws RangeError for a family that has no file.
 */
export async function chosenFamilies<Module>(
  files: Readonly<Record<string, () => Promise<Module>>>,
): Promise<Module[]> {
  const names = (process.env.DEADHEAT_FAMILIES ?? "").split(",").filter((name) => name !== "");
  const modules: Module[] = [];
  for (const name of names) {
    const load = files[name];
    if (!load) throw new RangeError(`there is no src/families/${name}.ts, or it is not listed`);
    modules.push(await load());
  }
  return modules;
}

/** The folder with the files of the family `assets`. @throws RangeError where none is named. */
export function assetsFolder(): string {
  const folder = process.env.DEADHEAT_ASSETS;
  if (folder === undefined) throw new RangeError("DEADHEAT_ASSETS names no folder");
  return folder;
}
