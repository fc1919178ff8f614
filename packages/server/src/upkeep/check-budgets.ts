import type { Services } from '../services/services.ts';
import { monthStart } from '../totals/month-start.ts';
import { budgetReachedMessage } from '../webhooks/budget-reached-message.ts';

// the higher one first: who jumps past both hears the worse news first
const PERCENTS = [100, 80] as const;

// a run counts for the day it began, and its cost is known when it has ended or was pushed
const LATE_MS = 24 * 3_600_000;

/** Announces workspaces that used 80 % or 100 % of their budget of a month, each once. */
export async function checkBudgets(services: Pick<Services, 'store' | 'now'>): Promise<void> {
  const now = services.now();
  for (const month of new Set([now - LATE_MS, now].map((at) => monthStart(at, 0)))) await checkMonth(services, month);
}

async function checkMonth({ store, now }: Pick<Services, 'store' | 'now'>, month: string): Promise<void> {
  for (const percent of PERCENTS)
    for (const spent of await store.budgets.listReached({ month, percent }))
      await store.transaction(async ({ budgets, webhook_deliveries }) => {
        if (!(await budgets.noteAlert(spent, { month, percent }))) return;
        const occurred_at = new Date(now()).toISOString();
        const message = budgetReachedMessage({ ...spent, month, percent, occurred_at });
        await webhook_deliveries.announce(spent.organization_id, message);
      });
}
