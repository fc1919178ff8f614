import { formatNoun } from '../../format.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** Warnings about a run, its transcript or a comparison. */
export function WarningsCard({
  warnings,
  about,
}: {
  warnings: readonly string[];
  about: 'run' | 'transcript' | 'comparison';
}) {
  if (warnings.length === 0) return null;
  return (
    <details className="warnings" open={warnings.length <= SHORT}>
      <summary>
        {formatNoun(warnings.length, 'warning')} about the {about}
      </summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            <UntrustedText text={warning} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const SHORT = 3;
