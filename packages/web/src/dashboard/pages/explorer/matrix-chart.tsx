import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { formatCount, formatPercent, formatScore, NO_NUMBER } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { Loaded } from '../../states/loaded.tsx';
import type { ListItem } from './answer.ts';
import type { ChartQuery } from './chart-query.ts';
import { DataExtent } from './data-extent.tsx';
import { computePassRate, countDecidedRuns, formatCounts } from './pass-rate.ts';

type Cell = ListItem<'getRunMatrix', 'cells'>;

/** The pass rate of each agent on each scenario, as a color and a number. */
export function MatrixChart({ query }: { query: ChartQuery }) {
  const asked = useQuery({
    ...ask('getRunMatrix', query),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={asked} what="the heat map" lines={6}>
      {(answer) => (
        <>
          <Matrix cells={answer.cells} />
          <p className="note">
            Pass rate: passed runs among those that passed, failed or were tampered with. Errors and unchecked runs are
            excluded. Mean: mean score of passed runs.
          </p>
          <DataExtent extent={answer} />
        </>
      )}
    </Loaded>
  );
}

function Matrix({ cells }: { cells: readonly Cell[] }) {
  if (cells.length === 0) return <p className="note">No finished runs.</p>;
  const agents = [...new Set(cells.map(({ agent_id }) => agent_id))].toSorted();
  const byScenario = Map.groupBy(cells, ({ scenario }) => scenario);
  return (
    <ScrollableTable label="Heat map">
      <table className="matrix-map">
        <thead>
          <tr>
            <th scope="col">Scenario</th>
            {agents.map((agent) => (
              <th scope="col" key={agent}>
                <bdi>{visibleLine(agent)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...byScenario].map(([scenario, own]) => (
            <tr key={scenario}>
              <th scope="row">
                <bdi>{visibleLine(scenario)}</bdi>
              </th>
              {agents.map((agent) => (
                <MatrixCell key={agent} cell={own.find(({ agent_id }) => agent_id === agent)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  );
}

function MatrixCell({ cell }: { cell: Cell | undefined }) {
  if (cell === undefined) return <td className="note">{NO_NUMBER}</td>;
  const { scenario, agent_id, mean_score, passed } = cell;
  const rate = computePassRate(cell);
  const color = { '--pass-rate': `${100 * (rate ?? 0)}%` } as CSSProperties;
  return (
    <td className="heat" style={color} data-decided={rate === null ? undefined : true} title={formatCounts(cell)}>
      <Link to="/runs" search={{ scenario, agent_id } as never}>
        <b>{rate === null ? NO_NUMBER : formatPercent(rate)}</b>
        <span>
          {formatCount(passed)}/{formatCount(countDecidedRuns(cell))}
          <span className="unseen"> runs passed</span>
        </span>
        {mean_score === null ? null : (
          <span>
            <span className="unseen">, mean score of passed runs </span>
            <span aria-hidden="true">mean </span>
            {formatScore(mean_score)}
          </span>
        )}
      </Link>
    </td>
  );
}
