import type { GradedTranscript } from '@assay/schema';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { StatePills } from './state-pills.tsx';

/** The agent of a session, what checked its last change, and where it was read from. */
export function SessionHead({ grade }: { grade: GradedTranscript }) {
  return (
    <header className="run-head">
      <h1>
        <UntrustedText text={titleOf(grade)} />
      </h1>
      <p>
        <StatePills {...grade} /> <UntrustedText text={grade.verification_reason} />
      </p>
      {grade.axis.score === null ? <p className="note">AXIS {grade.axis.reason ?? 'not scored'}</p> : null}
      <p className="note source">
        <UntrustedText
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
