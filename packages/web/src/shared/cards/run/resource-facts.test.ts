import { expect, test } from 'vitest';
import { resourceFacts } from './resource-facts.ts';

const MEASURED = {
  memory_peak_bytes: 512e6,
  memory_limit_bytes: 2e9,
  cpu_ms: 81_500,
  cpu_periods: 800,
  cpu_throttled_periods: 100,
  oom_kills: 0,
};

test.each([
  {
    resources: MEASURED,
    told: [
      '512 MB, of at most 2 GB (25.6%)',
      '1 min 22 s, throttled in 12.5% of 800 periods',
      '0, nothing was killed for using too much memory',
    ],
    why: 'all values measured',
  },
  {
    resources: null,
    told: ['unknown, of an unknown limit', 'unknown, throttled share unknown', 'unknown, not counted'],
    why: 'nothing measured, nothing assumed',
  },
  {
    resources: { memory_limit_bytes: 2e9, cpu_ms: 0, cpu_periods: 0, cpu_throttled_periods: 0, oom_kills: 2 },
    told: ['unknown, of at most 2 GB', '0 ms, no CPU period was counted', '2, killed for using too much memory'],
    why: 'a measured zero is a number, and is not a divisor',
  },
])('$why', ({ resources, told }) => {
  expect(resourceFacts(resources).map(({ value, note }) => `${value}, ${note}`)).toEqual(told);
});
