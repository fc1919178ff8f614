import type { Usage } from '@assay/schema';
import { computeCostMicros } from '@assay/transcripts';
import type { Judge, JudgeMember } from './judge.ts';
import type { OpenedJudge } from './open-judge.ts';

// upper bound for a question with the change and the transcript
const LONGEST_QUESTION_TOKENS = 50_000;

/** Who judges these runs, why, and the estimated cost. */
export const describeJudging = (opened: OpenedJudge, runs: number): string =>
  opened.judge === null || runs === 0 ? opened.remark : `${opened.remark}; ${estimate(opened.judge, runs)}`;

function estimate(judge: Judge, runs: number): string {
  const { members, interactions, budget } = judge;
  const [first] = members;
  // the first member also judges the interactions, at least once
  const asked = interactions === 'judge' && first !== undefined ? [...members, { ...first, samples: 1 }] : members;
  const questions = asked.reduce((sum, { samples }) => sum + samples, 0);
  const costs = asked.map((member) => dearest(member, judge));
  const cost = costs.some((each) => each === null) ? null : costs.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const price = cost === null ? 'price unknown' : `up to about $${((cost * runs) / 1e6).toFixed(2)}`;
  const limit = budget.usd === null ? 'no judge budget' : `judge budget $${budget.usd}`;
  return `${count(runs, 'run')} × ${count(questions, 'question')}, ${cost === 0 ? 'free' : `${price}, ${limit}`}`;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** The highest cost of a member per run, with questions of maximum length; null if a price is unknown. */
function dearest({ backend, samples, max_output_tokens }: JudgeMember, { prices }: Judge): number | null {
  if (backend.id === 'replay') return 0;
  const usage = { ...NOTHING, input_tokens: LONGEST_QUESTION_TOKENS, output_tokens: max_output_tokens };
  const price = backend.model === null ? null : computeCostMicros(backend.model, usage, prices);
  return price === null ? null : price * samples;
}

const NOTHING: Usage = { input_tokens: 0, cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: 0 };

/** A note that the budget cannot be enforced because a price is unknown; else empty. */
export function describeUnpriced({ members, prices, budget }: Judge): string {
  const unpriced = members.flatMap(({ backend: { id, model } }) =>
    model !== null && !TELLS_COST.has(id) && computeCostMicros(model, NOTHING, prices) === null ? [model] : [],
  );
  return budget.usd === null || unpriced.length === 0
    ? ''
    : `; no known price for ${unpriced.join(', ')}, so the budget of $${budget.usd} cannot be enforced`;
}

// the program reports its cost, and a recording is free
const TELLS_COST: ReadonlySet<string> = new Set(['claude-cli', 'replay']);
