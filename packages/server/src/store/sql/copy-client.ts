import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { columnTypes } from './column-types.ts';
import { type Connection, connectionOn } from './connection.ts';
import { toAssayError } from './database-error.ts';

/** One connection that also streams whole tables, as text in the format of COPY. */
export interface CopyClient extends Connection, AsyncDisposable {
  /** Begins a transaction that lasts until the client is disposed or commits, however long. */
  begin(mode: 'repeatable read read only' | 'read committed'): Promise<void>;
  commit(): Promise<void>;
  copyOut(statement: string): Readable;
  copyIn(statement: string): Writable & { readonly rowCount: number };
}

const CONNECT_MS = 10_000;

export async function openCopyClient(url: string): Promise<CopyClient> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'assay',
    types: columnTypes,
  });
  // the statement in progress fails too; without a listener it would end the process
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw toAssayError(error);
  }
  const send = async (text: string): Promise<void> => {
    await client.query(text).catch((error: unknown) => {
      throw toAssayError(error);
    });
  };
  return {
    ...connectionOn(client),
    begin: (mode) =>
      send(
        `begin isolation level ${mode}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
      ),
    commit: () => send('commit'),
    copyOut: (statement) => client.query(to(statement)),
    copyIn: (statement) => client.query(from(statement)),
    // an open transaction is rolled back
    [Symbol.asyncDispose]: () => client.end(),
  };
}
