import type { Grade, ResultReason as Reason } from '@assay/schema';
import { resultTone } from '../../result.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly decided: Pick<Grade, 'result' | 'result_reason' | 'review'>;
  /** Opens a changed file; without it the location is not a link. */
  readonly openPath?: ((path: string, line?: number) => void) | undefined;
}

/** The reason for the result, with the check, stage, file and line that decided it. */
export function ResultReason({ decided, openPath }: Props) {
  const { result_reason: reason } = decided;
  return (
    <div className="result-reason" data-tone={resultTone(decided)}>
      <p>
        <UntrustedText text={reason.message} />
      </p>
      <Marks reason={reason} openPath={openPath} />
    </div>
  );
}

function Marks({ reason, openPath }: { reason: Reason; openPath: Props['openPath'] }) {
  const { path, line } = reason;
  const named = (['check', 'stage', 'failure'] as const).flatMap((name) => {
    const value = reason[name];
    return value === undefined ? [] : [{ name, value }];
  });
  if (named.length === 0 && path === undefined) return null;
  return (
    <p className="note result-marks">
      {named.map(({ name, value }) => (
        <span key={name}>
          {name}{' '}
          <code>
            <UntrustedText text={value} />
          </code>
        </span>
      ))}
      {path === undefined ? null : <Place path={path} line={line} openPath={openPath} />}
    </p>
  );
}

interface PlaceProps extends Pick<Props, 'openPath'> {
  readonly path: string;
  readonly line: number | undefined;
}

function Place({ path, line, openPath }: PlaceProps) {
  const text = line === undefined ? path : `${path}:${line}`;
  if (openPath === undefined)
    return (
      <code>
        <UntrustedText text={text} />
      </code>
    );
  return (
    <button type="button" className="ref" onClick={() => openPath(path, line)}>
      <UntrustedText text={text} />
    </button>
  );
}
