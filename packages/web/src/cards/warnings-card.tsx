import { formatNoun } from '../format.ts';
import { Said } from './said.tsx';

/** What the reader of the transcript stumbled over. */
export function WarningsCard({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <details className="warnings" open={warnings.length <= SHORT}>
      <summary>{formatNoun(warnings.length, 'warning')} about the transcript</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            <Said text={warning} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const SHORT = 3;
