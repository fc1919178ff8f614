import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatCount, formatDuration, formatNoun, formatScore, formatUsd } from '../../../shared/format.ts';
import { ask } from '../../client/api.ts';
import { readSearchText, type Search } from '../../search.ts';
import { Loaded } from '../../states/loaded.tsx';
import type { ListItem } from './answer.ts';
import type { ChartQuery } from './chart-query.ts';
import { DataExtent } from './data-extent.tsx';

type Bin = ListItem<'getRunHistogram', 'bins'>;

const FIELDS = [
  { id: 'score', title: 'Scorecard', format: (value: number) => formatScore(value) },
  { id: 'cost_usd_micros', title: 'Cost', format: (value: number) => formatUsd(value / 1_000_000) },
  { id: 'wall_ms', title: 'Duration', format: (value: number) => formatDuration(value) },
] as const;

/** The distribution of scores, costs or durations. */
export function HistogramChart({ query }: { query: ChartQuery }) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const field = FIELDS.find(({ id }) => id === readSearchText(search, 'of')) ?? FIELDS[0];
  const asked = useQuery({
    ...ask('getRunHistogram', { ...query, field: field.id, bins: 20 }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <label className="chart-choice">
        <span>Field</span>
        <select
          value={field.id}
          onChange={(event) =>
            void navigate({
              to: '.',
              search: { ...search, of: event.target.value } as never,
              replace: true,
              resetScroll: false,
            })
          }
        >
          {FIELDS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Loaded query={asked} what="the histogram" lines={6}>
        {(answer) => (
          <>
            <Bars bins={answer.bins} format={field.format} />
            <DataExtent extent={answer} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** Each bar is a list item with its range and count as text, for screen readers. */
function Bars({ bins, format }: { bins: readonly Bin[]; format: (value: number) => string }) {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  if (bins.every(({ count }) => count === 0)) return <p className="note">No run has this value.</p>;
  return (
    <ol className="bars">
      {bins.map(({ from, to, count }) => (
        <li key={from} title={`${format(from)} to ${format(to)}: ${formatNoun(count, 'run')}`}>
          <span className="unseen">
            {format(from)} to {format(to)}:{' '}
          </span>
          <span className="bar-count">{count === 0 ? '' : formatCount(count)}</span>
          <svg aria-hidden="true" preserveAspectRatio="none" viewBox={`0 0 1 ${most}`}>
            <rect width="1" height={count} y={most - count} />
          </svg>
          <span className="bar-from" aria-hidden="true">
            {format(from)}
          </span>
        </li>
      ))}
    </ol>
  );
}
