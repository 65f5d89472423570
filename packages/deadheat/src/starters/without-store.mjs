// What the apps import of @deadheat/handlers and @deadheat/stores, without a store: a starter carries no client of a
// database, and no route that asks one.
export {
  about,
  echo,
  hell,
  hello,
  hey,
  json,
  notFound,
  users,
} from "../../../handlers/src/routes.ts";

export const openStore = () => null;
// Named where a store is served, which is never reached.
export const row = null;
export const queries = null;
export const fortunes = null;
