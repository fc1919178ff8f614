import type { JudgeCall, JudgeObstacle, Judgment, Usage } from '@assay/schema';
import type { RunFacts } from '../facts/run-facts.ts';
import type { ReadReply } from '../text/question.ts';
import { mergeOpinions } from './merge-opinions.ts';
import { settledChecks } from './read-fact-checks.ts';
import { type RunOpinion, readRunReply } from './run-reply.ts';

interface JudgmentInput {
  /** All judge calls for the run; those with another purpose are ignored. */
  readonly calls: readonly JudgeCall[];
  readonly facts: RunFacts;
  /** The displayed name, such as `anthropic` or `panel`. */
  readonly judge: string;
  readonly standing: Judgment['standing'];
  readonly same_family: boolean;
}

/** Combines the answers of a judge. Without a usable answer, or on a tie, the judgment says why there is no verdict. */
export function concludeJudgment({ calls, facts, judge, standing, same_family }: JudgmentInput): Judgment {
  const asked = calls.filter(({ purpose }) => purpose === 'run').toSorted(inOrder);
  const read = asked.map((call) => readAnswer(call, facts));
  const opinions = read.flatMap((each) => (each.ok ? [each.value] : []));
  const shared = {
    judge,
    standing,
    same_family,
    criteria: facts.criteria,
    asked: asked.length,
    answered: opinions.length,
    shown: facts.shown,
    findings: [...facts.findings],
    ...summarize(asked),
  };
  const merged = mergeOpinions(opinions);
  if (merged === null || merged === 'split') {
    const why =
      merged === null ? whyNone(read) : { reason: merged, detail: `${opinions.length} answers, half of them PASS` };
    return { status: 'unparseable', verdict: null, ...why, fact_checks: settledChecks(facts.rows), ...shared };
  }
  return {
    status: 'judged',
    ...merged,
    secondary_failure_modes: [...merged.secondary_failure_modes],
    fact_checks: [...merged.fact_checks],
    rubric: [...merged.rubric],
    ...shared,
  };
}

const inOrder = (one: JudgeCall, other: JudgeCall): number => one.member - other.member || one.sample - other.sample;

type Answer =
  | Extract<ReadReply<RunOpinion>, { ok: true }>
  | { readonly ok: false; readonly obstacle: JudgeObstacle; readonly detail: string };

function readAnswer({ status, obstacle, detail, reply }: JudgeCall, facts: RunFacts): Answer {
  if (status === 'answered') return readRunReply(reply, facts);
  return { ok: false, obstacle: obstacle ?? 'service_error', detail: detail ?? 'the judge gave no answer' };
}

function whyNone(read: readonly Answer[]): { reason: JudgeObstacle; detail: string } {
  const failure = read.find((each) => !each.ok);
  return failure === undefined
    ? { reason: 'not_recorded', detail: 'no question was asked about the run' }
    : { reason: failure.obstacle, detail: failure.detail };
}

function summarize(calls: readonly JudgeCall[]) {
  const instants = calls.map(({ judged_at }) => judged_at).toSorted();
  return {
    models: [...new Set(calls.flatMap(({ model }) => model ?? []))].toSorted(),
    judgment_ids: calls.map(({ judgment_id }) => judgment_id),
    usage: addUsage(known(calls, ({ usage }) => usage)),
    cost_usd_micros: add(known(calls, ({ cost_usd_micros }) => cost_usd_micros)),
    latency_ms: add(known(calls, ({ latency_ms }) => latency_ms)),
    judged_at: instants.at(-1) ?? null,
  };
}

/** The values reported by calls; null when an answer lacks one, because a partial sum would be wrong. */
function known<T>(calls: readonly JudgeCall[], read: (call: JudgeCall) => T | null): T[] | null {
  if (calls.some((call) => call.status === 'answered' && read(call) === null)) return null;
  const values = calls.map(read).filter((value) => value !== null);
  return values.length === 0 ? null : values;
}

const add = (values: readonly number[] | null): number | null =>
  values === null ? null : values.reduce((sum, value) => sum + value, 0);

const addUsage = (usages: readonly Usage[] | null): Usage | null =>
  usages === null
    ? null
    : usages.reduce((sum, usage) => ({
        input_tokens: sum.input_tokens + usage.input_tokens,
        cached_input_tokens: sum.cached_input_tokens + usage.cached_input_tokens,
        cache_write_input_tokens: sum.cache_write_input_tokens + usage.cache_write_input_tokens,
        output_tokens: sum.output_tokens + usage.output_tokens,
      }));
