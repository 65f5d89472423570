import { fileRuntimes } from "@deadheat/journal";
import { runtimeColors, runtimeRules } from "../view/parts/runtime-style.ts";

// The colors and lines of a history's drawing. On a page the colors come from its style sheet; a separate file has the same
// ones here (page/style.css). Histories are of runtimes that run a server's file.

const light =
  "--paper:#fcfbf8;--ink:#17191c;--quiet:#5b6169;--line:#e3e0d8;--strong:#b9b5aa;--alarm:#a8321a;";
const dark =
  "--paper:#131518;--ink:#eceae4;--quiet:#a3a7ad;--line:#2b2f35;--strong:#565c65;--alarm:#ff9f86;";

export const themes = `svg{${light}${runtimeColors("light", fileRuntimes)}}@media (prefers-color-scheme:dark){svg{${dark}${runtimeColors("dark", fileRuntimes)}}}.paper{fill:var(--paper)}`;

export const drawingStyle = [
  "text{font:12px system-ui,sans-serif;fill:var(--ink)}",
  ".title{font-size:15px;font-weight:600}",
  ".unit{font-size:11px;fill:var(--quiet)}",
  ".end{text-anchor:end}",
  ".middle{text-anchor:middle}",
  ".grid{stroke:var(--line)}",
  ".one{stroke:var(--strong)}",
  ".step{stroke:var(--strong);stroke-width:1.5}",
  ".step.open{stroke-dasharray:2 4}",
  ".step.slower{stroke:var(--alarm);stroke-width:3}",
  ".step.faster{stroke:var(--node);stroke-width:3}",
  ".label{font-weight:600}",
  ".label.slower{fill:var(--alarm)}",
  ".label.faster{fill:var(--node)}",
  ".interval{stroke:currentColor;stroke-width:2}",
  ".point{fill:currentColor}",
  ".reference{fill:var(--paper);stroke:currentColor;stroke-width:2}",
  runtimeRules(fileRuntimes),
].join("");
