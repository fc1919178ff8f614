import '../../parts/tiles.css';
import type { Answer } from '@assay/sdk/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { ResultWord } from '../../../shared/cards/run/result-word.tsx';
import { formatCents, formatCount, formatNoun } from '../../../shared/format.ts';
import type { Tone } from '../../../shared/tone.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { Loaded } from '../../states/loaded.tsx';

type Changes = Answer<'getRunChanges'>;

const REFRESH_MS = 30_000;
const MOST_LISTED = 6;

/** The last 24 hours beside the 24 hours before; each number opens its runs. */
export function ChangesCard({ workspace_id }: { workspace_id: string }) {
  const asked = useQuery({ ...ask('getRunChanges', { workspace_id }), refetchInterval: REFRESH_MS });
  return (
    <Card title="Since yesterday" aside={<span className="note">the last 24 hours, and the 24 hours before</span>}>
      <Loaded query={asked} what="the last 24 hours" lines={4}>
        {(changes) => (
          <>
            <div className="tiles">
              {listTiles(changes).map(({ title, value, before, search, tone }) => (
                <Link key={title} to="/runs" search={search as never} className="tile" data-tone={tone}>
                  <span className="note">{title}</span>
                  <b className="tile-value">{value}</b>
                  <span className="note">before: {before}</span>
                </Link>
              ))}
            </div>
            {changes.partial ? <p className="note">Counts the newest 50,000 runs of a day.</p> : null}
            <Regressions regressions={changes.regressions} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface Tile {
  readonly title: string;
  readonly value: string;
  readonly before: string;
  readonly search: Readonly<Record<string, string>>;
  readonly tone?: Tone;
}

function listTiles({ now, before }: Changes): Tile[] {
  const results = [
    { title: 'Passed', result: 'passed', tone: 'good', read: (one: Changes['now']) => one.passed },
    { title: 'Failed', result: 'failed', tone: 'bad', read: (one: Changes['now']) => one.not_passed - one.tampered },
    { title: 'Tampered', result: 'tampered', tone: 'bad', read: (one: Changes['now']) => one.tampered },
    { title: 'Unchecked', result: 'unchecked', tone: undefined, read: (one: Changes['now']) => one.unchecked },
    { title: 'Errors', result: 'error', tone: undefined, read: (one: Changes['now']) => one.errored },
  ] as const;
  return [
    ...results.map(({ title, result, tone, read }) => ({
      title,
      value: formatCount(read(now)),
      before: formatCount(read(before)),
      search: { result, days: '1' },
      ...(tone === undefined || read(now) === 0 ? {} : { tone }),
    })),
    { title: 'Cost', value: formatCost(now), before: formatCost(before), search: { days: '1' } },
  ];
}

const formatCost = ({ cost_usd_micros }: Changes['now']): string =>
  cost_usd_micros === null ? '–' : formatCents(cost_usd_micros / 1_000_000);

function Regressions({ regressions }: Pick<Changes, 'regressions'>) {
  if (regressions.length === 0) return <p className="note home-regressions">No regressions.</p>;
  return (
    <div className="home-regressions">
      <h3>{formatNoun(regressions.length, 'regression')}</h3>
      <RegressionList regressions={regressions.slice(0, MOST_LISTED)} />
      {regressions.length > MOST_LISTED ? (
        <details>
          <summary>{formatNoun(regressions.length - MOST_LISTED, 'more regression')}</summary>
          <RegressionList regressions={regressions.slice(MOST_LISTED)} />
        </details>
      ) : null}
    </div>
  );
}

function RegressionList({ regressions }: Pick<Changes, 'regressions'>) {
  return (
    <ul>
      {regressions.map(({ scenario, agent_id, run_id, result, passed_run_id }) => (
        <li key={run_id}>
          <ResultWord decided={{ result, review: 0 }} />{' '}
          <Link to="/runs/$run_id" params={{ run_id } as never}>
            <bdi>{visibleLine(scenario)}</bdi>
          </Link>{' '}
          <span className="note">
            <bdi>{visibleLine(agent_id)}</bdi>,{' '}
            <Link to="/runs/$run_id" params={{ run_id: passed_run_id } as never}>
              passed before
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}
