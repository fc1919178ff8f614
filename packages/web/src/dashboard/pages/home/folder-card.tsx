import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatNoun } from '../../../shared/format.ts';
import { visible, visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { useSort } from '../../parts/sorting/use-sort.ts';
import { BY_NAME, listInFolder, SCENARIO_COLUMNS, sortScenarios } from '../scenarios/listed-scenario.ts';
import { ScenarioTable } from '../scenarios/scenario-table.tsx';

const MOST_LISTED = 8;

/** The scenarios of the served folder. Nothing if no folder is served. */
export function FolderCard() {
  const { data } = useQuery(ask('listFolderScenarios', {}));
  const state = useSort({ columns: SCENARIO_COLUMNS, first: BY_NAME, list: 'scenarios' });
  if (data?.folder == null || (data.items.length === 0 && data.problem === null)) return null;
  const { folder, problem, items } = data;
  const listed = sortScenarios(items.map(listInFolder), state.sorted);
  return (
    <Card
      title={`Scenarios in ${visibleLine(folder)}`}
      aside={items.length === 0 ? null : <Link to="/scenarios">All {formatNoun(items.length, 'scenario')}</Link>}
    >
      {problem === null ? (
        <ScenarioTable scenarios={listed.slice(0, MOST_LISTED)} {...state} />
      ) : (
        <pre className="folder-problem">{visible(problem)}</pre>
      )}
    </Card>
  );
}
