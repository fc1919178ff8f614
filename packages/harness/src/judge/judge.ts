import type { Judgment, ModelJudgeSpec, ModelPrices } from '@assay/schema';
import type { Criteria } from '@assay/scoring';
import type { JudgeBackend } from './backend.ts';
import type { CallCache } from './call-cache.ts';
import type { JudgingBudget } from './judging-budget.ts';

/** One model of a judge; a panel has several. */
export interface JudgeMember extends Pick<ModelJudgeSpec, 'samples' | 'max_output_tokens'> {
  readonly backend: JudgeBackend;
  readonly timeout_ms: number;
}

/** A model judge with its criteria and budget. */
export interface Judge {
  /** Such as `anthropic:claude-sonnet-4-6`, or the members of a panel. */
  readonly name: string;
  /** Why this judge was chosen, for people. */
  readonly because: string;
  readonly members: readonly JudgeMember[];
  readonly criteria: Criteria;
  /** Refuses to judge agents of the judge's model family. */
  readonly strict: boolean;
  /** Whether the judge or rules assess each interaction. */
  readonly interactions: 'judge' | 'rules';
  readonly standing: Judgment['standing'];
  readonly cache: CallCache;
  readonly budget: JudgingBudget;
  /** Prices that override the built-in table. */
  readonly prices: ModelPrices;
}
