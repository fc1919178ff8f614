import type { Grade, Result } from '@assay/schema';
import { formatNoun } from './format.ts';
import type { Tone } from './tone.ts';

/** The result fields of a run, as in grades and lists. */
export type DecidedResult = Pick<Grade, 'result' | 'review'>;

/** All results, best first. */
export const RESULTS: readonly Result[] = ['passed', 'failed', 'tampered', 'unchecked', 'error'];

/** A passed run with findings to review is never plain green. */
export function resultTone({ result, review }: DecidedResult): Tone {
  switch (result) {
    case 'passed':
      return review > 0 ? 'warn' : 'good';
    case 'failed':
    case 'tampered':
      return 'bad';
    case 'unchecked':
      return 'warn';
    case 'error':
      return 'muted';
  }
}

/** `passed, 2 integrity findings to review`. */
export const formatResult = ({ result, review }: DecidedResult): string => `${result}${formatReview(review)}`;

export const formatReview = (review: number): string =>
  review === 0 ? '' : `, ${formatNoun(review, 'integrity finding')} to review`;

/** Whether scores have color: only if the run passed and nothing is left to review. */
export const hasColor = (decided: DecidedResult | null): boolean =>
  decided?.result === 'passed' && decided.review === 0;

/** The tone of a score: muted unless the run passed. */
export const scoreTone = (tone: Tone, colored: boolean): Tone => (colored ? tone : 'muted');

/** The tone of a gate or scorer: a pass has no color in a run that did not pass. */
export const answerTone = (tone: Tone, colored: boolean): Tone => (tone === 'good' && !colored ? 'muted' : tone);
