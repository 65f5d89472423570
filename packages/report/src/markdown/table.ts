import { printable } from "../format.ts";

/** Text from outside, made inert in Markdown and in the HTML that it becomes. */
export function escapeMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>|#&]/g, (character) => `\\${character}`);
}
