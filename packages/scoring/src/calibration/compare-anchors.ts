import type { Anchor, JudgeDrift } from '@assay/schema';
import { rate } from './estimate.ts';

/** An anchor with the judge's first and current opinion. */
export interface AnchorComparison {
  readonly run_id: string;
  readonly first: Anchor['first'];
  readonly now: Anchor['first'];
}

// one verdict, or 10 %, may flip: a model does not always answer the same question the same way
const FLIP_BAR = 0.1;
const FLIPS_ALLOWED = 1;
// on a scale of 1 to 5
const SHIFT_BAR = 0.5;

type Compared = Omit<JudgeDrift, 'judge' | 'criteria_digest' | 'checked_at' | 'models' | 'anchors' | 'renewed'>;

/** Checks whether a judge still gives the same opinions on a frozen set of runs. */
export function compareAnchors(anchors: readonly AnchorComparison[]): Compared {
  const flips = anchors.flatMap(({ run_id, first, now }) =>
    first.verdict === null || now.verdict === null ? [] : [{ run_id, first: first.verdict, now: now.verdict }],
  );
  const flipped = flips.filter(({ first, now }) => first !== now);
  const flip_rate = rate(flipped.length, flips.length, { nothing: 'no anchor has a verdict both times' });
  const rating_shift = {
    task_completion: shiftOf(anchors, 'task_completion'),
    instruction_adherence: shiftOf(anchors, 'instruction_adherence'),
    efficiency: shiftOf(anchors, 'efficiency'),
  };
  const shifted = Object.entries(rating_shift).filter(([, shift]) => Math.abs(shift ?? 0) > SHIFT_BAR);
  const reasons = [
    ...(flipped.length > Math.max(FLIPS_ALLOWED, FLIP_BAR * flips.length)
      ? [`${flipped.length} of ${flips.length} verdicts changed`]
      : []),
    ...shifted.map(([name, shift]) => `${name.replaceAll('_', ' ')} moved by ${(shift as number).toFixed(2)}`),
  ];
  return {
    compared: flips.length,
    flipped,
    flip_rate,
    rating_shift,
    bar: FLIP_BAR,
    drifted: reasons.length > 0,
    reason: reasons.length === 0 ? `${flipped.length} of ${flips.length} verdicts changed` : reasons.join('; '),
  };
}

function shiftOf(
  anchors: readonly AnchorComparison[],
  rating: Exclude<keyof Anchor['first'], 'verdict'>,
): number | null {
  const shifts = anchors.flatMap(({ first, now }) =>
    first[rating] === null || now[rating] === null ? [] : [now[rating] - first[rating]],
  );
  return shifts.length === 0 ? null : shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length;
}
