import { runtimeFacts, runtimes, type Runtime } from "@deadheat/journal";

const lookOf = (name: Runtime) => runtimeFacts[name].look;

/** Returns the colors of runtimes as variables, for light or for dark paper. */
export function runtimeColors(paper: "light" | "dark", on: readonly Runtime[]): string {
  return on.map((name) => `--${name}:${lookOf(name)[paper]}`).join(";");
}

/** Returns the rules that color what belongs to a runtime. */
export function runtimeRules(on: readonly Runtime[]): string {
  return on.map((name) => `.${name}{color:var(--${name})}`).join("");
}

const both = runtimes.map((name) => {
  const { light, dark } = lookOf(name);
  return `--${name}:light-dark(${light},${dark})`;
});

/** The style of the runtimes on a page: their colors in both themes, and the shapes of their icons. */
export const runtimeStyle = [
  `:root{${both.join(";")}}`,
  runtimeRules(runtimes),
  ...runtimes.map((name) => (lookOf(name).icon === "" ? "" : `i.${name}{${lookOf(name).icon}}`)),
].join("\n");
