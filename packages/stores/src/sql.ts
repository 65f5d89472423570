/** The queries of every SQL store. Each client appends its own placeholder, `$1` or `?`. */
export const SELECT_HELLO = "SELECT 'Hello World!' AS text";
export const SELECT_ROW = 'SELECT id, "randomNumber" FROM world WHERE id = ';
export const SELECT_FORTUNES = "SELECT id, message FROM fortune";

/** The number of connections of a pool. */
export const POOL_SIZE = 10;
