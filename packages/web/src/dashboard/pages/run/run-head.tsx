import { Link } from '@tanstack/react-router';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { ResultReason } from '../../../shared/cards/run/result-reason.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { formatResult } from '../../../shared/result.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { RunWord } from '../runs/run-word.tsx';
import { readDecision } from '../runs/verdicts.ts';
import { RunActions } from './run-actions.tsx';
import type { RunRecord } from './run-queries.ts';
import type { GoTo } from './use-run-position.ts';

/** Result, reason, scenario, agent and actions of a run. */
export function RunHead({ summary, go }: { summary: RunRecord; go: GoTo }) {
  const { run_id, scenario, agent_id, label, created_at, problem, waiting_reason } = summary;
  const decided = readDecision(summary);
  const name = visibleLine(`${scenario} · ${agent_id}`);
  return (
    <header className="run-top">
      <title>{`${decided === null ? '' : `${formatResult(decided)}: `}${name} · Assay`}</title>
      <p className="crumbs">
        <Link to="/runs">Runs</Link>
      </p>
      <div className="page-head">
        <RunWord run={summary} />
        <h1>
          <UntrustedText text={scenario} />
        </h1>
        <RunActions summary={summary} />
      </div>
      {decided === null ? null : (
        <ResultReason
          decided={decided}
          openPath={(file, line) => go({ tab: 'diff', file, line: line?.toString() ?? null })}
        />
      )}
      <p className="run-marks note">
        <Link to="/runs" search={{ agent_id } as never}>
          <UntrustedText text={agent_id} />
        </Link>
        <Link to="/runs" search={{ scenario } as never}>
          all runs of this scenario
        </Link>
        {label === null ? null : (
          <Link to="/runs" search={{ label } as never}>
            label <UntrustedText text={label} />
          </Link>
        )}
        <span>{formatInstant(created_at)}</span>
        <code>{run_id}</code>
      </p>
      {waiting_reason === null ? null : (
        <p className="note">
          <b>Waiting.</b> <UntrustedText text={waiting_reason} />
        </p>
      )}
      {problem === null ? null : (
        <p className="failure">
          <b>Abandoned.</b> <UntrustedText text={problem} />
        </p>
      )}
    </header>
  );
}
