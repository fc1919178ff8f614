import './scenarios.css';
import type { StoredScenario } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { useCanWrite } from '../../session/use-session.ts';
import { Empty } from '../../states/empty.tsx';
import { SentProofsCard } from './sent-proofs-card.tsx';

/** The scenarios that are not archived, by name. */
export function ScenariosPage() {
  const scenarios = usePages('listScenarios', { limit: 100 });
  const mayWrite = useCanWrite();
  return (
    <>
      <title>Scenarios · Assay</title>
      <header className="page-head">
        <h1>Scenarios</h1>
        {mayWrite ? (
          <Link to="/scenarios/new" className="button primary aside">
            New scenario
          </Link>
        ) : null}
      </header>
      <section className="card" aria-label="Scenarios">
        <Paged
          pages={scenarios}
          what="the scenarios"
          lines={8}
          empty={
            <Empty title="No scenarios yet">
              <p className="note">
                A scenario describes a task: the instruction, the starting files and the checks. Freeze it to run agents
                on it.
              </p>
              {mayWrite ? (
                <Link to="/scenarios/new" className="button">
                  Create the first scenario
                </Link>
              ) : null}
            </Empty>
          }
        >
          {(items) => <ScenarioTable scenarios={items} />}
        </Paged>
      </section>
      <SentProofsCard />
    </>
  );
}

function ScenarioTable({ scenarios }: { scenarios: readonly StoredScenario[] }) {
  useLineKeys();
  return (
    <ScrollableTable label="Scenarios">
      <table className="sheet">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="lesser">
              Instruction
            </th>
            <th scope="col" className="number">
              Scorers
            </th>
            <th scope="col" className="number lesser">
              Rubric
            </th>
            <th scope="col" className="number lesser">
              Revision
            </th>
            <th scope="col" className="number">
              Edited
            </th>
          </tr>
        </thead>
        <tbody>
          {scenarios.map(({ scenario_id, scenario, revision, updated_at }) => (
            <tr key={scenario_id}>
              <th scope="row">
                <Link to="/scenarios/$scenario_id" params={{ scenario_id } as never} className="line-link">
                  <bdi>{visibleLine(scenario.name)}</bdi>
                </Link>
              </th>
              <td className="lesser note scenario-asks">
                <bdi>{visibleLine(scenario.user_instruction)}</bdi>
              </td>
              <td className="number">{formatCount(scenario.scorers.length)}</td>
              <td className="number lesser">{formatCount(scenario.rubric.length)}</td>
              <td className="number lesser">{formatCount(revision)}</td>
              <td className="number">
                <TimeAgo at={updated_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  );
}
