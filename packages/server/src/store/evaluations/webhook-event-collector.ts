import type { Lifecycle, Reputation } from '@assay/schema';
import type { DeliveredEvent, WebhookMessage } from '@assay/schema/api';
import type { Appended } from './append-evaluations.ts';
import { createDropDetector } from './drop-detector.ts';
import { eventId } from './event-id.ts';

/** Watches an agent while evaluations are appended and collects webhook messages. */
export interface WebhookEventCollector {
  readonly peak: number;
  readonly messages: readonly WebhookMessage[];
  /** `reputation` is the one behind what was answered: a drop is measured from it, calibrated or not. */
  note(appended: Appended, reputation: Pick<Reputation, 'score' | 'lifecycle' | 'eval_count'>): void;
}

interface WatchOptions {
  readonly peak: number;
  /** The lifecycle before the first evaluation; null without webhooks, in which case nothing is collected. */
  readonly lifecycle: Lifecycle | null;
}

export function createWebhookEventCollector({ peak, lifecycle }: WatchOptions): WebhookEventCollector {
  const decline = createDropDetector(peak);
  const messages: WebhookMessage[] = [];
  let before = lifecycle;
  return {
    messages,
    get peak() {
      return decline.peak;
    },
    note(appended, reputation) {
      const { evaluation } = appended;
      if (evaluation.status !== 'counted') return;
      const fallen_from = decline.note(reputation);
      if (before === null) return;
      if (!evaluation.passed) messages.push(evaluationFailedMessage(appended));
      if (reputation.lifecycle !== before) messages.push(lifecycleChangedMessage(appended, before));
      if (fallen_from !== null) messages.push(reputationDroppedMessage(appended, fallen_from));
      before = reputation.lifecycle;
    },
  };
}

// reasons may quote long agent output
const LONGEST_REASON = 500;

/** The webhook message of a failed evaluation. */
const evaluationFailedMessage = (appended: Appended): WebhookMessage =>
  toMessage('evaluation.failed', appended, {
    source: appended.evaluation.source,
    run_id: appended.evaluation.run_id,
    checks: appended.evaluation.checks
      .filter(({ verdict }) => verdict === 'FAIL')
      .map(({ id, reason }) => ({ id, reason: reason.slice(0, LONGEST_REASON).toWellFormed() })),
  });

/** The webhook message of a lifecycle change. */
const lifecycleChangedMessage = (appended: Appended, from: Lifecycle): WebhookMessage =>
  toMessage('reputation.lifecycle_changed', appended, { from, to: appended.reputation.lifecycle });

/** The webhook message of a large score drop. */
const reputationDroppedMessage = (appended: Appended, from: number): WebhookMessage =>
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
