// The store of every page: 100 products in the memory of the process, and the time, which no cached page can have.

const KINDS = ["Cup", "Plate", "Bowl", "Jug", "Vase"];
const COLORS = ["blue", "green", "red", "white"];

const products = Array.from({ length: 100 }, (_, i) => ({
  id: i + 1,
  // Text that must be escaped.
  name: `${KINDS[i % 5]} & Saucer <No. ${i + 1}>`,
  text: `A "${COLORS[i % 4]}" ${KINDS[i % 5].toLowerCase()}, fired at ${900 + 10 * (i % 30)} °C & glazed <by hand>`,
  cents: 990 + 37 * i,
  stock: (i * 7) % 11,
  sale: i % 4 === 0,
  tags: [COLORS[i % 4], `kiln ${(i % 3) + 1}`],
}));

/** Returns all products, and the time at which they were read. */
export function listProducts() {
  return { at: Date.now(), products };
}

/** Returns a product after 5 ms, as a database would; null for an unknown id. */
export async function findProduct(id) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { at: Date.now(), product: products.find((one) => String(one.id) === id) ?? null };
}

/** Returns the text of a query. */
export function search(query) {
  return { at: Date.now(), query };
}

/** Returns the class of a product's list item. */
export function classOf({ sale, stock }) {
  return ["product", sale && "sale", stock === 0 && "sold-out"].filter(Boolean).join(" ");
}

export function priceOf({ cents }) {
  return `${(cents / 100).toFixed(2)} EUR`;
}

export function stockOf({ stock }) {
  return stock === 0 ? "Sold out" : `${stock} in stock`;
}
