import { CALIBRATED_EVALUATIONS, type Reputation } from '@assay/schema';

type Counted = Pick<Reputation, 'lifecycle' | 'eval_count'>;

/** Whether an agent has too few evaluations for a score. */
export const isCalibrating = ({ lifecycle }: Counted): boolean => lifecycle === 'new' || lifecycle === 'calibrating';

/** Progress toward a score, such as `37/50`. */
export const formatCalibration = ({ eval_count }: Counted): string => `${eval_count}/${CALIBRATED_EVALUATIONS}`;
