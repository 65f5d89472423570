import type { Details, PageData } from "../view/data/page-data.ts";
import { unpack, type Wire } from "../view/data/wire.ts";

/** The page's data, with the details of its cells put back. */
export async function loadData(): Promise<PageData> {
  const data = unpack<PageData>(jsonIn("data") as Wire);
  const wire = JSON.parse(await inflate(jsonIn("details") as string)) as Wire;
  const details = unpack<Details>(wire);
  return {
    ...data,
    cells: data.cells.map((cell, i) => ({ ...cell, ...details.cells[i] })),
    scenarios: data.scenarios.map((scenario, i) => ({ ...scenario, ...details.scenarios[i] })),
  };
}

function jsonIn(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** The text that was deflated and written as base64. */
function inflate(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
