import type { RunSummary } from '@assay/schema/api';
import { ResultWord } from '../../../shared/cards/run/result-word.tsx';
import { readDecision, statusWord } from './verdicts.ts';

/** The result of a run, or its status until it is graded. */
export function RunWord({ run, short = false }: { run: RunSummary; short?: boolean }) {
  const decided = readDecision(run);
  if (decided !== null) return <ResultWord decided={decided} short={short} />;
  const { word, tone } = statusWord(run);
  return (
    <span className="pill" data-tone={tone} data-live={run.status === 'running' || undefined}>
      {word}
    </span>
  );
}
