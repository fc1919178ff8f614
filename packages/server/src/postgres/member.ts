import { Client } from 'pg';

/** One user of the managed database, counted by its connection, which ends with its process. */
export interface Member {
  /** Settles when the connection ends, for any reason. */
  readonly lost: Promise<void>;
  /** Whether there is no other member; undefined if the connection is lost. */
  isLast(): Promise<boolean | undefined>;
  leave(): Promise<void>;
}

// `assay` in ASCII; all members share this lock, so only the last one can get it exclusively
const LOCK_ID = 0x61_73_73_61_79;
const CONNECT_PATIENCE_MS = 10_000;

export async function joinDatabase(url: string): Promise<Member> {
  const client = new Client({
    connectionString: url,
    application_name: 'assay member',
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
  });
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  // reported through `lost`; without a listener the error would end the process
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
        // this query can only fail if the connection is lost
        return undefined;
      }
    },
    leave: () => client.end(),
  };
}
