import type { WebhookMessage } from '@assay/schema/api';
import { eventId } from '../store/evaluations/event-id.ts';
import type { SpentBudget } from '../store/tables/organizations/budgets.ts';

interface ReachedBudget extends SpentBudget {
  /** The first day of the month. */
  readonly month: string;
  readonly percent: number;
  readonly occurred_at: string;
}

/** The webhook message of a workspace that used a share of its budget. */
export const budgetReachedMessage = ({
  workspace_id,
  month,
  percent,
  budget_usd_micros,
  cost_usd_micros,
  occurred_at,
}: ReachedBudget): WebhookMessage => ({
  event_id: eventId('budget.reached', `${workspace_id}_${month}_${budget_usd_micros}_${percent}`),
  type: 'budget.reached',
  occurred_at,
  data: { workspace_id, month: month.slice(0, 7), percent, budget_usd_micros, cost_usd_micros },
});
