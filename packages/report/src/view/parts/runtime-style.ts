import { runtimeFacts, runtimes } from "@deadheat/journal";

const looks = runtimes.map((name) => ({ name, ...runtimeFacts[name].look }));

/** The colors of the runtimes as variables, for light and for dark paper. */
export const runtimeColors = {
  light: looks.map(({ name, light }) => `--${name}:${light}`).join(";"),
  dark: looks.map(({ name, dark }) => `--${name}:${dark}`).join(";"),
};

/** The rules that color what belongs to a runtime. */
export const runtimeRules = looks.map(({ name }) => `.${name}{color:var(--${name})}`).join("");

/** The style of the runtimes on a page: their colors in both themes, and the shapes of their icons. */
export const runtimeStyle = [
  `:root{${looks.map(({ name, light, dark }) => `--${name}:light-dark(${light},${dark})`).join(";")}}`,
  runtimeRules,
  ...looks.map(({ name, icon }) => (icon === "" ? "" : `i.${name}{${icon}}`)),
].join("\n");
