/** The folder of deadheat's own code: `src` in a clone, `dist` in the published package, where this file is in its root too. */
export const ownFolder = import.meta.dirname;
