/** A connection of the npm package pg. */
export interface SqlClient {
  readonly query: (text: string) => Promise<{ readonly rows: readonly object[] }>;
}

export interface OpenClient extends SqlClient {
  readonly connect: () => Promise<unknown>;
  readonly end: () => Promise<void>;
  readonly on: (event: "error", listener: () => void) => unknown;
}

export type Connect<C extends OpenClient> = (address: string) => Promise<C>;

/** The time in which a server answers a query, such as the copy of a large database, in milliseconds. */
const QUERY_MILLISECONDS = 300_000;

/**
 * Returns a function that connects with pg's class `Client`. It throws what pg throws, after 5 s at the latest. A query
 * that takes longer than 5 minutes throws.
 */
export function connecting<C extends OpenClient>(
  Client: new (options: {
    connectionString: string;
    connectionTimeoutMillis: number;
    query_timeout: number;
  }) => C,
): Connect<C> {
  return async (address) => {
    const client = new Client({
      connectionString: address,
      connectionTimeoutMillis: 5000,
      query_timeout: QUERY_MILLISECONDS,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  };
}

export async function withClient<C extends OpenClient, T>(
  connect: Connect<C>,
  address: string,
  work: (client: C) => Promise<T>,
): Promise<T> {
  const client = await connect(address);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
