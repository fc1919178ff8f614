import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { SortHeader } from '../../parts/sorting/sort-header.tsx';
import type { SortState } from '../../parts/sorting/use-sort.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import type { ListedScenario, ScenarioColumn } from './listed-scenario.ts';

interface Props extends SortState<ScenarioColumn> {
  readonly scenarios: readonly ListedScenario[];
}

/** Scenarios of the server and of the served folder. */
export function ScenarioTable({ scenarios, sorted, sort }: Props) {
  const isEdited = scenarios.some(({ edited_at }) => edited_at !== null);
  const header = (id: ScenarioColumn, title: string, { isNumber = false, className = '' } = {}) => (
    <SortHeader
      title={title}
      isNumber={isNumber}
      className={className}
      order={sorted.sort === id ? sorted.order : null}
      first={isNumber ? 'desc' : 'asc'}
      sort={(order) => sort({ sort: id, order })}
    />
  );
  return (
    <ScrollableTable label="Scenarios">
      <table className="sheet">
        <thead>
          <tr>
            {header('name', 'Name')}
            {header('proof', 'Proof')}
            {header('origin', 'Origin')}
            <th scope="col" className="lesser">
              Instruction
            </th>
            {header('scorers', 'Scorers', { isNumber: true, className: 'lesser' })}
            {isEdited ? header('edited_at', 'Edited', { isNumber: true, className: 'lesser' }) : null}
          </tr>
        </thead>
        <tbody>
          {scenarios.map((scenario) => (
            <tr key={scenario.key}>
              <th scope="row">
                <ScenarioLink scenario={scenario}>
                  <bdi>{visibleLine(scenario.name)}</bdi>
                </ScenarioLink>
              </th>
              <td>
                <ProofState proof={scenario.proof} />
              </td>
              <td className="note">{scenario.origin}</td>
              <td className="lesser note scenario-asks">
                <bdi>{visibleLine(scenario.user_instruction)}</bdi>
              </td>
              <td className="number lesser">{formatCount(scenario.scorers)}</td>
              {isEdited ? (
                <td className="number lesser">
                  {scenario.edited_at === null ? <span className="note">–</span> : <TimeAgo at={scenario.edited_at} />}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  );
}

/** Opens a scenario of the server, or the runs of one in the folder. */
function ScenarioLink({ scenario, children }: { scenario: ListedScenario; children: ReactNode }) {
  const { scenario_id, name } = scenario;
  return scenario_id === null ? (
    <Link to="/runs" search={{ scenario: name } as never} className="line-link">
      {children}
    </Link>
  ) : (
    <Link to="/scenarios/$scenario_id" params={{ scenario_id } as never} className="line-link">
      {children}
    </Link>
  );
}

function ProofState({ proof }: Pick<ListedScenario, 'proof'>) {
  if (proof === null) return <span className="note">–</span>;
  return (
    <>
      <span className="pill" data-tone={proof.tone}>
        {proof.word}
      </span>
      {proof.remark === null ? null : (
        <>
          {' '}
          <span className="note lesser-inline">{visibleLine(proof.remark)}</span>
        </>
      )}
    </>
  );
}
