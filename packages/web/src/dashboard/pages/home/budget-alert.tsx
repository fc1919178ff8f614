import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../../client/api.ts';
import { describeBudget } from '../trends/describe-budget.ts';

/** Says that most of the budget of this month is used. Nothing before that. */
export function BudgetAlert({ workspace_id }: { workspace_id: string }) {
  const { data } = useQuery(ask('getRunTotals', { workspace_id, period: 'month', limit: 1 }));
  const used = data === undefined ? null : describeBudget(data.this_month.cost_usd_micros, data.budget_usd_micros);
  if (used?.tone === undefined) return null;
  return (
    <p className="budget-alert" data-tone={used.tone} role="status">
      <b>Budget of this month: {used.sentence}.</b>{' '}
      <Link to="/trends" search={{ range: 'this_month' } as never}>
        See what it was spent on
      </Link>
    </p>
  );
}
