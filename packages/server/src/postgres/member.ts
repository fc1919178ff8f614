import { Client } from 'pg';

/** One user of our own database. The server itself counts them: a connection ends with its process, however that ends. */
export interface Member {
  /** Settles when the connection is gone, whoever ended it. */
  readonly lost: Promise<void>;
  /** Whether there is no other; undefined if the connection is gone, and with it the right to ask. */
  isLast(): Promise<boolean | undefined>;
  leave(): Promise<void>;
}

// spells assay; everybody shares the lock, so only one who is alone can have it for himself
const LOCK_ID = 0x61_73_73_61_79;
const CONNECT_PATIENCE_MS = 10_000;

export async function joinDatabase(url: string): Promise<Member> {
  const client = new Client({
    connectionString: url,
    application_name: 'assay member',
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
  });
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  // its end is told by `lost`; without a listener it would end the process
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock_shared($1)', [LOCK_ID]);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    lost,
    isLast: async () => {
      try {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [LOCK_ID]);
        return rows[0]?.last === true;
      } catch {
        // a lock that is there or not gives a query nothing else to fail of
        return undefined;
      }
    },
    leave: () => client.end(),
  };
}
