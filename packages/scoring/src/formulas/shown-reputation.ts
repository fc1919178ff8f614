import { CALIBRATED_EVALUATIONS, type Lifecycle, type Reputation, type ShownReputation } from '@assay/schema';

/** Progress toward a score, such as `37/50`; null once there is one. A score from few evaluations would be mistaken for one from hundreds. */
const calibrationOf = ({ lifecycle, eval_count }: { readonly lifecycle: Lifecycle; readonly eval_count: number }) =>
  lifecycle === 'new' || lifecycle === 'calibrating' ? `${eval_count}/${CALIBRATED_EVALUATIONS}` : null;

type State = Pick<Reputation, 'score' | 'lifecycle' | 'eval_count' | 'interval'>;
type ShownState = Pick<ShownReputation, 'score' | 'calibration' | 'lifecycle' | 'eval_count' | 'interval'>;

/** The state of an agent as every output shows it: no score and no interval below 50 evaluations. */
export function showReputationState({ score, lifecycle, eval_count, interval }: State): ShownState {
  const calibration = calibrationOf({ lifecycle, eval_count });
  const hidden = calibration !== null;
  return {
    score: hidden ? null : score,
    calibration,
    lifecycle,
    eval_count,
    interval: hidden ? null : interval,
  };
}

/** A reputation as every output shows it. Below 50 evaluations its components and its ledger would tell the score. */
export function showReputation(reputation: Reputation): ShownReputation {
  const state = showReputationState(reputation);
  return {
    ...reputation,
    ...state,
    ...(state.score === null ? { components: null, ledger: [] } : {}),
  };
}
