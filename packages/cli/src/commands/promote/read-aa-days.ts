import type { PromoteOptions } from '@assay/harness';
import { AssayError } from '@assay/schema';

/** Validates `--require-aa`. */
export function readAaDays(text: string | undefined): Pick<PromoteOptions, 'max_aa_age_days'> {
  if (text === undefined) return {};
  const days = Number(text);
  if (!(days > 0 && days <= 3650))
    throw new AssayError('usage', `expected --require-aa to be a number of days, found ${text}`);
  return { max_aa_age_days: days };
}
