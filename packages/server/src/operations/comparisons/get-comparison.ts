import { getComparison } from '@assay/schema/api';
import { findComparison } from '../../comparisons/find-comparison.ts';
import { handle } from '../../http/handle.ts';

export const getComparisonHandler = handle(getComparison, async ({ params, caller, services: { store } }) => {
  const { organization_id, share } = caller;
  const comparison = await findComparison(store, organization_id, params.comparison_id);
  // the address of a pull request names a repository, which may be private
  return share === null ? comparison : { ...comparison, pull_request: null };
});
