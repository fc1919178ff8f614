import { listWorse, type WorseItem } from '@assay/scoring';
import type { ComparisonView } from '../../comparison.ts';
import { visibleLine } from '../../visible.ts';
import { Card } from '../parts/card.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly view: ComparisonView;
  readonly showTask: (task_id: string) => void;
}

/** What got worse, and what may have, with the reasons. */
export function WorseCard({ view, showTask }: Props) {
  const items = listWorse(view.comparison);
  const isSuspected = ({ certainty }: WorseItem) => certainty === 'suspected';
  return (
    <>
      <Part title="What got worse" items={items.filter((item) => !isSuspected(item))} showTask={showTask} />
      <Part title="What may have got worse" items={items.filter(isSuspected)} showTask={showTask} />
    </>
  );
}

interface PartProps extends Pick<Props, 'showTask'> {
  readonly title: string;
  readonly items: readonly WorseItem[];
}

function Part({ title, items, showTask }: PartProps) {
  if (items.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="worse">
        {items.map(({ task_id, certainty, reason }) => (
          <li key={`${task_id} ${reason}`}>
            <span className="pill" data-tone={certainty === 'proven' ? 'bad' : 'warn'}>
              {certainty}
            </span>
            <span>
              <Where task_id={task_id} showTask={showTask} />
              <br />
              <UntrustedText text={reason} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Where({ task_id, showTask }: Pick<WorseItem, 'task_id'> & Pick<Props, 'showTask'>) {
  if (task_id === null) return <b>Over all tasks</b>;
  return (
    <button type="button" className="task-name" onClick={() => showTask(task_id)}>
      <bdi>{visibleLine(task_id)}</bdi>
    </button>
  );
}
