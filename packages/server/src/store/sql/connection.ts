import { AssayError } from '@assay/schema';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import { isTransient, toAssayError } from './database-error.ts';
import { type Query, render, type Sql } from './sql.ts';

/** Executes statements: on the pool, or in one transaction. */
export interface Connection {
  /** The only row, or undefined. */
  find<Row>(query: Query<Row>): Promise<Row | undefined>;
  /** The only row; throws if there is none. */
  get<Row>(query: Query<Row>): Promise<Row>;
  list<Row>(query: Query<Row>): Promise<Row[]>;
  /** The number of affected rows. */
  run(statement: Sql): Promise<number>;
}

export interface Pool extends Connection {
  /** Atomic. Retried from the start after a deadlock or serialization failure. */
  transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** How many connections are open, how many of them have nothing to do, and how many requests wait for one. */
  countConnections(): PoolUse;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface PoolUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface PoolOptions {
  readonly url: string;
  /** The maximum number of connections. */
  readonly connections: number;
  /** Disables statement timeouts. */
  readonly patient?: boolean;
  /** Whether connections are shared by a pooler that refuses settings for a whole connection; see `isPooled`. */
  readonly pooled?: boolean;
}

const CONNECT_MS = 10_000;
// opening a connection takes longer than most queries
const IDLE_MS = 600_000;
const STATEMENT_MS = 60_000;
// a process that hangs in a transaction must not hold its locks forever
const IDLE_IN_TRANSACTION_MS = 60_000;
const TRIES = 5;

/** A pool of connections, opened as needed. */
export function openPool({ url, connections, patient = false, pooled = false }: PoolOptions): Pool {
  const timeouts = {
    ...(patient ? {} : { statement_timeout: STATEMENT_MS }),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    // enforced by the client, for a server that no longer responds
    ...(patient ? {} : { query_timeout: STATEMENT_MS + CONNECT_MS }),
    ...(pooled ? {} : timeouts),
    keepAlive: true,
    application_name: 'assay',
    types: columnTypes,
  });
  // a lost idle connection is replaced on demand; without a listener it would end the process
  pool.on('error', () => undefined);
  // the pool handles errors of idle connections only: losing one in use would end the process; its statement fails anyway
  pool.on('connect', (client) => client.on('error', () => undefined));
  const begin = pooled ? ['begin', ...Object.entries(timeouts).map(setLocally)].join('; ') : 'begin';
  return {
    ...connectionOn(pool),
    transaction: (work) => transact(pool, { begin, work }),
    countConnections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

const setLocally = ([name, ms]: [string, number]): string => `set local ${name} = ${ms}`;

const PROTOCOL_VIOLATION = '08P01';

/** Whether a database is behind a pooler such as pgbouncer, which gives each transaction any of its connections. */
export async function isPooled(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  // an error after the connection was refused would end the process
  client.on('error', () => undefined);
  try {
    await client.connect();
    return false;
  } catch (error) {
    if ((error as { code?: string }).code === PROTOCOL_VIOLATION) return true;
    throw toAssayError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Statements on one connection or on any of a pool. */
export function connectionOn(target: Pick<pg.Pool | pg.PoolClient, 'query'>): Connection {
  const send = async (statement: Sql): Promise<pg.QueryResult> => {
    try {
      // unnamed on purpose: a named statement may get a generic plan that fits no value well
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
  throw new AssayError('internal', `A stored row is invalid: ${issue?.path.join('.')}: ${issue?.message}`, {
    cause: parsed.error,
  });
}

interface Transaction<Result> {
  /** The statements that begin it. */
  readonly begin: string;
  work(connection: Connection): Promise<Result>;
}

async function transact<Result>(pool: pg.Pool, transaction: Transaction<Result>, tries = TRIES): Promise<Result> {
  try {
    return await transactOnce(pool, transaction);
  } catch (error) {
    if (tries === 1 || !isTransient(error)) throw error;
    return await transact(pool, transaction, tries - 1);
  }
}

async function transactOnce<Result>(pool: pg.Pool, { begin, work }: Transaction<Result>): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toAssayError(error);
  });
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(connectionOn(client));
    const { command } = await client.query('commit');
    // a transaction with a failed statement is rolled back, even if its error was swallowed
    if (command !== 'COMMIT')
      throw new AssayError('internal', 'a statement of the transaction failed; the transaction was rolled back');
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
