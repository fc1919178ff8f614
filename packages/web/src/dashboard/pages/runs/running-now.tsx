import type { Activity } from '@assay/schema';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { describeActivity } from './describe-activity.ts';

/** Proofs and runs that commands in this folder are executing now. */
export function RunningNow({ activities }: { activities: readonly Activity[] }) {
  if (activities.length === 0) return null;
  return (
    <Card title="Running now">
      <ul className="running-now" aria-live="polite">
        {activities.map((activity) => (
          <li key={activity.activity_id}>
            <code>{activity.command}</code> {describeActivity(activity).join(' · ')}
          </li>
        ))}
      </ul>
    </Card>
  );
}
