import type { Finding } from '@assay/schema';
import { formatName, formatNoun } from '../../format.ts';
import { UntrustedText } from './untrusted-text.tsx';

interface Props {
  readonly findings: readonly Finding[];
  readonly omitted: number;
  /** Opens a changed file; without it locations are not links. */
  readonly openPath?: ((path: string, line?: number) => void) | undefined;
}

/** The findings of a scorer. */
export function Findings({ findings, omitted, openPath }: Props) {
  if (findings.length === 0) return null;
  return (
    <>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={findingKey(finding)}>
            <FindingLine finding={finding} openPath={openPath} />
          </li>
        ))}
      </ul>
      {omitted === 0 ? null : <p className="note">{formatNoun(omitted, 'further finding')} not listed.</p>}
    </>
  );
}

interface LineProps {
  readonly finding: Finding;
  readonly openPath: Props['openPath'];
  /** Only the location and kind: the message is shown elsewhere. */
  readonly isShort?: boolean;
}

/** One finding: location, message and construct. */
export function FindingLine({ finding, openPath, isShort = false }: LineProps) {
  const { kind, message } = finding;
  return (
    <>
      <Where finding={finding} openPath={openPath} />{' '}
      {isShort ? <UntrustedText text={kind === undefined ? '' : formatName(kind)} /> : null}
      {isShort ? null : <UntrustedText text={message} />} {isShort ? null : <Construct finding={finding} />}
    </>
  );
}

function Where({ finding, openPath }: LineProps) {
  const place = (
    <code>
      <UntrustedText text={placeOf(finding)} />
    </code>
  );
  if (openPath === undefined) return place;
  return (
    <button type="button" className="ref" onClick={() => openPath(finding.path, finding.line)}>
      <UntrustedText text={placeOf(finding)} />
    </button>
  );
}

/** The kind of finding, and the construct before and after. */
function Construct({ finding: { kind, before, after } }: { finding: Finding }) {
  const said = [before, after].filter((text) => text !== undefined).join(' → ');
  return (
    <>
      {kind === undefined ? null : (
        <code className="note">
          <UntrustedText text={kind} />
        </code>
      )}
      {said === '' ? null : (
        <code className="construct">
          <UntrustedText text={said} />
        </code>
      )}
    </>
  );
}

export const findingKey = (finding: Finding): string =>
  `${placeOf(finding)} ${finding.kind} ${finding.message} ${finding.after}`;

const placeOf = ({ path, line }: Finding): string => (line === undefined ? path : `${path}:${line}`);
