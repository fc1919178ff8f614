import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatCount } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { Loaded } from '../../states/loaded.tsx';

/** The results of agents on tasks. The server applies the stored filters. */
export function SharedMatrix() {
  const asked = useQuery(ask('getRunMatrix', {}));
  return (
    <Card title="Agents and tasks">
      <Loaded query={asked} what="the matrix" lines={8}>
        {({ cells }) => (
          <ScrollableTable label="Results">
            <table className="sheet">
              <thead>
                <tr>
                  <th scope="col">Scenario</th>
                  <th scope="col">Agent</th>
                  <th scope="col">Passed</th>
                </tr>
              </thead>
              <tbody>
                {cells.map(({ scenario, column, passed, runs }) => (
                  <tr key={`${scenario} ${column}`}>
                    <th scope="row">
                      <bdi>{visibleLine(scenario)}</bdi>
                    </th>
                    <td>
                      <bdi>{visibleLine(column)}</bdi>
                    </td>
                    <td>
                      {formatCount(passed)} of {formatCount(runs)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollableTable>
        )}
      </Loaded>
    </Card>
  );
}
