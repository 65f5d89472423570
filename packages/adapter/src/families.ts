import process from "node:process";

/**
 * Loads the files of the families in `DEADHEAT_FAMILIES`, in that order, and no others. Each app spells out its
 * imports, so that Deno knows them beforehand and needs no permission.
 * @param files the loaders by family
 * @throws RangeError for a family without a file.
 */
export async function chosenFamilies<Module>(
  files: Readonly<Record<string, () => Promise<Module>>>,
): Promise<Module[]> {
  const names = (process.env.DEADHEAT_FAMILIES ?? "").split(",").filter((name) => name !== "");
  const modules: Module[] = [];
  for (const name of names) {
    const load = files[name];
    if (!load)
      throw new RangeError(`src/families/${name}.ts does not exist, or the app does not list it`);
    modules.push(await load());
  }
  return modules;
}

/** Returns the folder with the files of the family `assets`, or throws a RangeError if `DEADHEAT_ASSETS` is not set. */
export function assetsFolder(): string {
  const folder = process.env.DEADHEAT_ASSETS;
  if (folder === undefined)
    throw new RangeError("DEADHEAT_ASSETS is not set: set it to the folder with the assets");
  return folder;
}
