// Filters of a ranking, and the choice of two. Every page reads without this file.

/** Shows only the rows of the frameworks in `?only=`. */
function filter(form) {
  const input = form.elements.namedItem("only");
  const rows = [...document.querySelectorAll("table.ranks tbody tr")];
  const show = () => {
    const names = input.value.split(/[\s,]+/).filter(Boolean);
    for (const row of rows) {
      const name = row.querySelector(".name")?.textContent ?? "";
      row.hidden = names.length > 0 && !names.some((part) => name.includes(part));
    }
  };
  const query = new URLSearchParams(location.search);
  input.value = query.get("only") ?? "";
  input.addEventListener("input", () => {
    const only = input.value.trim().replaceAll(/[\s,]+/g, ",");
    history.replaceState(null, "", only === "" ? location.pathname : `?only=${only}`);
    show();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
}

function pair(form) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { a, b } = Object.fromEntries(new FormData(form));
    location.href = a === b ? `${a}/` : `${a}/${b}/`;
  });
}

const [only, two] = ["form.only", "form.pair"].map((name) => document.querySelector(name));
if (only) filter(only);
if (two) pair(two);
