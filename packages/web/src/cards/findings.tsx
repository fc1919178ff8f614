import type { Finding } from '@assay/schema';
import { formatNoun } from '../format.ts';
import { Said } from './said.tsx';

/** The places that a scorer points at. */
export function Findings({ findings, omitted }: { findings: readonly Finding[]; omitted: number }) {
  if (findings.length === 0) return null;
  return (
    <>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={`${placeOf(finding)} ${finding.message}`}>
            <code>
              <Said text={placeOf(finding)} />
            </code>{' '}
            <Said text={finding.message} />
          </li>
        ))}
      </ul>
      {omitted === 0 ? null : <p className="note">{formatNoun(omitted, 'further finding')} not listed.</p>}
    </>
  );
}

const placeOf = ({ path, line }: Finding): string => (line === undefined ? path : `${path}:${line}`);
