import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { ResultReason } from '../../../shared/cards/run/result-reason.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { formatResult } from '../../../shared/result.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Loaded } from '../../states/loaded.tsx';
import { RunParts } from '../run/run-page.tsx';
import { type RunRecord, useRun } from '../run/run-queries.ts';
import { RunTabs } from '../run/run-tabs.tsx';
import { useRunPosition } from '../run/use-run-position.ts';
import { RunWord } from '../runs/run-word.tsx';
import { readDecision } from '../runs/verdicts.ts';

/** A run without anything around it. */
export function SharedRun({ run_id }: { run_id: string }) {
  return (
    <Loaded query={useRun(run_id)} what="the run" lines={8}>
      {(record) => <Shown record={record} />}
    </Loaded>
  );
}

function Shown({ record }: { record: RunRecord }) {
  const { run, scenario, agent_id, created_at } = record;
  const { place, go, href } = useRunPosition();
  // copied links to lines and messages need the token too
  const hrefWithToken: typeof href = (next) => `${href(next)}${window.location.hash}`;
  const decided = readDecision(record);
  return (
    <>
      <header className="run-top">
        <title>
          {`${decided === null ? '' : `${formatResult(decided)}: `}${visibleLine(`${scenario} · ${agent_id}`)} · Assay`}
        </title>
        <div className="page-head">
          <RunWord run={record} />
          <h1>
            <UntrustedText text={scenario} />
          </h1>
        </div>
        {decided === null ? null : (
          <ResultReason
            decided={decided}
            openPath={(file, line) => go({ tab: 'diff', file, line: line?.toString() ?? null })}
          />
        )}
        <p className="run-marks note">
          <UntrustedText text={agent_id} />
          <span>{formatInstant(created_at)}</span>
        </p>
      </header>
      <RunTabs go={go} />
      {run === null ? null : (
        // files cannot be downloaded with a link
        <RunParts
          record={record}
          run={run}
          place={place.tab === 'evidence' ? { ...place, tab: 'overview' } : place}
          go={go}
          href={hrefWithToken}
        />
      )}
    </>
  );
}
