import type { Finding } from '@assay/schema';
import { Findings } from '../parts/findings.tsx';

/** What Assay noticed while it asked the judge. Trying to talk to the judge is named for what it is. */
export function JudgeFindings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const injected = findings.some(({ kind }) => kind === 'judge_injection_attempt');
  return (
    <div className="failure" data-tone="bad">
      <p>
        <b>{injected ? 'Words meant for the judge.' : 'Noticed while judging.'}</b>{' '}
        {injected ? 'They were shown to it as data, and are reported here.' : null}
      </p>
      <Findings findings={findings} omitted={0} />
    </div>
  );
}
