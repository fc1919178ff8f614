import type { TranscriptDigest } from '../course/digest-transcript.ts';
import { finalMessage, type JudgedStep } from '../course/transcript-steps.ts';
import { type Clean, excerpt } from '../text/excerpt.ts';
import { fence } from '../text/fence.ts';

const LONGEST_MESSAGE = 8000;

/** The digest of the transcript, and the last message in full. */
export function formatCourse(digest: TranscriptDigest, steps: readonly JudgedStep[], clean: Clean): string {
  if (steps.length === 0) return '# The course of the run\nThere is no transcript.';
  const last = finalMessage(steps);
  const said = excerpt(last?.entry.text ?? '', { max_chars: LONGEST_MESSAGE, clean }).text;
  return [
    `# The course of the run: ${steps.length} steps, ${digest.omitted} of them not shown`,
    fence('steps', digest.text),
    last === undefined ? 'The agent said nothing at the end.' : `The last message of the agent, ${last.id}:`,
    ...(last === undefined ? [] : [fence('last message', said)]),
  ].join('\n\n');
}
