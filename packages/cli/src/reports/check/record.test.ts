import type { ChangeRecord, CornerRun } from '@assay/schema';
import { expect, test } from 'vitest';
import { PLAIN } from '../../terminal/style.ts';
import { drawRecord, writeRecord } from './record.ts';

const corner = (passed: number, failed = 0): CornerRun => ({
  ...{ tree: 'a', command: 'npm test', exit_code: failed === 0 ? 0 : 1, timed_out: false, duration_ms: 1 },
  ...{ cached: false, passed, failed, skipped: 0, other: 0 },
});
const HOSTILE = '` | @everyone [x](https://evil.example)\n# total';
const record: ChangeRecord = {
  ...{ version: '1', state: 'ran', base: 'main', head: 'HEAD', trees: { before: 'a', after: 'b' }, environment: null },
  ...{ test_side: ['a.test.js'], decided: ['a.test.js'], runs: 4, limits: ['1 tests fail with the change'] },
  corners: { NN: corner(3), NO: corner(2, 1), OO: corner(3), ON: { ...corner(0), timed_out: true } },
  tests: [
    { id: HOSTILE, finding: 'B1', corners: { NN: 'passed', NO: 'failed', OO: 'passed', ON: 'passed' } },
    { id: 'a.test.js::counts', finding: 'N2', corners: { NN: 'passed', ON: 'failed' } },
  ],
  proves: ['a.test.js::counts'],
  findings: [
    {
      ...{ rule: 'B1', grade: 'blocks', test: HOSTILE, path: 'a.test.js', line: 3, message: 'was weakened' },
      ...{ before: 'assert.equal(total(), 3)', after: 'assert.ok(total())' },
    },
    { rule: 'N2', grade: 'note', test: 'counts', message: 'proves the change' },
  ],
};

test('as text: what each corner gave, and what proves the change', () => {
  expect(drawRecord(record, PLAIN)).toEqual([
    '',
    '          new tests          old tests',
    'new code  3 passed           1 failed, 2 passed',
    'old code  reached the limit  3 passed',
    '  ✓ fails without the change: a.test.js::counts',
    '  1 tests fail with the change',
  ]);
});

test('as Markdown: each test in each corner, and both lines of what was rewritten; names have no effect', () => {
  expect(writeRecord(record).filter((line) => line !== '' && !line.startsWith('|'))).toEqual([
    'Rewritten:',
    '- **blocks** `` ` | @everyone [x](https://evil.example) # total `` `a.test.js:3`: `assert.equal(total(), 3)` → `assert.ok(total())`',
    '- ✓ fails without the change: `a.test.js::counts`',
    '- 1 tests fail with the change',
  ]);
  expect(writeRecord(record)).toEqual(
    expect.arrayContaining([
      '| new code | 3 passed | 1 failed, 2 passed |',
      '| `` ` \\| @everyone [x](https://evil.example) # total `` | blocks | passed | failed | passed | passed |',
      '| `a.test.js::counts` | proves the change | passed | – | – | failed |',
    ]),
  );
});

test.each(['not_run', 'nothing_to_run'] as const)('a change that did not run has no table: %s', (state) => {
  expect([...drawRecord({ ...record, state }, PLAIN), ...writeRecord({ ...record, state })]).toEqual([]);
});

test('long records are cut, and say by how much', () => {
  const many = Array.from({ length: 45 }, (_, n) => `test ${n}`);
  const text = writeRecord({ ...record, proves: many }).join('\n');
  expect(text).toContain('and 15 more');
  expect(text).not.toContain('test 31');
});
