import { findProduct } from "@deadheat/ssr-shop";
import { error } from "@sveltejs/kit";

export async function load({ params }) {
  const found = await findProduct(params.id);
  return found.product ? found : error(404);
}
