import type { Evaluation } from '@assay/schema';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { formatCount, formatDuration, NO_NUMBER } from '../../../shared/format.ts';
import { type Tone, verdictTone } from '../../../shared/tone.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';

/** The latest evaluations, newest first, with their source and checks. */
export function EvaluationsCard({ agent_id }: { agent_id: string }) {
  const pages = usePages('listEvaluations', { agent_id, limit: 20 });
  return (
    <Card title="Last evaluations">
      <Paged
        pages={pages}
        what="the evaluations"
        empty={<p className="note">No evaluations yet. Graded runs, the SDK, the proxy and the REST API add them.</p>}
      >
        {(items) => (
          <ol className="evaluations">
            {items.map((evaluation) => (
              <EvaluationRow key={evaluation.evaluation_id} evaluation={evaluation} />
            ))}
          </ol>
        )}
      </Paged>
    </Card>
  );
}

function EvaluationRow({ evaluation }: { evaluation: Evaluation }) {
  const { word, tone } = verdictOf(evaluation);
  const { checks } = evaluation;
  const reason = 'reason' in evaluation ? (evaluation.reason ?? null) : null;
  return (
    <li>
      <details className="evaluation" data-plain={checks.length === 0 && reason === null ? true : undefined}>
        <summary>
          <span className="note number">{evaluation.seq === null ? NO_NUMBER : formatCount(evaluation.seq)}</span>
          <span className="pill" data-tone={tone}>
            {word}
          </span>
          <span className="evaluation-what">
            <span className="tag">{evaluation.source}</span>{' '}
            {evaluation.tool === null ? null : <bdi>{visibleLine(evaluation.tool)}</bdi>}
          </span>
          <span className="number">
            {evaluation.latency_ms === null ? NO_NUMBER : formatDuration(evaluation.latency_ms)}
          </span>
          <TimeAgo at={evaluation.accepted_at} />
        </summary>
        <div className="evaluation-inside">
          {reason === null ? null : (
            <p>
              <UntrustedText text={reason} />
            </p>
          )}
          {evaluation.run_id === null ? null : (
            <p>
              <Link to="/runs/$run_id" params={{ run_id: evaluation.run_id } as never}>
                <code>{evaluation.run_id}</code>
              </Link>
            </p>
          )}
          <ul>
            {checks.map((check, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two checks may have the same name, and the order never changes
              <li key={place}>
                <span className="pill" data-tone={verdictTone(check.verdict)}>
                  {check.verdict}
                </span>{' '}
                <b>
                  <UntrustedText text={check.id} />
                </b>{' '}
                <span className="note">
                  <UntrustedText text={check.reason} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </details>
    </li>
  );
}

function verdictOf(evaluation: Evaluation): { word: string; tone: Tone } {
  switch (evaluation.status) {
    case 'errored':
      return { word: 'ERROR', tone: 'warn' };
    case 'dry_run':
      return { word: 'dry run', tone: 'muted' };
    case 'counted':
      return evaluation.passed ? { word: 'PASS', tone: 'good' } : { word: 'FAIL', tone: 'bad' };
  }
}
