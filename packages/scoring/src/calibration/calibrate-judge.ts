import type { Confusion, JudgeCalibration, Judgment } from '@assay/schema';
import { rate } from './estimate.ts';
import { cohenKappa } from './kappa.ts';
import { leniency, leniencyByLength, type VerdictPair } from './leniency.ts';
import { quadraticKappa } from './weighted-kappa.ts';

const RATINGS = ['task_completion', 'instruction_adherence', 'efficiency'] as const;

/** What was said of a run: a verdict, and ratings as far as there are any. */
export type RunOpinionSummary = { readonly verdict: 'PASS' | 'FAIL' } & {
  readonly [R in (typeof RATINGS)[number]]: number | null;
};

/** A run that a judge and people have looked at. */
export interface ComparedOpinion {
  readonly agent: string;
  /** How long the run is, in whatever unit is the same for all. */
  readonly length: number;
  readonly judge: RunOpinionSummary;
  readonly people: RunOpinionSummary;
}

type Compared = Omit<
  JudgeCalibration,
  'judge' | 'criteria' | 'criteria_digest' | 'labels_digest' | 'calibrated_at' | 'labelled' | 'divided'
>;

/** How a judge does against people, and what follows from it. */
export function calibrateJudge(runs: readonly ComparedOpinion[]): Compared {
  const pairs = runs.map(({ judge, people, agent, length }) => ({
    judge: judge.verdict,
    people: people.verdict,
    agent,
    length,
  }));
  const confusion = countPairs(pairs);
  const { pass_pass, pass_fail, fail_pass, fail_fail } = confusion;
  const kappa = cohenKappa(confusion);
  const [task_completion, instruction_adherence, efficiency] = RATINGS.map((rating) =>
    quadraticKappa(
      runs.flatMap(({ judge, people }) => {
        const [one, other] = [judge[rating], people[rating]];
        return one === null || other === null ? [] : [{ judge: one, people: other }];
      }),
    ),
  ) as [Compared['kappa'], Compared['kappa'], Compared['kappa']];
  const agents = [...Map.groupBy(pairs, ({ agent }) => agent)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    compared: runs.length,
    confusion,
    kappa,
    agreement: rate(pass_pass + fail_fail, runs.length, { nothing: 'no run was judged by both' }),
    false_pass_rate: rate(pass_fail, pass_fail + fail_fail, { nothing: 'people failed no run' }),
    false_fail_rate: rate(fail_pass, fail_pass + pass_pass, { nothing: 'people passed no run' }),
    ratings: { task_completion, instruction_adherence, efficiency },
    length_bias: leniencyByLength(pairs),
    agent_bias: agents.map(([agent, own]) => ({ agent, leniency: leniency(own) })),
    ...standingOf(kappa),
  };
}

function countPairs(pairs: readonly VerdictPair[]): Confusion {
  const count = (judge: 'PASS' | 'FAIL', people: 'PASS' | 'FAIL'): number =>
    pairs.filter((pair) => pair.judge === judge && pair.people === people).length;
  return {
    pass_pass: count('PASS', 'PASS'),
    pass_fail: count('PASS', 'FAIL'),
    fail_pass: count('FAIL', 'PASS'),
    fail_fail: count('FAIL', 'FAIL'),
  };
}

// what is called substantial agreement, and a lower end that is at least moderate
const BAR = { kappa: 0.6, low: 0.4, fewest: 20 };

function standingOf({ value, interval, of, reason }: Compared['kappa']): {
  standing: Judgment['standing'];
  standing_reason: string;
} {
  if (of < BAR.fewest)
    return {
      standing: 'uncalibrated',
      standing_reason: `${of} ${of === 1 ? 'run' : 'runs'} judged by both; ${BAR.fewest} are needed to say anything`,
    };
  if (value === null || interval === null)
    return { standing: 'uncalibrated', standing_reason: `no kappa: ${reason ?? 'it has no interval'}` };
  const found = `kappa ${value.toFixed(2)}, at least ${interval.low.toFixed(2)}`;
  if (value < BAR.kappa || interval.low < BAR.low)
    return {
      standing: 'probation',
      standing_reason: `${found}; the bar is ${BAR.kappa}, and at least ${BAR.low}`,
    };
  return { standing: 'calibrated', standing_reason: found };
}
