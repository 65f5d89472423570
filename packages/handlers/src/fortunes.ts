import type { Fortune } from "./store.ts";

/** Returns the page of TechEmpower's fortunes test: stored rows and an added one, sorted by message and escaped. */
export function fortunesPage(stored: readonly Fortune[]): string {
  const all = [...stored, { id: 0, message: "Additional fortune added at request time." }];
  all.sort((a, b) => (a.message < b.message ? -1 : 1));
  let rows = "";
  for (const { id, message } of all) rows += `<tr><td>${id}</td><td>${escape(message)}</td></tr>`;
  return (
    "<!DOCTYPE html><html><head><title>Fortunes</title></head><body><table>" +
    `<tr><th>id</th><th>message</th></tr>${rows}</table></body></html>`
  );
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
