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
          <li key={keyOf(finding)}>
            <code>
              <Said text={placeOf(finding)} />
            </code>{' '}
            <Said text={finding.message} /> <Construct finding={finding} />
          </li>
        ))}
      </ul>
      {omitted === 0 ? null : <p className="note">{formatNoun(omitted, 'further finding')} not listed.</p>}
    </>
  );
}

/** What kind of thing it is, and the construct as it was and is. */
function Construct({ finding: { kind, before, after } }: { finding: Finding }) {
  const said = [before, after].filter((text) => text !== undefined).join(' → ');
  return (
    <>
      {kind === undefined ? null : (
        <code className="note">
          <Said text={kind} />
        </code>
      )}
      {said === '' ? null : (
        <code className="construct">
          <Said text={said} />
        </code>
      )}
    </>
  );
}

const keyOf = (finding: Finding): string => `${placeOf(finding)} ${finding.kind} ${finding.message} ${finding.after}`;

const placeOf = ({ path, line }: Finding): string => (line === undefined ? path : `${path}:${line}`);
