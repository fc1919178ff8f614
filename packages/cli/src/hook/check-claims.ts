import { findClaims } from '@assay/detect';
import type { Claim, TranscriptEntry } from '@assay/schema';
import { admitsFailure } from '@assay/scoring';
import { readTranscript } from '@assay/transcripts';
import { quote } from './describe-finding.ts';
import type { Problem } from './problem.ts';
import { openTail } from './read-tail.ts';
import { nameFor } from './session-state.ts';

/** Claims in the last message that the session contradicts, or that nothing can support. */
export async function checkClaims(message: string, transcript_path: string): Promise<readonly Problem[]> {
  if (admitsFailure(message)) return [];
  await using tail = await openTail(transcript_path);
  const { entries } = await readTranscript(tail.path);
  // the agent may write its last message to the transcript later
  const last: TranscriptEntry = { type: 'assistant', text: message };
  return findClaims([...entries, last]).flatMap((claim) => {
    const advice = adviseOn(claim, tail.is_whole);
    if (advice === undefined) return [];
    const reason = `you say “${quote(claim.claim)}”, but ${quote(claim.why)}`;
    return [
      {
        key: nameFor('claim', claim.claim, claim.why),
        scorer: 'claim',
        path: null,
        line: null,
        message: reason,
        sentence: `${reason}; ${advice}.`,
      },
    ];
  });
}

function adviseOn({ holds, basis }: Claim, is_whole: boolean): string | undefined {
  if (holds === false) return 'fix it and run the tests again, or report the failure';
  // a test run may be in the part that was not read
  if (basis === 'no_test_run' && is_whole) return 'run the tests, or say that you did not';
  return undefined;
}
