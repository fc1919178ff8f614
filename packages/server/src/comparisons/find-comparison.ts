import { AssayError, type ComparisonId, type OrganizationId } from '@assay/schema';
import type { StoredComparison } from '@assay/schema/api';
import type { Tables } from '../store/store.ts';

/** A comparison of the organization. Comparisons of others count as missing. */
export async function findComparison(
  { comparisons }: Pick<Tables, 'comparisons'>,
  organization_id: OrganizationId,
  comparison_id: ComparisonId,
): Promise<StoredComparison> {
  const comparison = await comparisons.find(organization_id, comparison_id);
  if (comparison === undefined) throw new AssayError('not_found', `There is no comparison ${comparison_id}`);
  return comparison;
}
