import type { FailureMode, Judgment } from '@assay/schema';
import { FAILURE_CAUSES, FAILURE_MODES, NO_VERDICT } from '../../failure-modes.ts';
import { formatCount, formatName } from '../../format.ts';
import type { Judged, Unparseable } from '../../judgment.ts';
import { verdictTone } from '../../tone.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** The verdict, and how many answers share it. On probation it has no color, because it decides nothing. */
export function JudgeVerdict({ judgment }: { judgment: Judged }) {
  const { verdict, standing } = judgment;
  return (
    <div className="verdict" data-tone={standing === 'probation' ? 'muted' : verdictTone(verdict)}>
      <p className="verdict-word">{verdict}</p>
      <p className="note">{agreementOf(judgment)}</p>
    </div>
  );
}

function agreementOf({ agreement, answered }: Judged): string {
  if (answered === 1) return 'one answer';
  return `${formatCount(Math.round(agreement * answered))} of ${formatCount(answered)} answers`;
}

/** Why there is no verdict. */
export function NoVerdict({ judgment: { reason, detail, asked, answered } }: { judgment: Unparseable }) {
  return (
    <div className="verdict" data-tone="muted">
      <p className="verdict-word">UNPARSEABLE</p>
      <p>
        <b>No verdict: {NO_VERDICT[reason]}.</b> <code>{reason}</code>
      </p>
      <p className="reason">
        <UntrustedText text={detail} />
      </p>
      <p className="note">
        Not counted for or against the agent; rates exclude this run. {formatCount(answered)} of {formatCount(asked)}{' '}
        answers usable.
      </p>
    </div>
  );
}

/** Calibration of the judge, and whether it shares the agent's model family. */
export function JudgeCalibration({ judgment: { standing, same_family } }: { judgment: Judgment }) {
  return (
    <p className="together">
      {same_family ? <span className="badge">same model family as the agent</span> : null}
      {standing === 'probation' ? <span className="badge">on probation: not a gate</span> : null}
      {standing === 'probation' ? null : <span className="note">{standing}</span>}
    </p>
  );
}

/** How the run failed, and the cause according to the judge. */
export function FailureModes({ judgment }: { judgment: Judged }) {
  const { failure_mode, failure_mode_raw, secondary_failure_modes, fault_side } = judgment;
  if (failure_mode === null) return null;
  return (
    <dl className="modes">
      <dt>Failure mode</dt>
      <dd>
        <Mode mode={failure_mode} />
        {failure_mode_raw === null ? null : (
          <p className="note">
            judge's wording: <UntrustedText text={failure_mode_raw} />
          </p>
        )}
      </dd>
      {secondary_failure_modes.length === 0 ? null : <dt>Also</dt>}
      {secondary_failure_modes.map((mode) => (
        <dd key={mode}>
          <Mode mode={mode} />
        </dd>
      ))}
      {fault_side === null ? null : (
        <>
          <dt>Cause</dt>
          <dd>{FAILURE_CAUSES[fault_side]}</dd>
        </>
      )}
    </dl>
  );
}

function Mode({ mode }: { mode: FailureMode }) {
  return (
    <>
      <b>{formatName(mode)}</b> <span className="note">{FAILURE_MODES[mode]}</span>
    </>
  );
}
