import { speedCategory, speedSignal } from '../../axis/speed.ts';
import type { Step } from '../../heuristic/context.ts';
import type { Cause } from '../cause.ts';
import { quoteCall } from '../quote-call.ts';
import { formatDuration } from '../words.ts';

const NAMED = 3;
// the two slowest tiers
const SLOW = 0.6;

/** Calls that were slow for their category. */
export const slowCalls: Cause = {
  id: 'slow-calls',
  signals: ['speed'],

  find({ steps }) {
    const late = steps.filter((step) => speed(step) < 1);
    const slow = late.filter((step) => speed(step) <= SLOW);
    const named = (slow.length > 0 ? slow : late).toSorted((a, b) => duration(b) - duration(a));
    if (named.length === 0) return null;
    const longest = named.slice(0, NAMED).map((step) => `${quoteCall(step)} took ${formatDuration(duration(step))}`);
    const count = `${named.length} of ${steps.length} ${steps.length === 1 ? 'step was' : 'steps were'} slow`;
    return { words: `${count}: ${longest.join(', ')}`, steps: named };
  },
};

const duration = ({ interaction }: Step): number => interaction.duration_ms ?? 0;
const speed = ({ interaction: { categories, duration_ms } }: Step): number =>
  speedSignal(speedCategory(categories), duration_ms).value;
