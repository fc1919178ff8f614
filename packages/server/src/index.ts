// The front door: named exports only, pinned by a test.

export type { Database } from './postgres/database.ts';
export { type OpenDatabaseOptions, openDatabase } from './postgres/open-database.ts';
export type { NewEvaluation } from './store/append-evaluations.ts';
export { type Evaluated, openStore, type Store, type StoreOptions, type Tables } from './store/store.ts';
