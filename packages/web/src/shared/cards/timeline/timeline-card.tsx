import { useDeferredValue, useMemo, useState } from 'react';
import { ContextChart } from '../../charts/context-chart.tsx';
import { contextSeries } from '../../charts/context-series.ts';
import { EVERYTHING, findRows } from '../../filter.ts';
import { useMedia } from '../../media.ts';
import type { RunView } from '../../run-view.ts';
import { addChapters, type Chapter, type TimelineItem } from '../../session.ts';
import { visibleLine } from '../../visible.ts';
import { Card } from '../parts/card.tsx';
import type { OpenInteraction } from '../parts/references.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { StatePills } from '../session/state-pills.tsx';
import { InteractionDetail } from './interaction-detail.tsx';
import { InteractionColumns, InteractionRow } from './interaction-row.tsx';
import { TimelineFilters } from './timeline-filters.tsx';

interface Props {
  readonly view: RunView;
  readonly opened: string | null;
  readonly open: OpenInteraction;
  readonly close: () => void;
}

/** All interactions, in order. One may be open. */
export function TimelineCard({ view, opened, open, close }: Props) {
  const { interactions, grade } = view.run;
  const narrow = useMedia('(max-width: 640px)');
  const [filter, setFilter] = useState(EVERYTHING);
  const settled = useDeferredValue(filter);
  const rows = useMemo(() => findRows(view, settled), [view, settled]);
  const items = useMemo(() => addChapters(rows, view.requests, view.rowOf), [rows, view]);
  const series = useMemo(() => contextSeries(interactions), [interactions]);
  const openedRow = opened === null ? undefined : view.rowOf.get(opened);
  const at = openedRow === undefined ? -1 : rows.indexOf(openedRow);
  const openRow = (row: number | undefined) => open(interactions[row ?? -1]?.id ?? '');
  // a chapter opens its first interaction
  const openItem = (index: number) =>
    openRow([items[index], items[index + 1]].find((item) => typeof item === 'number'));
  return (
    <Card title="Timeline">
      <ContextChart series={series} total={interactions.length} />
      <TimelineFilters
        filter={filter}
        change={setFilter}
        counts={grade.interactions.by_category}
        shown={rows.length}
        total={interactions.length}
      />
      <div className="timeline" id="timeline">
        <InteractionColumns view={view} />
        {rows.length === 0 ? <p className="note nothing">{tellNothing(interactions.length)}</p> : null}
        {rows.length === 0 ? null : (
          <VirtualList
            label="Interactions: arrow keys to move, Enter to open"
            count={items.length}
            rowHeight={narrow ? 62 : 34}
            selected={openedRow === undefined || at === -1 ? null : items.indexOf(openedRow)}
            onOpen={openItem}
            renderRow={(index) => <TimelineRow view={view} item={items[index] ?? -1} />}
          />
        )}
      </div>
      {openedRow === undefined ? null : (
        <InteractionDetail
          view={view}
          row={openedRow}
          open={open}
          close={close}
          previous={at > 0 ? () => openRow(rows[at - 1]) : null}
          next={at !== -1 && at < rows.length - 1 ? () => openRow(rows[at + 1]) : null}
        />
      )}
    </Card>
  );
}

const TimelineRow = ({ view, item }: { view: RunView; item: TimelineItem }) =>
  typeof item === 'number' ? <InteractionRow view={view} row={item} /> : <ChapterRow chapter={item} />;

const tellNothing = (total: number): string =>
  total === 0 ? 'No interactions recorded.' : 'No matching interactions.';

/** The start of a request in the timeline. */
function ChapterRow({ chapter: { number, request } }: { chapter: Chapter }) {
  return (
    <div className="chapter">
      <b>Request {number}</b> <StatePills {...request} /> <bdi>{visibleLine(request.prompt)}</bdi>
    </div>
  );
}
