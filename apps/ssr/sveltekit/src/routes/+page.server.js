import { listProducts } from "@deadheat/ssr-shop";

export const load = () => listProducts();
