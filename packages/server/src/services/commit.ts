import type { Tables } from '../store/store.ts';
import { storeWithin } from '../store/store-within.ts';
import type { Services } from './services.ts';

/**
 * Writes the effects of a request and its answer in one transaction. All writes must use the services passed to
 * `write`. May be called once per request.
 */
export interface Commit<Answer> {
  (write: (services: Services) => Promise<Answer>): Promise<Answer>;
  <Result>(write: (services: Services) => Promise<Result>, toAnswer: (result: Result) => Answer): Promise<Result>;
}

/** The same for code without a request. */
export type SaveInTransaction<Result> = (
  write: (services: Pick<Services, 'store'>) => Promise<Result>,
) => Promise<Result>;

/** The services, writing in one open transaction. */
export function servicesWithin(services: Services, tables: Tables): Services {
  const store = storeWithin(tables, services.store);
  return { ...services, store, ...(services.queue === undefined ? {} : { queue: services.queue.within(store) }) };
}
