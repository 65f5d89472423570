// The choice of two targets to compare. Every page is complete without it.
for (const form of document.querySelectorAll("form.pair")) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { a, b } = Object.fromEntries(new FormData(form));
    location.href = a === b ? `${a}/` : `${a}/${b}/`;
  });
}
