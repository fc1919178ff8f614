import { afterAll, beforeAll } from 'vitest';
import { openPool, type Pool } from '../src/store/sql/connection.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

interface OpenedStore {
  readonly database: TestDatabase;
  readonly store: Store;
  /** For statements outside the store. */
  readonly pool: Pool;
}

type UseStoreOptions = Omit<Parameters<typeof openStore>[0], 'url'> & { readonly pool_connections?: number };

/** Opens a store with its own database before the tests of a file, and closes it after them. */
export function useStore(options: UseStoreOptions, assign: (opened: OpenedStore) => void): void {
  const { pool_connections = 1, ...store_options } = options;
  const closing = new AsyncDisposableStack();
  beforeAll(async () => {
    const database = closing.use(await createTestDatabase());
    const store = closing.use(await openStore({ url: database.url, ...store_options }));
    // connects on first use
    const pool = closing.use(openPool({ url: database.url, connections: pool_connections }));
    assign({ database, store, pool });
  }, 120_000);
  afterAll(() => closing.disposeAsync());
}
