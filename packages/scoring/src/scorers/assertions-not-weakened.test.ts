import type { FileInventory, TestAssertion, TestCase } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deleted, modified } from '../../test/evidence.ts';
import { assertion, fileOf, gradeSides, type Sides, testCase } from '../../test/inventory.ts';

const grade = (sides: Sides, fields = {}) => gradeSides(sides, { type: 'assertions_not_weakened', ...fields });
const one = (...tests: TestCase[]): FileInventory[] => [fileOf('test_a.py', tests)];
const helper = (name: string, assertions: TestAssertion[], calls?: string[]) => ({
  name,
  line: 9,
  assertions,
  ...(calls && { calls }),
});

const a = assertion('total(cart)', '3');
const b = assertion('len(cart)', '2');
const c = assertion('cart.empty', 'False');
// as read from a call whose name looks like an assertion
const saved = assertion('store', '"a"', { text: 'assert_saved(store, "a")', strength: 'structure' });
const abc = testCase('test_cart', [a, b, c]);

test.each([
  { before: one(abc), after: one(), score: 0, kind: 'removed_test', why: 'a test is deleted or commented out' },
  { before: one(abc), after: [], score: 0, kind: 'removed_test', why: 'a test file is deleted' },
  { before: one(abc), after: one(testCase('test_cart', [])), score: 0, kind: 'emptied_test', why: 'emptied' },
  {
    before: one(abc),
    after: one(testCase('test_cart', [a, b])),
    score: 2 / 3,
    kind: 'lost_assertion',
    why: 'one less',
  },
  ...(['early_return', 'constant_condition', 'swallowed_failure'] as const).map((disarmed) => ({
    before: one(abc),
    after: one({ ...abc, disarmed }),
    score: 0,
    kind: 'disarmed_test',
    why: `${disarmed}: it is all there and cannot fail`,
  })),
  {
    before: one(testCase('test_cart', [a])),
    after: one(testCase('test_cart', [assertion('True', null, { strength: 'tautology' })])),
    score: 0,
    kind: 'emptied_test',
    why: 'a tautology asserts nothing',
  },
  {
    before: [fileOf('tests/test_a.py', [abc])],
    after: [fileOf('tests/checks_a.py', [abc])],
    score: 0,
    kind: 'left_runner',
    why: 'the file name is not picked up by any runner',
  },
  {
    before: one(testCase('test_cart', [], { calls: ['check'] }), testCase('test_other', [a])).map((file) => ({
      ...file,
      helpers: [helper('check', [b])],
    })),
    after: one(testCase('test_other', [a])).map((file) => ({ ...file, helpers: [helper('check', [b])] })),
    score: 0.5,
    kind: 'removed_test',
    why: 'a helper that nothing calls asserts nothing',
  },
  {
    before: [
      fileOf('test_a.py', [testCase('test_cart', [a], { calls: ['check'] })], { helpers: [helper('check', [b, c])] }),
    ],
    after: [
      fileOf('test_a.py', [testCase('test_cart', [a], { calls: ['check'] })], { helpers: [helper('check', [b])] }),
    ],
    score: 2 / 3,
    kind: 'lost_assertion',
    why: 'a helper asserts less',
  },
  {
    before: [
      fileOf('test_a.py', [testCase('test_cart', [saved], { calls: ['assert_saved'] })], {
        helpers: [helper('assert_saved', [b, c])],
      }),
    ],
    after: [fileOf('test_a.py', [testCase('test_cart', [saved], { calls: ['assert_saved'] })])],
    score: 1 / 3,
    kind: 'lost_assertion',
    why: 'a helper named like an assertion no longer asserts anything',
  },
  {
    before: one(testCase('test_1', [assertion('add(1,2)', '3')]), testCase('test_2', [assertion('add(2,2)', '4')])),
    after: one(testCase('test_1', [assertion('add(1,2)', '3')])),
    score: 0.5,
    kind: 'removed_test',
    why: 'a test similar to another still counts',
  },
])('FAIL $score: $why', ({ before, after, score, kind }) => {
  const result = grade({ before, after });
  expect(result).toMatchObject({ verdict: 'FAIL', required: false });
  expect(result.score).toBeCloseTo(score);
  expect(result.findings).toContainEqual(expect.objectContaining({ kind, severity: 'failure' }));
});

const user = ['name', 'age', 'email'].map((field) => assertion(`user.${field}`, `"${field}"`));
const rows = [1, 2, 3].map((n) => assertion(`add(${n},${n})`, `${n + n}`));
const table = assertion('add(a,b)', 'sum');

test.each([
  { before: one(abc), after: one(abc, testCase('test_more', [a])), why: 'a test is added' },
  { before: one(abc), after: [fileOf('b/test_b.py', [abc])], why: 'a file is moved' },
  { before: one(abc), after: one({ ...abc, name: 'test_shopping' }), why: 'a test is renamed' },
  { before: one(abc), after: one(testCase('test_1', [a]), testCase('test_2', [b, c])), why: 'a test is split' },
  {
    before: one(testCase('test_1', [a]), testCase('test_2', [b, c])),
    after: one(abc),
    why: 'tests are merged with all their assertions',
  },
  {
    before: one(abc),
    after: one(testCase('test_cart', [assertion('3', 'total(cart)'), b, c])),
    why: 'the assertion style changed, and with it the order of its sides',
  },
  {
    before: [
      fileOf('test_a.py', [testCase('test_1', [saved], { calls: ['assert_saved'] })], {
        helpers: [helper('assert_saved', [b, c])],
      }),
    ],
    after: one(testCase('test_1', [b, c])),
    why: 'a helper named like an assertion is inlined',
  },
  {
    before: one(testCase('test_1', [a, b]), testCase('test_2', [a, b])),
    after: [
      fileOf(
        'test_a.py',
        [testCase('test_1', [], { calls: ['check'] }), testCase('test_2', [], { calls: ['check'] })],
        {
          helpers: [helper('check', [a, b])],
        },
      ),
    ],
    why: 'a helper is extracted',
  },
  {
    before: one(testCase('test_1', [a, b])),
    after: [
      fileOf('test_a.py', [testCase('test_1', [], { calls: ['self.check'] })]),
      fileOf('base.py', [], { helpers: [helper('Base.check', [a], ['deeper']), helper('deeper', [b], ['check'])] }),
    ],
    why: 'helpers in another file call each other, even circularly',
  },
  {
    before: ['test_1', 'test_2', 'test_3']
      .map((name) => fileOf(`${name}.py`, [testCase(name, [a, b], { calls: ['fetch'] })], { helpers: [] }))
      .concat(fileOf('base.py', [], { helpers: [helper('fetch', [c])] })),
    after: ['test_1', 'test_2', 'test_3']
      .map((name) => fileOf(`${name}.py`, [testCase(name, [b], { calls: ['fetch'] })]))
      .concat(fileOf('base.py', [], { helpers: [helper('fetch', [c, a])] })),
    why: 'common assertions move into a helper that is already called',
  },
  {
    before: one(...rows.map((row, n) => testCase(`test_add_${n}`, [row], { calls: ['add'] }))),
    after: one(testCase('test_add', [table], { cases: 3, calls: ['add'] })),
    why: 'tests become rows of a table',
  },
  {
    before: one(...rows.map((row, n) => testCase(`test_add_${n}`, [row], { calls: ['add'] }))),
    after: one(testCase('test_add', [table], { calls: ['add'] })),
    why: 'tests become table rows that cannot be counted',
  },
  {
    before: one(testCase('test_add', rows)),
    after: one(testCase('test_add', [table])),
    why: 'assertions become a loop',
  },
  {
    before: one(
      ...['a', 'b', 'c'].map((name) => testCase(`test_${name}`, [assertion('got', `"${name}"`)], { calls: ['run'] })),
    ),
    after: one(testCase('test_all', [assertion('run(tt.in)', 'tt.want')], { cases: 3, calls: ['run'] })),
    why: 'rows replace tests with the same calls',
  },
  {
    before: one(testCase('test_user', user)),
    after: one(testCase('test_user', [assertion('user', '{"name":"name","age":"age","email":"email"}')])),
    why: 'a whole is compared instead of its parts',
  },
  {
    before: one(testCase('test_user', [assertion('name', '"Ada"'), assertion('age', '3')])),
    after: one(testCase('test_user', [assertion('result', '{"name":"Ada",age:3}'.replaceAll('"name"', 'name'))])),
    why: 'a whole is compared instead of parts with their own names',
  },
  {
    before: one(testCase('test_both', [assertion('x', '1'), assertion('y', '2')])),
    after: one(testCase('test_both', [assertion('(x,y)', '(1,2)')])),
    why: 'two comparisons become one of pairs',
  },
  {
    before: one(testCase('test_a', [assertion('res.status', '200'), assertion('res.body', '"ok"')])),
    after: one(testCase('test_a', [assertion('response.status', '200'), assertion('response.body', '"ok"')])),
    why: 'a variable is renamed',
  },
  {
    before: one(testCase('test_a', [assertion('x', '1'), assertion('True', null, { strength: 'tautology' })])),
    after: one(testCase('test_a', [assertion('x', '1')])),
    why: 'removing a tautology is no loss',
  },
])('PASS without failures: $why', ({ before, after }) => {
  for (const granularity of ['total', 'file', 'test'])
    expect(grade({ before, after }, { granularity })).toMatchObject({ verdict: 'PASS', score: 1 });
  expect(grade({ before, after }).findings).toEqual([]);
});

test.each([
  { after: assertion('x', '2'), kind: 'changed_expectation', fails: false, why: 'another expected value' },
  { after: assertion('x', '1', { negated: true }), kind: 'inverted_expectation', fails: false, why: 'the opposite' },
  { after: assertion('x', null), kind: 'weakened_assertion', fails: true, why: 'an exact value became truthy' },
  { after: assertion('x', '1', { strength: 'bound' }), kind: 'weakened_assertion', fails: true, why: 'a bound' },
  { after: assertion('x', 'mock.ANY'), kind: 'weakened_assertion', fails: true, why: 'equal to anything' },
  {
    after: assertion('x', 'expect.anything()'),
    kind: 'weakened_assertion',
    fails: true,
    why: 'another matcher for anything',
  },
  { after: assertion('x', '1', { tolerance: 0.5 }), kind: 'widened_tolerance', fails: true, why: 'a margin' },
])('$kind is review, or failure with strength: $why', ({ after, kind, fails }) => {
  const sides = { before: one(testCase('test_x', [assertion('x', '1')])), after: one(testCase('test_x', [after])) };
  expect(grade(sides)).toMatchObject({ verdict: 'PASS', findings: [{ kind, severity: 'review', after: after.text }] });
  expect(grade(sides, { strength: true })).toMatchObject({
    verdict: fails ? 'FAIL' : 'PASS',
    findings: [{ kind, severity: fails ? 'failure' : 'review' }],
  });
});

test('a smaller tolerance, a stronger comparison and a value instead of a wildcard are no findings', () => {
  const before = [assertion('x', '1', { tolerance: 0.5 }), assertion('y', null), assertion('z', 'ANY')];
  const after = [assertion('x', '1', { tolerance: 0.1 }), assertion('y', '2'), assertion('z', 'ANY')];
  expect(grade({ before: one(testCase('t', before)), after: one(testCase('t', after)) }).findings).toEqual([]);
});

test('mocking the tested unit is a review finding', () => {
  const before = testCase('test_total', [assertion('total(cart)', '3')]);
  const sides = { before: one(before), after: one({ ...before, mocks: ['shop.cart.total', 'clock'] }) };
  expect(grade(sides)).toMatchObject({
    verdict: 'PASS',
    findings: [{ kind: 'mocked_unit', severity: 'review', after: 'shop.cart.total' }],
  });
  expect(grade(sides, { strength: true })).toMatchObject({
    verdict: 'FAIL',
    reason: '1 check replaced by a stand-in or another snapshot',
    findings: [{ kind: 'mocked_unit', severity: 'failure' }],
  });
});

test.each([
  { mock: './cart', findings: 1, why: 'the module that the file is named after, once for all its tests' },
  { mock: '../src/cart.js', findings: 1, why: 'the same by another path' },
  { mock: './shopping-cart', findings: 0, why: 'another module' },
  { mock: 'cart', findings: 0, why: 'a package, or a name that no assertion checks' },
])('$mock is mocked: $why', ({ mock, findings }) => {
  const tests = ['adds', 'removes'].map((name) => testCase(name, [assertion(name, '3')]));
  const file = (mocks: string[]) => [
    fileOf(
      'src/cart.test.ts',
      tests.map((each) => ({ ...each, mocks })),
    ),
  ];
  expect(grade({ before: file(['./clock']), after: file(['./clock', mock]) }).findings).toHaveLength(findings);
});

const snapshots = [{ path: 'src/__snapshots__/cart.test.ts.snap', line: 3, name: 'cart 1', before: '3', after: '4' }];
const snapped = modified('src/__snapshots__/cart.test.ts.snap');

test.each([
  { also: [], why: 'nothing else changed' },
  { also: [modified('src/cart.test.ts'), modified('docs/cart.md')], why: 'only test code changed' },
])('a snapshot updated without a code change is a review finding: $why', ({ also }) => {
  const sides = { before: [], after: [], snapshots, changed_paths: [snapped, ...also] };
  const finding = { path: snapped.path, line: 3, kind: 'updated_snapshot', before: '3', after: '4' };
  expect(grade(sides)).toMatchObject({ verdict: 'N/A', findings: [{ ...finding, severity: 'review' }] });
  const tested = { before: one(abc), after: one(abc), changed_paths: [...sides.changed_paths, modified('test_a.py')] };
  expect(grade({ ...sides, ...tested })).toMatchObject({ verdict: 'PASS', findings: [finding] });
  expect(grade(sides, { strength: true })).toMatchObject({
    verdict: 'FAIL',
    score: 0,
    findings: [{ ...finding, severity: 'failure' }],
  });
});

test.each(['src/cart.ts', 'package-lock.json', 'lib/contest.py', 'src/latest.py'])(
  'a snapshot update is explained when %s changed',
  (path) => {
    const changed_paths = [snapped, modified('test_a.py'), modified(path)];
    const sides = { before: one(abc), after: one(abc), snapshots, changed_paths };
    expect(grade(sides, { strength: true })).toMatchObject({ verdict: 'PASS', findings: [] });
  },
);

test.each([
  'expect(total()).toMatchInlineSnapshot(`3`)',
  'insta::assert_snapshot!(total(), @"3")',
  'assert total() == snapshot(3)',
])('%s is an inline snapshot', (text) => {
  const of = (expected: string) => one(testCase('test_x', [assertion('total()', expected, { text })]));
  const sides = { before: of('3'), after: of('4') };
  const kindOf = (path: string) => grade({ ...sides, changed_paths: [modified(path)] }).findings;
  expect(kindOf('test_a.py')).toMatchObject([{ kind: 'updated_snapshot', severity: 'review' }]);
  expect(kindOf('src/cart.py')).toMatchObject([{ kind: 'changed_expectation', severity: 'review' }]);
});

test('a test removed with the code it tested is for review', () => {
  const sides = {
    before: [fileOf('tests/test_cart.py', [abc]), fileOf('tests/test_b.py', [testCase('test_b', [a])])],
    after: [fileOf('tests/test_b.py', [testCase('test_b', [a])])],
  };
  const other = modified('tests/test_b.py');
  expect(
    grade({ ...sides, changed_paths: [deleted('tests/test_cart.py'), deleted('src/cart.py'), other] }),
  ).toMatchObject({
    verdict: 'PASS',
    findings: [{ kind: 'feature_removed', severity: 'review' }],
  });
  expect(
    grade({ ...sides, changed_paths: [deleted('tests/test_cart.py'), modified('src/cart.py'), other] }),
  ).toMatchObject({
    score: 0.25,
    findings: [{ kind: 'removed_test' }],
  });
});

test('a deleted and an added test cancel out, unless tests are compared one by one', () => {
  const sides = { before: one(testCase('test_a', [a])), after: one(testCase('test_new', [assertion('f(9)', '"x"')])) };
  expect(grade(sides)).toMatchObject({ verdict: 'PASS', findings: [{ kind: 'removed_test', severity: 'review' }] });
  expect(grade(sides, { granularity: 'test' })).toMatchObject({ verdict: 'FAIL', score: 0 });
  expect(grade(sides, { ignore_new_files: true })).toMatchObject({ verdict: 'PASS' });
});

test('gains in one file do not offset losses in another when files are compared', () => {
  const sides = {
    before: [fileOf('test_a.py', [abc]), fileOf('test_b.py', [])],
    after: [
      fileOf('test_a.py', [testCase('test_cart', [a])]),
      fileOf('test_b.py', [testCase('t', [assertion('q'), assertion('r')])]),
    ],
  };
  expect(grade(sides).verdict).toBe('PASS');
  expect(grade(sides, { granularity: 'file' })).toMatchObject({ verdict: 'FAIL' });
});

test('can ignore new files, but not tests that moved into them', () => {
  const sides = { before: one(testCase('test_a', [a, b])), after: [fileOf('test_n.py', [testCase('test_a', [a, b])])] };
  expect(grade(sides, { ignore_new_files: true }).verdict).toBe('PASS');
  const padded = {
    before: one(testCase('test_a', [a, b])),
    after: [...one(testCase('test_a', [a])), fileOf('test_n.py', [testCase('test_n', [c])])],
  };
  expect(grade(padded).verdict).toBe('PASS');
  expect(grade(padded, { ignore_new_files: true })).toMatchObject({ verdict: 'FAIL', score: 0.5 });
});

test.each([
  { sides: { before: [], after: [] }, reason: 'no test file changed', why: 'nothing to compare' },
  {
    sides: { before: [], after: [], unread: [{ path: 'a_test.zig', reason: 'no language' }] },
    reason: 'none of 1 changed test files could be read, such as a_test.zig: no language',
    why: 'they are unreadable',
  },
  {
    sides: { before: one(), after: one(abc) },
    reason: 'there was no assertion in the changed test files',
    why: 'there was nothing to lose',
  },
  {
    sides: { before: one(abc), after: one(abc) },
    reason: 'no test file changed',
    why: 'it was only read for its helpers',
  },
])('N/A: $why', ({ sides, reason }) => {
  expect(grade(sides)).toMatchObject({ verdict: 'N/A', score: null, reason, findings: [] });
});

test('reads only files of the test_globset', () => {
  const sides = { before: one(abc), after: [] };
  expect(grade(sides, { test_globset: ['spec/*'] }).verdict).toBe('N/A');
  expect(grade(sides, { test_globset: ['test_*'] }).verdict).toBe('FAIL');
});

test('findings name the construct, the place and the code', () => {
  expect(grade({ before: one(abc), after: one(testCase('test_cart', [a, b])) }).findings).toEqual([
    {
      path: 'test_a.py',
      line: 1,
      kind: 'lost_assertion',
      severity: 'failure',
      certain: true,
      before: 'assert cart.empty == False',
      message: 'the test "test_cart" no longer asserts `assert cart.empty == False`',
    },
  ]);
});

const suites = fc
  .array(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((files) =>
    files.map((tests, f) =>
      fileOf(
        `tests/test_${f}.py`,
        tests.map((count, t) =>
          testCase(
            `test_${f}_${t}`,
            Array.from({ length: count }, (_, n) => assertion(`f${f}_${t}_${n}(x)`, `"${f}${t}${n}"`)),
          ),
        ),
      ),
    ),
  );
const changed = (files: readonly FileInventory[]) => files.map(({ path }) => modified(path));
const nonEmpty = suites.filter((files) => files.some(({ tests }) => tests.length > 0));
const everyGranularity = ['total', 'file', 'test'] as const;

test('unchanged tests pass, however they are listed', () => {
  fc.assert(
    fc.property(
      nonEmpty.chain((files) => fc.tuple(fc.constant(files), fc.shuffledSubarray(files, { minLength: files.length }))),
      ([before, after]) =>
        grade({ before, after, changed_paths: changed(before) }, { strength: true }).verdict === 'PASS',
    ),
  );
});

test('the order of files and tests does not matter', () => {
  const pairs = fc.tuple(nonEmpty, nonEmpty);
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      const turned = (files: readonly FileInventory[]) =>
        files.toReversed().map((file) => ({ ...file, tests: file.tests.toReversed() }));
      expect(grade({ before: turned(before), after: turned(after) })).toEqual(grade({ before, after }));
    }),
  );
});

test('an additional assertion never fails', () => {
  fc.assert(
    fc.property(nonEmpty, fc.nat(), fc.constantFrom(...everyGranularity), (before, pick, granularity) => {
      const index = pick % before.length;
      const after = before.map((file, n) =>
        n === index
          ? {
              ...file,
              tests: file.tests.map((one) => ({ ...one, assertions: [...one.assertions, a], body_digest: 'new' })),
            }
          : file,
      );
      return grade({ before, after, changed_paths: changed(before) }, { granularity }).verdict === 'PASS';
    }),
  );
});

test('a removed test always fails when tests are compared', () => {
  fc.assert(
    fc.property(nonEmpty, (before) => {
      const index = before.findIndex(({ tests }) => tests.length > 0);
      const after = before.map((file, n) => (n === index ? { ...file, tests: file.tests.slice(1) } : file));
      return grade({ before, after }, { granularity: 'test' }).verdict === 'FAIL';
    }),
  );
});

test('moving tests between files never fails', () => {
  fc.assert(
    fc.property(nonEmpty, fc.nat(), fc.constantFrom(...everyGranularity), (before, shift, granularity) => {
      const after = before.map((file, n) => ({
        ...file,
        tests: before[(n + shift) % before.length]?.tests ?? [],
      }));
      return grade({ before, after, changed_paths: changed(before) }, { granularity }).verdict === 'PASS';
    }),
  );
});
