import type { Tables } from '../store/store.ts';
import { storeWithin } from '../store/store-within.ts';
import type { Services } from './services.ts';

/**
 * Writes what a request asks for, and its answer under its key, in one transaction: after a crash both are there, or
 * neither. Everything that is written goes through the services that `write` gets. It may be called once per request.
 */
export interface Commit<Answer> {
  (write: (services: Services) => Promise<Answer>): Promise<Answer>;
  <Result>(write: (services: Services) => Promise<Result>, toAnswer: (result: Result) => Answer): Promise<Result>;
}

/** The same for code that knows of no request. */
export type Keep<Result> = (write: (services: Pick<Services, 'store'>) => Promise<Result>) => Promise<Result>;

/** The services, with everything they write in one open transaction. */
export function servicesWithin(services: Services, tables: Tables): Services {
  const store = storeWithin(tables);
  return { ...services, store, ...(services.queue === undefined ? {} : { queue: services.queue.within(store) }) };
}
