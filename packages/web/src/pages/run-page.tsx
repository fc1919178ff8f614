import type { GradedTranscript, ReportedRun } from '@assay/schema';
import { useMemo } from 'react';
import { DimensionsCard } from '../cards/dimensions-card.tsx';
import { FactsCard } from '../cards/facts-card.tsx';
import { GatesCard } from '../cards/gates-card.tsx';
import { InsightsCard } from '../cards/insights-card.tsx';
import { LedgerCard } from '../cards/ledger-card.tsx';
import type { OpenInteraction } from '../cards/references.tsx';
import { Said } from '../cards/said.tsx';
import { AxisScore, ScorecardScore } from '../cards/score-card.tsx';
import { TimelineCard } from '../cards/timeline-card.tsx';
import { WarningsCard } from '../cards/warnings-card.tsx';
import { viewRun } from '../run-view.ts';
import { toneOfEnd } from '../tone.ts';

interface Props {
  readonly run: ReportedRun;
  readonly opened: string | null;
  readonly open: OpenInteraction;
  readonly close: () => void;
}

/** One run: how it went, why, and everything it did. */
export function RunPage({ run, opened, open, close }: Props) {
  const view = useMemo(() => viewRun(run), [run]);
  const { grade } = run;
  return (
    <>
      <RunHead grade={grade} />
      <div className="scores card">
        <ScorecardScore grade={grade} />
        <AxisScore axis={grade.axis} />
        <GatesCard gates={grade.gates} />
      </div>
      <FactsCard grade={grade} />
      <WarningsCard warnings={grade.warnings} />
      <div className="pair">
        <div className="stack">
          <DimensionsCard axis={grade.axis} />
          <InsightsCard view={view} open={open} />
        </div>
        <div className="stack">
          {grade.scorecard === null ? null : (
            <LedgerCard title="Scorecard ledger" result={grade.scorecard} view={view} open={open} />
          )}
          <LedgerCard title="AXIS ledger" result={grade.axis} view={view} open={open} />
        </div>
      </div>
      <TimelineCard view={view} opened={opened} open={open} close={close} />
    </>
  );
}

function RunHead({ grade }: { grade: GradedTranscript }) {
  return (
    <header className="run-head">
      <h1>
        <Said text={titleOf(grade)} />
      </h1>
      <p>
        <span className="pill" data-tone={toneOfEnd(grade.end.status)}>
          {grade.end.status}
        </span>{' '}
        <Said text={grade.end.reason} />
      </p>
      <p className="note source">
        <Said
          text={[grade.source, ...(grade.session_id === null ? [] : [`session ${grade.session_id}`])].join(' · ')}
        />
      </p>
    </header>
  );
}

function titleOf({ agent, agent_version, model }: GradedTranscript): string {
  const version = agent_version === null ? '' : ` ${agent_version}`;
  return `${agent}${version} · ${model ?? 'unknown model'}`;
}
