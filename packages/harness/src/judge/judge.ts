import type { Judgment, ModelJudgeSpec, ModelPrices } from '@assay/schema';
import type { Criteria } from '@assay/scoring';
import type { JudgeBackend } from './backend.ts';
import type { CallCache } from './call-cache.ts';
import type { JudgingBudget } from './judging-budget.ts';

/** One of those who are asked: of a panel there are several. */
export interface JudgeMember extends Pick<ModelJudgeSpec, 'samples' | 'max_output_tokens'> {
  readonly backend: JudgeBackend;
  readonly timeout_ms: number;
}

/** A judge that can be asked, with what it goes by and what it may spend. */
export interface Judge {
  /** Who it is: `anthropic:claude-sonnet-4-6`, or the members of a panel. */
  readonly name: string;
  /** Why it is this one, for people. */
  readonly because: string;
  readonly members: readonly JudgeMember[];
  readonly criteria: Criteria;
  /** Refuse to judge agents of its own family. */
  readonly strict: boolean;
  /** Whether it is asked about every interaction, or rules are. */
  readonly interactions: 'judge' | 'rules';
  readonly standing: Judgment['standing'];
  readonly cache: CallCache;
  readonly budget: JudgingBudget;
  /** Of models, before those of the table. */
  readonly prices: ModelPrices;
}
