import type { Evidence, Grade, Run } from '@assay/schema';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { FactList } from '../../../shared/cards/parts/fact-list.tsx';
import { FailureNote } from '../../../shared/cards/run/failure-note.tsx';
import { IntegrityCard } from '../../../shared/cards/run/integrity-card.tsx';
import { StagesCard } from '../../../shared/cards/run/stages-card.tsx';
import { WarningsCard } from '../../../shared/cards/run/warnings-card.tsx';
import { ScoreBreakdown } from '../../../shared/cards/scores/score-breakdown.tsx';
import type { RunView } from '../../../shared/run-view.ts';
import { Empty } from '../../states/empty.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { GateTiles } from './gate-tiles.tsx';
import { costFacts, runDetailFacts, transcriptFact } from './run-facts.ts';
import { ScorePair } from './score-pair.tsx';
import { gradeScores } from './shown-run.ts';
import type { GoTo } from './use-run-position.ts';

interface Props {
  readonly run: Run;
  readonly grade: UseQueryResult<Grade>;
  readonly evidence: Evidence | undefined;
  readonly view: RunView;
  readonly hasTranscript: boolean;
  readonly go: GoTo;
}

/** Integrity findings, scores, gates, ledgers, cost and resources of the run. */
export function OverviewTab({ run, grade, evidence, view, hasTranscript, go }: Props) {
  const open = (interaction: string) => go({ tab: 'trace', interaction });
  return (
    <>
      {run.failure === null ? null : <FailureNote failure={run.failure} />}
      <Loaded query={grade} what="the grade" lines={4} missing={<NotGraded />}>
        {(graded) => (
          <>
            <IntegrityCard integrity={graded.integrity} openPath={(file) => go({ tab: 'diff', file })} />
            <div className="top-cards">
              <ScorePair scores={gradeScores(graded)} />
              <GateTiles grade={graded} />
            </div>
          </>
        )}
      </Loaded>
      {evidence === undefined ? null : <WarningsCard about="run" warnings={warningsOf(evidence)} />}
      {grade.data === undefined ? null : <ScoreBreakdown scores={gradeScores(grade.data)} view={view} open={open} />}
      <div className="made">
        <Card title="Cost and resources">
          <FactList
            facts={[
              ...costFacts(run, hasTranscript ? view.run.interactions : undefined),
              ...(evidence === undefined ? [] : [transcriptFact(evidence)]),
            ]}
          />
        </Card>
        <div className="stack">
          <StagesCard stages={run.stages} />
          <Card title="Run details">
            <FactList facts={runDetailFacts(run)} />
          </Card>
        </div>
      </div>
    </>
  );
}

function NotGraded() {
  return (
    <Empty title="Not graded yet">
      <p className="note">The grade appears here when it is ready.</p>
    </Empty>
  );
}

const warningsOf = ({ warnings, transcript }: Evidence): string[] => [
  ...new Set([...warnings, ...(transcript?.warnings ?? [])]),
];
