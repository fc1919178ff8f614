import { Rate, RateInput } from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { clusterBootstrap } from '../math/bootstrap.ts';
import { passAtK, passHatK } from '../math/pass-at-k.ts';
import { mean } from '../math/sum.ts';
import { wilson } from '../math/wilson.ts';

/**
 * A pass rate with what must always stand next to it.
 *
 *   interval    Wilson, 95 %, over all trials
 *   pass@k      mean over tasks of 1 − C(n − c, k)/C(n, k)      at least one of k passes
 *   pass^k      mean over tasks of C(c, k)/C(n, k)              all k pass
 *   task_interval   studentised bootstrap over tasks, 95 %: what another set of such tasks would give
 *
 * Tasks with fewer than k trials are left out of pass@k and pass^k and counted. Frozen.
 */
export const rateV1 = defineFormula({
  id: 'rate',
  version: '1',
  title: 'Pass rate',
  description: 'Passes of trials with their intervals, pass@k and pass^k.',
  input: RateInput,
  output: Rate,
  example: {
    tasks: [
      { task_id: 'add-validation', passes: 4, n: 5 },
      { task_id: 'fix-race', passes: 1, n: 5 },
      { task_id: 'rename-flag', passes: 5, n: 5 },
    ],
    k: 3,
  },
  compute({ tasks, k = 1 }) {
    const tried = tasks.filter(({ n }) => n > 0);
    const n = tried.reduce((all, task) => all + task.n, 0);
    const passes = tried.reduce((all, task) => all + task.passes, 0);
    const drawable = tried.filter((task) => task.n >= k);
    return {
      n,
      passes,
      rate: n === 0 ? null : passes / n,
      interval: wilson(passes, n),
      task_interval: clampToRate(clusterBootstrap(tried.map((task) => task.passes / task.n))),
      k,
      pass_at_k: mean(drawable.map((task) => passAtK(task.passes, task.n, k))),
      pass_hat_k: mean(drawable.map((task) => passHatK(task.passes, task.n, k))),
      excluded: [
        ...(tasks.length > tried.length ? [`${tasks.length - tried.length} tasks without a trial`] : []),
        ...(tried.length > drawable.length
          ? [`${tried.length - drawable.length} tasks with fewer than ${k} trials, from pass@k and pass^k`]
          : []),
      ],
    };
  },
});

const clampToRate = (interval: ReturnType<typeof clusterBootstrap>) =>
  interval && { low: Math.max(0, interval.low), high: Math.min(1, interval.high) };
