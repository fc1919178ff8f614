import { expect, test } from 'vitest';
import { measured } from '../../../test/measured-run.ts';
import { selectComparable } from './select-comparable.ts';

const [OLD, NEW] = [{ task: 'old' }, { task: 'new' }];

test('takes the newest conditions that both sides share, and says why a scenario has none', () => {
  const baseline = [
    measured({ scenario: 'shared', conditions: NEW }),
    measured({ scenario: 'shared', conditions: OLD }),
    measured({ scenario: 'moved', conditions: OLD }),
    measured({ scenario: 'broken', obstacle: 'sandbox_lost' }),
    measured({ scenario: 'alone' }),
  ];
  const candidate = [
    measured({ scenario: 'shared', conditions: { task: 'newest' } }),
    measured({ scenario: 'shared', conditions: NEW }),
    measured({ scenario: 'shared', conditions: OLD }),
    measured({ scenario: 'moved', conditions: NEW }),
    measured({ scenario: 'broken', obstacle: 'sandbox_lost' }),
  ];
  expect(selectComparable(baseline, candidate)).toEqual({
    baseline: [baseline[0]],
    candidate: [candidate[1]],
    excluded: [
      { scenario: 'alone', reason: 'only one side has runs of it' },
      { scenario: 'broken', reason: 'no run of it has a composite' },
      { scenario: 'moved', reason: 'the sides ran it under different conditions' },
    ],
  });
});
