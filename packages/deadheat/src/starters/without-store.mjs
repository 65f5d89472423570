// Replaces @deadheat/handlers and @deadheat/stores in starters. A starter has no database client, and no route that
// queries a database.
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
// The apps import these names for routes of a store, which a starter never serves.
export const row = null;
export const queries = null;
export const fortunes = null;
