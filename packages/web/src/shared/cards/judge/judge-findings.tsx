import type { Finding } from '@assay/schema';
import { Findings } from '../parts/findings.tsx';

/** What Assay found while judging. An attempt to influence the judge is named as such. */
export function JudgeFindings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const injected = findings.some(({ kind }) => kind === 'judge_injection_attempt');
  return (
    <div className="failure" data-tone="bad">
      <p>
        <b>{injected ? 'Attempt to influence the judge.' : 'Found while judging.'}</b>{' '}
        {injected ? 'The judge saw the text only as data.' : null}
      </p>
      <Findings findings={findings} omitted={0} />
    </div>
  );
}
