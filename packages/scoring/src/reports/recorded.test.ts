import { expect, test } from 'vitest';
import { readRecorded } from './recorded.ts';

test('a test whose name changes while it runs did not crash', () => {
  const lines = [
    { runner: 'rspec' },
    { start: 'outer > example at a_spec.rb:1' },
    { start: 'outer > example at a_spec.rb:1', test: 'outer > is expected to eq 1', outcome: 'passed' },
    { end: true },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const report = readRecorded([{ name: '1.jsonl', text }], { workspace: '/w' });
  expect(report).toMatchObject({ passed: 1, errored: 0, tests: [{ name: 'outer > is expected to eq 1' }] });
});
