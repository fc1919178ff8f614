import type { Lifecycle } from '@assay/schema';
import type { DeliveredEvent, WebhookMessage } from '@assay/schema/api';
import type { Appended } from './append-evaluations.ts';
import { eventId } from './event-id.ts';

// reasons may quote long agent output
const LONGEST_REASON = 500;

/** The webhook message of a failed evaluation. */
export const evaluationFailedMessage = (appended: Appended): WebhookMessage =>
  toMessage('evaluation.failed', appended, {
    source: appended.evaluation.source,
    run_id: appended.evaluation.run_id,
    checks: appended.evaluation.checks
      .filter(({ verdict }) => verdict === 'FAIL')
      .map(({ id, reason }) => ({ id, reason: reason.slice(0, LONGEST_REASON).toWellFormed() })),
  });

/** The webhook message of a lifecycle change. */
export const lifecycleChangedMessage = (appended: Appended, from: Lifecycle): WebhookMessage =>
  toMessage('reputation.lifecycle_changed', appended, { from, to: appended.reputation.lifecycle });

/** The webhook message of a large score drop. */
export const reputationDroppedMessage = (appended: Appended, from: number): WebhookMessage =>
  toMessage('reputation.dropped', appended, { from, to: appended.reputation.score });

function toMessage(type: DeliveredEvent, { evaluation, reputation }: Appended, data: object): WebhookMessage {
  const { evaluation_id, agent_id, accepted_at, seq } = evaluation;
  const { score, calibration, lifecycle, eval_count, interval } = reputation;
  return {
    event_id: eventId(type, evaluation_id),
    type,
    occurred_at: accepted_at,
    data: {
      agent_id,
      evaluation_id,
      seq,
      ...data,
      reputation: { score, calibration, lifecycle, eval_count, interval },
    },
  };
}
