import type { SessionRequest } from '@assay/schema';
import { END_WORDS, VERIFICATION_WORDS } from '@assay/scoring';
import { stateTone } from '../../session.ts';

/** The state of verification, and the end if it is not the usual one. */
export function StatePills({ verification, end }: Pick<SessionRequest, 'verification' | 'end'>) {
  const state = VERIFICATION_WORDS[verification];
  const ending = END_WORDS[end];
  return (
    <>
      <span className="pill" data-tone={stateTone(state.tone)}>
        {state.word}
      </span>{' '}
      <span className="pill" data-tone={stateTone(ending.tone)}>
        {ending.word}
      </span>
    </>
  );
}
