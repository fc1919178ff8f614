import './overview.css';
import type { Evidence, Grade, Run } from '@assay/schema';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { FactList } from '../../../shared/cards/parts/fact-list.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { FailureNote } from '../../../shared/cards/run/failure-note.tsx';
import { IntegrityCard } from '../../../shared/cards/run/integrity-card.tsx';
import { RecordCard } from '../../../shared/cards/run/record-card.tsx';
import { StagesCard } from '../../../shared/cards/run/stages-card.tsx';
import { WarningsCard } from '../../../shared/cards/run/warnings-card.tsx';
import { ScoreBreakdown } from '../../../shared/cards/scores/score-breakdown.tsx';
import { pinnedFindings } from '../../../shared/diff/pinned-findings.ts';
import { reveal } from '../../../shared/reveal.ts';
import type { RunView } from '../../../shared/run-view.ts';
import { describeProblem } from '../../client/request-problem.ts';
import { Empty } from '../../states/empty.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Loading } from '../../states/loading.tsx';
import { ClaimCard, findLastMessage } from './claim-card.tsx';
import { GateTiles } from './gate-tiles.tsx';
import { ProblemList } from './problem-list.tsx';
import { listProblems } from './problems.ts';
import { PromptCard } from './prompt-card.tsx';
import type { Transcript } from './read-transcript.ts';
import { costFacts, runDetailFacts, usedFacts } from './run-facts.ts';
import { ScorePair } from './score-pair.tsx';
import { gradeScores } from './shown-run.ts';
import type { GoTo, HrefOf, RunPosition } from './use-run-position.ts';

interface Props {
  readonly run: Run;
  readonly grade: UseQueryResult<Grade>;
  readonly evidence: UseQueryResult<Evidence>;
  readonly transcript: UseQueryResult<Transcript>;
  readonly diff: UseQueryResult<string>;
  readonly view: RunView;
  readonly place: RunPosition;
  readonly go: GoTo;
  readonly href: HrefOf;
}

/** The answer: prompt, cost, what failed and where, what the agent claimed; then gates, scores and details. */
export function OverviewTab(props: Props) {
  const { run, grade, evidence, transcript, diff, view } = props;
  return (
    <>
      {run.failure === null ? null : <FailureNote failure={run.failure} />}
      <div className="asked">
        {evidence.data === undefined ? (
          <Card title="Prompt">{evidence.isPending ? <Loading what="the prompt" lines={2} /> : NO_PROMPT}</Card>
        ) : (
          <PromptCard scenario={evidence.data.task.scenario} />
        )}
        <Card title="Cost">
          <FactList facts={costFacts(run, transcript.isError ? null : transcript.data && view.run.interactions)} />
        </Card>
      </div>
      {/* in one step, so that the page does not jump */}
      {[transcript, diff, grade, evidence].some(({ isPending }) => isPending) ? (
        <Loading what="the grade" lines={8} />
      ) : (
        <>
          <Loaded query={grade} what="the grade" missing={<NotGraded />}>
            {(graded) => <Graded {...props} graded={graded} />}
          </Loaded>
          <Details run={run} evidence={evidence.data} />
        </>
      )}
    </>
  );
}

/** What the run used, and how it was made. */
function Details({ run, evidence }: { run: Run; evidence: Evidence | undefined }) {
  return (
    <div className="made">
      <Card title="Resources">
        <FactList facts={usedFacts(run, evidence)} />
      </Card>
      <div className="stack">
        <StagesCard stages={run.stages} />
        <Card title="Run details">
          <FactList facts={runDetailFacts(run)} />
        </Card>
      </div>
    </div>
  );
}

const NO_PROMPT = <p className="note">The prompt could not be loaded.</p>;

function Graded({ graded, run, evidence, transcript, diff, view, place, go, href }: Props & { graded: Grade }) {
  const problems = useMemo(() => listProblems(graded, run.stages), [graded, run.stages]);
  const pins = useMemo(() => pinnedFindings(graded), [graded]);
  const message = useMemo(() => findLastMessage(view.entries), [view.entries]);
  const { integrity } = graded;
  return (
    <>
      {diff.error === null || problems.length === 0 ? null : (
        <p className="note">
          Shown without the lines of the diff: <UntrustedText text={describeProblem(diff.error)} />
        </p>
      )}
      <ProblemList
        problems={problems}
        view={view}
        pins={pins}
        outputs={evidence.data?.commands ?? NO_OUTPUTS}
        place={place}
        go={go}
        href={href}
      />
      {/* the others are among the problems */}
      <IntegrityCard
        integrity={{ ...integrity, findings: [] }}
        openPath={(file, line) => go({ tab: 'diff', file, line: line?.toString() ?? null })}
      />
      <RecordCard
        record={evidence.data?.change_record}
        openPath={(file, line) => go({ tab: 'diff', file, line: line?.toString() ?? null })}
      />
      <ClaimCard
        problem={transcript.error && describeProblem(transcript.error)}
        message={message}
        claims={evidence.data?.claims ?? []}
        grade={graded}
        open={(entry) => go({ tab: 'trace', entry })}
      />
      <div className="top-cards">
        <ScorePair scores={gradeScores(graded)} />
        <GateTiles grade={graded} problems={problems} show={({ name }) => reveal('scorer', name)} />
      </div>
      {evidence.data === undefined ? null : <WarningsCard about="run" warnings={warningsOf(evidence.data)} />}
      <ScoreBreakdown
        scores={gradeScores(graded)}
        view={view}
        open={(interaction) => go({ tab: 'trace', interaction })}
      />
    </>
  );
}

const NO_OUTPUTS = {};

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
