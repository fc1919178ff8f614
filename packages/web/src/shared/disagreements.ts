import type { Disagreement } from '@assay/schema';

/** All possible disagreements between gates. */
export const DISAGREEMENTS: readonly Disagreement[] = ['constraint_violated', 'unconvincing', 'review_advised'];
