import type { Disagreement } from '@assay/schema';

/** Every way in which the gates of a run can disagree. */
export const DISAGREEMENTS: readonly Disagreement[] = ['constraint_violated', 'unconvincing', 'review_advised'];
