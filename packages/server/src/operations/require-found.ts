import { AssayError } from '@assay/schema';

/** Throws `not_found` for a missing value. Data of other organizations counts as missing. */
export function requireFound<Value>(value: Value | undefined, id: string): Value {
  if (value === undefined) throw new AssayError('not_found', `There is no ${id}`);
  return value;
}
