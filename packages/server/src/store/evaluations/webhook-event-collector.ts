import type { Lifecycle, Reputation } from '@assay/schema';
import type { WebhookMessage } from '@assay/schema/api';
import type { Appended } from './append-evaluations.ts';
import { createDropDetector } from './drop-detector.ts';
import { evaluationFailedMessage, lifecycleChangedMessage, reputationDroppedMessage } from './evaluation-messages.ts';

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
