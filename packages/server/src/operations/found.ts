import { AssayError } from '@assay/schema';

/** What was asked for; its absence is the caller's mistake, and what belongs to others is absent. */
export function found<Value>(value: Value | undefined, id: string): Value {
  if (value === undefined) throw new AssayError('not_found', `Expected ${id} to be there, found nothing by that id`);
  return value;
}
