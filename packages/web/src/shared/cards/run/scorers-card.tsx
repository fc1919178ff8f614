import type { CommandEvidence, RunResult } from '@assay/schema';
import { formatCount, formatUnitScore } from '../../format.ts';
import { answerTone, hasColor } from '../../result.ts';
import { verdictTone } from '../../tone.ts';
import { Card } from '../parts/card.tsx';
import { ScorerRow } from './scorer-row.tsx';

type Scored = Pick<RunResult, 'result' | 'review' | 'results' | 'overall' | 'mean_score'>;

interface Props {
  readonly run: Scored;
  /** Command outputs, by scorer name. */
  readonly outputs?: Readonly<Record<string, CommandEvidence>>;
  readonly openPath?: (path: string, line?: number) => void;
}

/** All scorer results under their overall verdict; nothing for a run without scorers. */
export function ScorersCard({ run, outputs = {}, openPath }: Props) {
  if (run.results.length === 0) return null;
  return (
    <Card title="Scorers" aside={<Together run={run} />}>
      {run.results.map((result) => (
        <ScorerRow
          key={result.name}
          result={result}
          openPath={openPath}
          colored={hasColor(run)}
          output={Object.hasOwn(outputs, result.name) ? outputs[result.name] : undefined}
        />
      ))}
    </Card>
  );
}

function Together({ run }: { run: Scored }) {
  const { results, overall, mean_score } = run;
  const scored = results.filter(({ score }) => score !== null).length;
  return (
    <p className="together">
      <span className="note">
        scored {formatCount(scored)} of {formatCount(results.length)}
      </span>
      <span>
        mean <b className="number">{formatUnitScore(mean_score)}</b>
      </span>
      <span className="pill" data-tone={answerTone(verdictTone(overall), hasColor(run))}>
        OVERALL {overall}
      </span>
    </p>
  );
}
