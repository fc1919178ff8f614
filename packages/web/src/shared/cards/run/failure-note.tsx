import type { FailureSide, RunFailure } from '@assay/schema';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** Why a run did not complete; first whether the agent caused it. */
export function FailureNote({ failure }: { failure: RunFailure }) {
  const { tone, headline } = present(failure.side);
  return (
    <div className="failure" data-tone={tone}>
      <p>
        <b>{headline}</b> <code>{failure.class}</code> <span className="note">side: {failure.side}</span>
      </p>
      <p>
        <UntrustedText text={failure.message} />
      </p>
    </div>
  );
}

function present(side: FailureSide) {
  switch (side) {
    case 'agent':
      return { tone: 'bad', headline: 'Caused by the agent: counted.' };
    case 'environment':
    case 'harness':
    case 'judge':
    case 'task':
      return { tone: 'muted', headline: 'Not caused by the agent: not scored.' };
  }
}
