/** What every SQL store is asked; `$1` or `?` is the client's business. */
export const SELECT_HELLO = "SELECT 'Hello World!' AS text";
export const SELECT_ROW = 'SELECT id, "randomNumber" FROM world WHERE id = ';
export const SELECT_FORTUNES = "SELECT id, message FROM fortune";

/** Connections of a pool. */
export const POOL_SIZE = 10;
