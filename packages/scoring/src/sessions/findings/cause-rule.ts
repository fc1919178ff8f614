import type { WasteCause } from '@assay/schema';
import type { SessionStep } from '../session.ts';
import { type FindingRule, refsOf } from './finding-rule.ts';

interface CauseRule {
  readonly kind: string;
  readonly cause: WasteCause;
  /** Fewer steps are not worth a sentence. */
  readonly least: number;
  readonly advice: string;
  /** Describes the steps; there is at least one. */
  say(steps: readonly SessionStep[]): string;
}

/** A finding about all steps of one cause of waste. */
export const createCauseRule = ({ kind, cause, least, advice, say }: CauseRule): FindingRule => ({
  kind,
  find({ session: { steps }, causes }) {
    const own = steps.filter(({ interaction }) => causes.get(interaction.id) === cause);
    return own.length < least ? [] : [{ message: say(own), advice, refs: refsOf(own) }];
  },
});
