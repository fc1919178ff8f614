import type { Cause } from '../cause.ts';
import { quoteCalls } from '../quote-call.ts';

const PHRASES: Readonly<Record<string, string>> = {
  success: 'as not fully successful',
  weight: 'as larger or smaller than needed',
  relevance: 'as of little use for later steps',
};

/** The fallback when no other cause explains a signal: the judge's rating. */
export const judgedLow: Cause = {
  id: 'judged-low',
  signals: ['success', 'weight', 'relevance', 'necessity'],

  find({ signal, steps, isLosing, value }) {
    const phrase = PHRASES[signal];
    if (phrase === undefined)
      return { words: `the judge rated ${Math.round(value * 100)} % of the work as needed`, steps: [] };
    const losing = steps.filter(isLosing);
    return {
      words: `the judge rated ${losing.length} of ${steps.length} steps ${phrase}: ${quoteCalls(losing)}`,
      steps: losing,
    };
  },
};
