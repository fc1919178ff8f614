import type { PromotionOutcome } from '@assay/harness';
import type { Comparison } from '@assay/schema';

/** Opens pull requests by the rules of `assay promote`, in the repository that the server was started in. */
export interface Promoter {
  /** Without `yes` it says what it would do, and contacts nobody. */
  promote(
    comparison: Comparison,
    options: { readonly yes: boolean; readonly signal: AbortSignal },
  ): Promise<PromotionOutcome>;
  /** What `assay promote` has to be told to do the same, such as `--repo acme/shop`. */
  readonly options: readonly string[];
}
