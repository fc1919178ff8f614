import { defineCheck, fail, notApplicable, pass } from './check.ts';

/** Checks the response time against a limit. */
export const latency = defineCheck({
  type: 'latency',
  title: 'The answer came in time',
  description: 'The longest response time of a call, as measured by the caller.',
  check({ max_ms }, { latency_ms }) {
    if (latency_ms === undefined) return notApplicable('the evaluation has no latency_ms');
    const both = `${latency_ms} ms of at most ${max_ms} ms`;
    return latency_ms <= max_ms ? pass(both) : fail(both);
  },
});
