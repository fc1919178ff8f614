import type { CustomScorerSpec } from './custom-scorer.ts';
import type { ScorerSpec } from './scorer-config.ts';

/** Whether a scorer is from the configuration. */
export const isCustomScorer = (spec: ScorerSpec): spec is CustomScorerSpec => spec.type.includes('-');
