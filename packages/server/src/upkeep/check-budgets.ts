import type { Services } from '../services/services.ts';
import { monthStart } from '../totals/month-start.ts';
import { budgetReachedMessage } from '../webhooks/budget-reached-message.ts';

// the higher one first: who jumps past both hears the worse news first
const PERCENTS = [100, 80] as const;

/** Announces workspaces that used 80 % or 100 % of their budget this month, each once. */
export async function checkBudgets({ store, now }: Pick<Services, 'store' | 'now'>): Promise<void> {
  const month = monthStart(now(), 0);
  for (const percent of PERCENTS)
    for (const spent of await store.budgets.listReached({ month, percent }))
      await store.transaction(async ({ budgets, webhook_deliveries }) => {
        if (!(await budgets.noteAlert(spent, { month, percent }))) return;
        const occurred_at = new Date(now()).toISOString();
        const message = budgetReachedMessage({ ...spent, month, percent, occurred_at });
        await webhook_deliveries.announce(spent.organization_id, message);
      });
}
