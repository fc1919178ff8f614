import type { TranscriptEntry, TranscriptFormat } from '@assay/schema';
import type { Step } from '../../heuristic/context.ts';

/** How a call ended. `unknown`: no sign of a failure, in a format that does not record failures of commands. */
export type CallOutcome = 'succeeded' | 'failed' | 'rejected' | 'unknown' | 'no_result';

/**
 * Failures of calls.
 *
 *   rejected   the person refused the call, or stopped it
 *   failed     the error flag, exit code or status that the reader found in the format or in the text of the result
 *   succeeded  exit code 0; the flag, in formats that set it for every non-zero exit; any result of a search that
 *              found nothing
 *   unknown    otherwise
 */
export function readCallOutcome(
  step: Step,
  result: TranscriptEntry | undefined,
  format: TranscriptFormat,
): CallOutcome {
  if (result === undefined) return 'no_result';
  if (result.status === 'rejected' || REJECTED.test((result.text ?? '').slice(0, START))) return 'rejected';
  if (step.found_nothing) return 'succeeded';
  if (step.interaction.is_error) return 'failed';
  const isCommand = step.call?.command != null;
  return !isCommand || result.exit_code === 0 || FLAGGING.has(format) ? 'succeeded' : 'unknown';
}

const START = 300;

const REJECTED =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed with this tool use|take this action)|\[Request interrupted by user|User (?:rejected|declined|cancell?ed|denied)|(?:exec command|patch|command) (?:was )?(?:rejected|denied|cancell?ed|aborted) by (?:the )?user|aborted by user|Tool (?:use|call) (?:was )?(?:rejected|cancell?ed|denied) by (?:the )?user|The user (?:rejected|denied|declined|cancell?ed)|Operation cancelled by (?:the )?user)/i;

/** Formats whose error flag is set for every command with a non-zero exit code. */
const FLAGGING: ReadonlySet<TranscriptFormat> = new Set([
  'claude-session',
  'claude-stream',
  'codex-exec',
  'codex-rollout',
  'opencode-run',
  'opencode-session',
  'mini-swe-agent',
  'built-in',
]);

/** Whether a call was stopped because it took too long. */
export const timedOut = ({ output, call }: Step): boolean =>
  call?.command != null &&
  output !== null &&
  /\b(?:command|execution|process|operation|tool)\b[^\n]{0,80}\btimed? ?out\b|\bno output was produced for more than\b|\bTimeoutExpired\b|\bETIMEDOUT\b/i.test(
    `${output.slice(0, START)}\n${output.slice(-START)}`,
  );
