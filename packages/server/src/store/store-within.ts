import { AssayError } from '@assay/schema';
import { uuidOf } from './sql/ids.ts';
import type { Store, Tables } from './store.ts';

/** A store whose every statement belongs to one open transaction: it is committed or rolled back as a whole. */
export const storeWithin = (tables: Tables): Store => ({
  ...tables,
  transaction: (work) => work(tables),
  evaluate: async () => {
    // it would wait for a second connection while this transaction holds one
    throw new AssayError('internal', 'Expected an evaluation after the transaction, found one inside it');
  },
  async findScore(asked) {
    uuidOf(asked.run_id);
    const [score] = await tables.agent_run_scores.findMany([asked]);
    return score;
  },
  // whoever opened the transaction ends it
  [Symbol.asyncDispose]: async () => undefined,
});
