import { search } from "@deadheat/ssr-shop";

export const load = ({ url }) => search(url.searchParams.get("q") ?? "");
