import { AssayError } from '@assay/schema';
import { toUuid } from './sql/ids.ts';
import type { Store, Tables } from './store.ts';

/** A store whose statements all belong to one open transaction. */
export const storeWithin = (tables: Tables, { blobs }: Pick<Store, 'blobs'>): Store => ({
  ...tables,
  blobs,
  transaction: (work) => work(tables),
  evaluate: async () => {
    // it would wait for a second connection while this transaction holds one
    throw new AssayError('internal', 'Evaluations cannot be appended inside a transaction');
  },
  async findScore(asked) {
    toUuid(asked.run_id);
    const [score] = await tables.agent_run_scores.findMany([asked]);
    return score;
  },
  async keepTelemetry(batch) {
    const [kept] = await tables.telemetry.keepMany([batch]);
    return kept as { is_full: boolean };
  },
  // this one, which is in use
  countConnections: () => ({ open: 1, idle: 0, waiting: 0 }),
  // the transaction ends where it was opened
  [Symbol.asyncDispose]: async () => undefined,
});
