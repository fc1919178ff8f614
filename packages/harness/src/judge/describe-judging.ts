import type { Usage } from '@assay/schema';
import { priceOf } from '@assay/transcripts';
import type { Judge, JudgeMember } from './judge.ts';
import type { OpenedJudge } from './open-judge.ts';

// what of a change and a transcript a question shows at most, with all that goes around it
const LONGEST_QUESTION_TOKENS = 50_000;

/** Who judges these runs, why, and what that may cost. */
export const describeJudging = (opened: OpenedJudge, runs: number): string =>
  opened.judge === null || runs === 0 ? opened.remark : `${opened.remark}; ${estimate(opened.judge, runs)}`;

function estimate(judge: Judge, runs: number): string {
  const { members, interactions, budget } = judge;
  const [first] = members;
  // the first of them is asked about the interactions as well: once, or more often in a long run
  const asked = interactions === 'judge' && first !== undefined ? [...members, { ...first, samples: 1 }] : members;
  const questions = asked.reduce((sum, { samples }) => sum + samples, 0);
  const costs = asked.map((member) => dearest(member, judge));
  const cost = costs.some((each) => each === null) ? null : costs.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const price = cost === null ? 'price unknown' : `up to about $${(cost * runs).toFixed(2)}`;
  const limit = budget.usd === null ? 'no judge budget' : `judge budget $${budget.usd}`;
  return `${count(runs, 'run')} × ${count(questions, 'question')}, ${cost === 0 ? 'free' : `${price}, ${limit}`}`;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** What a member costs for one run if every question is as long as it can be; null where no price is known. */
function dearest({ backend, samples, max_output_tokens }: JudgeMember, { prices }: Judge): number | null {
  if (backend.id === 'replay') return 0;
  const usage = { ...NOTHING, input_tokens: LONGEST_QUESTION_TOKENS, output_tokens: max_output_tokens };
  const price = backend.model === null ? null : priceOf(backend.model, usage, prices);
  return price === null ? null : price * samples;
}

const NOTHING: Usage = { input_tokens: 0, cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: 0 };

/** A clause for a judge whose budget counts nothing, since nobody knows its price; empty for any other. */
export function describeUnpriced({ members, prices, budget }: Judge): string {
  const unpriced = members.flatMap(({ backend: { id, model } }) =>
    model !== null && !TELLS_COST.has(id) && priceOf(model, NOTHING, prices) === null ? [model] : [],
  );
  return budget.usd === null || unpriced.length === 0
    ? ''
    : `; no price is known for ${unpriced.join(', ')}, so that the budget of $${budget.usd} cannot be kept`;
}

// the program says what it cost, and a recording costs nothing
const TELLS_COST: ReadonlySet<string> = new Set(['claude-cli', 'replay']);
