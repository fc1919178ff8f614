import { AssayError } from '@assay/schema';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import { isTransient, toAssayError } from './database-error.ts';
import { type Query, render, type Sql } from './sql.ts';

/** Where statements go: the pool, or one transaction. */
export interface Connection {
  /** The only row, or undefined. */
  find<Row>(query: Query<Row>): Promise<Row | undefined>;
  /** The only row; its absence is a defect. */
  get<Row>(query: Query<Row>): Promise<Row>;
  list<Row>(query: Query<Row>): Promise<Row[]>;
  /** How many rows were written. */
  run(statement: Sql): Promise<number>;
}

export interface Pool extends Connection {
  /** All of it or nothing. Tried again from the start when the database had to choose between two. */
  transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface PoolOptions {
  readonly url: string;
  /** How many connections at most. */
  readonly connections: number;
  /** For statements that take as long as they take. */
  readonly patient?: boolean;
}

const CONNECT_MS = 10_000;
// to open one takes longer than most of what is asked
const IDLE_MS = 600_000;
const STATEMENT_MS = 60_000;
// a process that stops in the middle of a transaction must not hold its locks for ever
const IDLE_IN_TRANSACTION_MS = 60_000;
const TRIES = 5;

/** Connections to the database, opened as they are needed. */
export function openPool({ url, connections, patient = false }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    // the second is the client's own, for a server that no longer says anything
    ...(patient ? {} : { statement_timeout: STATEMENT_MS, query_timeout: STATEMENT_MS + CONNECT_MS }),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: 'assay',
    types: columnTypes,
  });
  // an idle connection that is lost is replaced when the next one is asked for; without a listener it ends the process
  pool.on('error', () => undefined);
  // the pool listens to idle connections only: one that is lost while it is handed out would end the process, and the
  // statement that is sent to it fails anyway
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    ...connectionOn(pool),
    transaction: (work) => transact(pool, work),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

function connectionOn(target: Pick<pg.Pool | pg.PoolClient, 'query'>): Connection {
  const send = async (statement: Sql): Promise<pg.QueryResult> => {
    try {
      // unnamed on purpose: a named statement may get a plan that suits no value in particular
      return await target.query(render(statement));
    } catch (error) {
      throw toAssayError(error);
    }
  };
  const list = async <Row>(query: Query<Row>): Promise<Row[]> =>
    (await send(query)).rows.map((row) => readRow(query, row));
  const find = async <Row>(query: Query<Row>): Promise<Row | undefined> => {
    const rows = await list(query);
    if (rows.length > 1) throw new AssayError('internal', `Expected at most one row, found ${rows.length}`);
    return rows[0];
  };
  return {
    list,
    find,
    async get(query) {
      const row = await find(query);
      if (row === undefined) throw new AssayError('internal', 'Expected one row, found none');
      return row;
    },
    run: async (statement) => (await send(statement)).rowCount ?? 0,
  };
}

function readRow<Row>({ row }: Query<Row>, found: unknown): Row {
  const parsed = row.safeParse(found);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AssayError('internal', `A row is not what was stored: ${issue?.path.join('.')}: ${issue?.message}`, {
    cause: parsed.error,
  });
}

async function transact<Result>(
  pool: pg.Pool,
  work: (connection: Connection) => Promise<Result>,
  tries = TRIES,
): Promise<Result> {
  try {
    return await transactOnce(pool, work);
  } catch (error) {
    if (tries === 1 || !isTransient(error)) throw error;
    return await transact(pool, work, tries - 1);
  }
}

async function transactOnce<Result>(pool: pg.Pool, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toAssayError(error);
  });
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(connectionOn(client));
    const { command } = await client.query('commit');
    // of a transaction that failed somewhere inside, nothing is kept, whoever swallowed the fault
    if (command !== 'COMMIT')
      throw new AssayError('internal', 'a statement of the transaction failed: nothing of it is kept');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw toAssayError(error);
  } finally {
    client.release(broken);
  }
}
