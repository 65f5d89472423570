// Sorts tables by their headings and filters their rows by target. Every page is complete without it. The address holds the
// filter, so that a link shows the same rows.

const units: Readonly<Record<string, number>> = { µs: 1e-6, ms: 1e-3, kB: 1e3, MB: 1e6, GB: 1e9 };

/** Returns the number that a cell begins with, in base units; null if it begins with a word. */
function numberIn(cell: Element | undefined): number | null {
  const text = cell?.textContent.trim().replaceAll(",", "") ?? "";
  const [, digits, unit = ""] =
    /^[^\p{L}\d+-]*([+-]?\d+(?:\.\d+)?) ?(µs|ms|kB|MB|GB)?/u.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * (units[unit] ?? 1);
}

/** Returns the text that a cell is sorted by: the name of the target, if it has one. */
function wordsIn(cell: Element | undefined): string {
  return (cell?.querySelector(".name") ?? cell)?.textContent ?? "";
}

/** Numbers come before words, and empty cells last in both directions. */
function compareCells(a: Element | undefined, b: Element | undefined, isName: boolean): number {
  const [x, y] = isName ? [null, null] : [numberIn(a), numberIn(b)];
  if (x !== null && y !== null) return x - y;
  if (x !== null || y !== null) return x === null ? 1 : -1;
  return wordsIn(a).localeCompare(wordsIn(b));
}

/** Adds a button to each heading: the first click sorts, the second reverses, the third restores the order. */
function makeSortable(table: HTMLTableElement): void {
  const [body] = table.tBodies;
  const headings = [...(table.tHead?.rows[0]?.cells ?? [])];
  if (!body || body.rows.length < 2) return;
  const written = [...body.rows];
  for (const [column, heading] of headings.entries()) {
    if (heading.classList.contains("bar") || heading.textContent === "") continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const next = { ascending: "descending", descending: null }[heading.ariaSort ?? ""];
      for (const other of headings) other.removeAttribute("aria-sort");
      const direction = next === undefined ? "ascending" : next;
      if (direction !== null) heading.setAttribute("aria-sort", direction);
      const sign = direction === "descending" ? -1 : 1;
      const isEmpty = (row: HTMLTableRowElement) => row.cells[column]?.textContent === "";
      const sorted = written.toSorted(
        (a, b) =>
          Number(isEmpty(a)) - Number(isEmpty(b)) ||
          sign * compareCells(a.cells[column], b.cells[column], column === 0),
      );
      body.append(...(direction === null ? written : sorted));
    });
  }
}

/** Shows the rows whose target the form names. A row without a target, such as a heading's, stays. */
function makeFilter(form: HTMLFormElement): void {
  const only = form.elements.namedItem("only") as HTMLInputElement;
  const boxes = [...form.querySelectorAll<HTMLInputElement>("[name=runtime]")];
  const rows = [...document.querySelectorAll<HTMLTableRowElement>("tbody tr:has(th .name)")];
  const show = (): void => {
    const names = only.value.split(/[\s,]+/).filter(Boolean);
    const hidden = boxes.filter(({ checked }) => !checked).map(({ value }) => `/${value}`);
    for (const row of rows) {
      const name = wordsIn(row.cells[0]);
      row.hidden =
        hidden.some((runtime) => name.endsWith(runtime)) ||
        (names.length > 0 && !names.some((part) => name.includes(part)));
    }
    const first = rows.filter((row) => row.closest("table") === rows[0]?.closest("table"));
    const count = first.filter((row) => !row.hidden).length;
    form.querySelector("output")!.value =
      count < first.length ? `Showing ${count} of ${first.length} targets` : "";
  };
  const query = new URLSearchParams(location.search);
  only.value = query.get("only") ?? "";
  for (const box of boxes) box.checked = !query.getAll("without").includes(box.value);
  form.addEventListener("input", () => {
    const names = only.value.trim().replaceAll(/[\s,]+/g, ",");
    const chosen = [
      ...(names === "" ? [] : [`only=${names}`]),
      ...boxes.flatMap(({ checked, value }) => (checked ? [] : [`without=${value}`])),
    ].join("&");
    history.replaceState(
      null,
      "",
      (chosen === "" ? location.pathname : `?${chosen}`) + location.hash,
    );
    show();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
}

for (const table of document.querySelectorAll("table")) makeSortable(table);
for (const form of document.querySelectorAll<HTMLFormElement>("form.only")) makeFilter(form);
