import { expect, test } from 'vitest';
import { listNamedTests, selectByName, withoutNameFilters } from './name-filter.ts';

const TESTS = listNamedTests(
  new Map([
    [
      'tests/test_math.py',
      'def test_add():\n    pass\n\nclass TestSub:\n    async def test_sub(self):\n        pass\n',
    ],
    ['math_test.go', 'func TestAdd(t *testing.T) {\n}\nfunc TestSub(t *testing.T) {\n}\n'],
    ['math.test.ts', "describe('math', () => {\n  it('adds', () => {});\n});\n"],
  ]),
);
const PYTHON = TESTS.slice(0, 2);
const GO = TESTS.slice(2, 4);
const SCRIPT = TESTS.filter(({ path }) => path === 'math.test.ts');

test.each([
  { command: 'pytest -k "not slow"', tests: PYTHON, selected: ['test_add', 'test_sub'] },
  { command: 'pytest -k "add or (sub and not test_sub)"', tests: PYTHON, selected: ['test_add'] },
  { command: "pytest -k 'not test_add'", tests: PYTHON, selected: ['test_sub'] },
  { command: 'pytest -k math', tests: PYTHON, selected: ['test_add', 'test_sub'] },
  { command: '"test": "go test -run \\"^TestAdd$\\" ./..."', tests: GO, selected: ['TestAdd'] },
  { command: 'go test -run=^Test ./...', tests: GO, selected: ['TestAdd', 'TestSub'] },
  { command: 'go test -skip TestSub ./...', tests: GO, selected: ['TestAdd'] },
  { command: 'vitest run -t "math adds"', tests: SCRIPT, selected: ['math adds'] },
  { command: 'mocha --grep subtracts', tests: SCRIPT, selected: [] },
  { command: 'vitest run', tests: SCRIPT, selected: undefined },
  { command: 'mocha --grep "("', tests: SCRIPT, selected: undefined },
])('$command selects $selected', ({ command, tests, selected }) => {
  expect(selectByName(command, tests)?.map(({ name }) => name)).toEqual(selected);
});

test('a command without its filters keeps the rest', () => {
  expect(withoutNameFilters("pytest -q -k 'not slow' tests")).toBe('pytest -q   tests');
});
