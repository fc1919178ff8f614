import { expect, test } from 'vitest';
import { mergeMetrics } from './merge-metrics.ts';

test('labels the values of each process and describes each metric once', () => {
  const one = '# HELP a_total Counts.\n# TYPE a_total counter\na_total{status="200"} 1\n# TYPE b gauge\nb 2.5\n';
  const other = '# HELP a_total Counts.\n# TYPE a_total counter\na_total{status="200"} 3\n# TYPE c gauge\nc 1e-7\n';
  expect(
    mergeMetrics([
      { process: 1, text: one },
      { process: 2, text: other },
    ]),
  ).toBe(
    [
      '# HELP a_total Counts.',
      '# TYPE a_total counter',
      'a_total{status="200",process="1"} 1',
      'a_total{status="200",process="2"} 3',
      '# TYPE b gauge',
      'b{process="1"} 2.5',
      '# TYPE c gauge',
      'c{process="2"} 1e-7',
      '',
    ].join('\n'),
  );
});
