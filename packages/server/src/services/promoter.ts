import type { PromotionOutcome } from '@assay/harness';
import type { Comparison } from '@assay/schema';

/** Opens pull requests like `assay promote`, in the repository the server was started in. */
export interface Promoter {
  /** Without `yes` it only plans and contacts no remote. */
  promote(
    comparison: Comparison,
    options: { readonly yes: boolean; readonly signal: AbortSignal },
  ): Promise<PromotionOutcome>;
  /** The options of `assay promote` with the same effect, such as `--repo acme/shop`. */
  readonly options: readonly string[];
}
