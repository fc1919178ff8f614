import { UntrustedText } from '../../../../shared/cards/parts/untrusted-text.tsx';
import type { DraftErrors } from './draft-errors.ts';

const SHOWN = 8;

/** The errors of a draft, each with its path. */
export function ErrorList({ faults }: { faults: DraftErrors }) {
  if (faults.size === 0) return null;
  const shown = [...faults].slice(0, SHOWN);
  return (
    <ul className="fault-list">
      {shown.map(([path, words]) => (
        <li key={path}>
          <code>{path === '' ? 'scenario' : path}</code> <UntrustedText text={words} />
        </li>
      ))}
      {faults.size > SHOWN ? <li className="note">and {faults.size - SHOWN} more</li> : null}
    </ul>
  );
}
