import type { Confusion, JudgeCalibration, Judgment } from '@assay/schema';
import { rate } from './estimate.ts';
import { cohenKappa } from './kappa.ts';
import { leniency, leniencyByLength, type VerdictPair } from './leniency.ts';
import { quadraticKappa } from './weighted-kappa.ts';

const RATINGS = ['task_completion', 'instruction_adherence', 'efficiency'] as const;

/** A verdict on a run, with any ratings. */
export type RunOpinionSummary = { readonly verdict: 'PASS' | 'FAIL' } & {
  readonly [R in (typeof RATINGS)[number]]: number | null;
};

/** A run labeled by a judge and by people. */
export interface ComparedOpinion {
  readonly agent: string;
  /** Length of the run, in the same unit for all runs. */
  readonly length: number;
  readonly judge: RunOpinionSummary;
  readonly people: RunOpinionSummary;
}

type Compared = Omit<
  JudgeCalibration,
  'judge' | 'criteria' | 'criteria_digest' | 'labels_digest' | 'calibrated_at' | 'labelled' | 'divided'
>;

/** Measures how well a judge agrees with people, and decides its standing. */
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

// substantial agreement, with a lower bound that is at least moderate
const BAR = { kappa: 0.6, low: 0.4, fewest: 20 };

function standingOf({ value, interval, of, reason }: Compared['kappa']): {
  standing: Judgment['standing'];
  standing_reason: string;
} {
  if (of < BAR.fewest)
    return {
      standing: 'uncalibrated',
      standing_reason: `${of} ${of === 1 ? 'run' : 'runs'} judged by both; ${BAR.fewest} are required`,
    };
  if (value === null || interval === null)
    return { standing: 'uncalibrated', standing_reason: `no kappa: ${reason ?? 'it has no interval'}` };
  const found = `kappa ${value.toFixed(2)}, at least ${interval.low.toFixed(2)}`;
  if (value < BAR.kappa || interval.low < BAR.low)
    return {
      standing: 'probation',
      standing_reason: `${found}; required: ${BAR.kappa}, and at least ${BAR.low}`,
    };
  return { standing: 'calibrated', standing_reason: found };
}
