import type { Regression } from '@assay/schema';
import { describeRegression, orderRegressions } from '@assay/scoring';
import type { ComparisonView } from '../../comparison.ts';
import { formatName } from '../../format.ts';
import { visibleLine } from '../../visible.ts';
import { Card } from '../parts/card.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly view: ComparisonView;
  readonly showTask: (task_id: string) => void;
}

/** Regressions with their reasons: lost tasks first, then proven, then suspected. */
export function RegressionsCard({ view, showTask }: Props) {
  const regressions = orderRegressions(view.comparison.verdict.regressions);
  if (regressions.length === 0) return null;
  return (
    <Card title="What got worse">
      <ul className="worse">
        {regressions.map((regression) => (
          <li key={`${regression.task_id} ${regression.kind}`}>
            <span className="pill" data-tone={regression.status === 'proven' ? 'bad' : 'warn'}>
              {regression.status}
            </span>
            <span>
              <Where task_id={regression.task_id} showTask={showTask} />{' '}
              <span className="note">{formatName(regression.kind)}</span>
              <br />
              <UntrustedText text={describeRegression(regression)} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Where({ task_id, showTask }: Pick<Regression, 'task_id'> & Pick<Props, 'showTask'>) {
  if (task_id === null) return <b>Over all tasks</b>;
  return (
    <button type="button" className="task-name" onClick={() => showTask(task_id)}>
      <bdi>{visibleLine(task_id)}</bdi>
    </button>
  );
}
