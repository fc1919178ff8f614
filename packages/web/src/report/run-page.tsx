import type { ReportedRun } from '@assay/schema';
import { useMemo } from 'react';
import type { FileLinks } from '../shared/cards/diff/diff-card.tsx';
import { JudgeCard } from '../shared/cards/judge/judge-card.tsx';
import type { OpenInteraction } from '../shared/cards/parts/references.tsx';
import { FactsCard } from '../shared/cards/run/facts-card.tsx';
import { IntegrityCard } from '../shared/cards/run/integrity-card.tsx';
import { OutcomeHead } from '../shared/cards/run/outcome-head.tsx';
import { RecordCard } from '../shared/cards/run/record-card.tsx';
import { ResultCards } from '../shared/cards/run/result-cards.tsx';
import { WarningsCard } from '../shared/cards/run/warnings-card.tsx';
import { ScoreBreakdown } from '../shared/cards/scores/score-breakdown.tsx';
import { ScoresCard } from '../shared/cards/scores/scores-card.tsx';
import { SessionCards } from '../shared/cards/session/session-cards.tsx';
import { SessionHead } from '../shared/cards/session/session-head.tsx';
import { TimelineCard } from '../shared/cards/timeline/timeline-card.tsx';
import { viewRun } from '../shared/run-view.ts';
import { reportedScores } from '../shared/scores.ts';

interface Props {
  readonly run: ReportedRun;
  readonly opened: string | null;
  readonly open: OpenInteraction;
  readonly close: () => void;
  /** Addresses of the lines of the diff. */
  readonly files: FileLinks;
}

/** One run with all its cards. */
export function RunPage({ run: reported, opened, open, close, files }: Props) {
  const view = useMemo(
    () => viewRun({ ...reported, notes: { ...reported.judgment, omitted: 0 }, requests: reported.grade.requests }),
    [reported],
  );
  const { grade, run } = reported;
  const scores = reportedScores(reported);
  const openPath = (path: string, line?: number) => {
    view.ways.reveal('path', path);
    if (line !== undefined) files.linksOf(path).open({ side: 'after', line });
  };
  return (
    <>
      {run === undefined ? (
        <SessionHead grade={grade} />
      ) : (
        <OutcomeHead run={run} openPath={view.paths.has(run.result_reason.path ?? '') ? openPath : undefined} />
      )}
      {run === undefined ? null : <IntegrityCard integrity={run.integrity} openPath={openPath} paths={view.paths} />}
      <RecordCard record={run?.change_record} openPath={openPath} />
      {run === undefined ? <SessionCards session={grade} view={view} open={open} /> : <ScoresCard scores={scores} />}
      <FactsCard grade={grade} run={run} />
      <WarningsCard {...warningsOf(reported)} />
      <JudgeCard view={view} open={open} />
      {run === undefined ? null : <ResultCards run={run} diff={view.diff} files={files} />}
      {run === undefined ? null : <SessionCards session={grade} view={view} open={open} />}
      {run === undefined && grade.axis.score !== null ? <ScoresCard scores={scores} /> : null}
      {run === undefined && grade.axis.score === null ? null : (
        <ScoreBreakdown scores={scores} view={view} open={open} />
      )}
      <TimelineCard view={view} opened={opened} open={open} close={close} />
    </>
  );
}

// the transcript and the run may share warnings
const warningsOf = ({ grade, run }: ReportedRun) =>
  run === undefined
    ? ({ about: 'transcript', warnings: grade.warnings } as const)
    : ({ about: 'run', warnings: [...new Set([...run.warnings, ...grade.warnings])] } as const);
