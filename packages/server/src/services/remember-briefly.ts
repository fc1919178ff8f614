import type { OrganizationId } from '@assay/schema';
import { createBoundedMap } from '../bounded-map.ts';
import type { Services } from './services.ts';

// a changed setting takes effect within this time on every server
const REMEMBERED_MS = 2_000;
const REMEMBERED = 10_000;

type Needed = Pick<Services, 'store' | 'now'>;
type Find<Value> = (services: Needed, organization_id: OrganizationId, named?: string) => Promise<Value>;

/** Remembers what is found for an organization, and a name within it, for a short time. */
export function rememberBriefly<Value>(find: Find<Value>): Find<Value> {
  const create = () => createBoundedMap<{ value: Value; until_ms: number }>(REMEMBERED);
  // one per store, so that databases do not mix
  const known = new WeakMap<object, ReturnType<typeof create>>();
  return async (services, organization_id, named) => {
    const { store, now } = services;
    const remembered = known.get(store) ?? create();
    known.set(store, remembered);
    const key = `${organization_id} ${named ?? ''}`;
    const found = remembered.get(key);
    if (found !== undefined && found.until_ms > now()) return found.value;
    const value = await find(services, organization_id, named);
    remembered.set(key, { value, until_ms: now() + REMEMBERED_MS });
    return value;
  };
}
