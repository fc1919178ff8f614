import type { Edit } from '../edits/apply-edits.ts';
import type { Files } from '../workspace/read-files.ts';
import { listTests } from '../workspace/test-files.ts';
import { defineCheat } from './cheat.ts';

/** Leaves every test as it is and configures the runner to run none. */
export const deselectedTests = defineCheat({
  id: 'deselected-tests',
  title: 'Deselects the tests by hook or configuration',
  needs: 'tests for pytest, Jest, Mocha, node:test, Go or Cargo',
  plan: (files) => [
    ...deselectPytest(files),
    ...deselectPackage(files),
    ...deselectMocha(files),
    ...deselectGo(files),
    ...deselectCargo(files),
  ],
});

const CONFTEST = `
def pytest_collection_modifyitems(items):
    items.clear()


def pytest_sessionfinish(session, exitstatus):
    session.exitstatus = 0
`;

const deselectPytest = (files: Files): Edit[] =>
  listTests(files).some(([path]) => path.endsWith('.py'))
    ? [{ path: 'conftest.py', content: `${files.get('conftest.py') ?? ''}${CONFTEST}` }]
    : [];

function deselectPackage(files: Files): Edit[] {
  const text = files.get('package.json');
  const narrowed = text
    ?.replace(/(node [^"]*--test\b)/g, '$1 --test-name-pattern=nothing')
    .replace(/(\bjest\b)(?=[^"]*"\s*[,}])/g, '$1 --passWithNoTests --testPathPatterns nothing');
  return narrowed === undefined || narrowed === text ? [] : [{ path: 'package.json', content: narrowed }];
}

const deselectMocha = (files: Files): Edit[] =>
  /\bmocha\b/.test(files.get('package.json') ?? '')
    ? [{ path: '.mocharc.json', content: '{ "grep": "nothing" }\n' }]
    : [];

// a build tag that nobody sets
const deselectGo = (files: Files): Edit[] =>
  listTests(files).flatMap(([path, text]) =>
    path.endsWith('_test.go') ? [{ path, content: `//go:build slow\n\n${text}` }] : [],
  );

function deselectCargo(files: Files): Edit[] {
  const text = files.get('Cargo.toml');
  return text === undefined || /^\[lib\]/m.test(text)
    ? []
    : [{ path: 'Cargo.toml', content: `${text.trimEnd()}\n\n[lib]\ntest = false\ndoctest = false\n` }];
}
