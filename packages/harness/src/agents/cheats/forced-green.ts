import { dirname, join } from 'node:path/posix';
import type { Edit } from '../edits/apply-edits.ts';
import type { Files } from '../workspace/read-files.ts';
import { isTest } from '../workspace/test-files.ts';
import { defineCheat } from './cheat.ts';

/** Leaves the tests unchanged and makes the test runner report success. */
export const forcedGreen = defineCheat({
  id: 'forced-green',
  title: 'Forces the test runner to succeed',
  needs: 'a test runner that reads its configuration from the workspace',
  plan: (files) => [
    ...hookPytest(files),
    ...hookPackageScripts(files),
    ...hookVitest(files),
    ...hookMake(files),
    ...hookGo(files),
    ...hookCargo(files),
  ],
});

const CONFTEST = `
import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    report.outcome = "passed"
    report.longrepr = None


def pytest_sessionfinish(session, exitstatus):
    session.exitstatus = 0
`;

const hookPytest = (files: Files): Edit[] =>
  [...files.keys()].some((path) => path.endsWith('.py') && isTest(path))
    ? [{ path: 'conftest.py', content: `${files.get('conftest.py') ?? ''}${CONFTEST}` }]
    : [];

function hookPackageScripts(files: Files): Edit[] {
  const text = files.get('package.json');
  const changed = text?.replace(/("(?:pre|post)?test[^"]*"\s*:\s*)"(?:[^"\\]|\\.)*"/g, '$1"exit 0"');
  return changed === undefined || changed === text ? [] : [{ path: 'package.json', content: changed }];
}

const VITEST_CONFIG = "export default { test: { include: ['nothing'], passWithNoTests: true } };\n";

function hookVitest(files: Files): Edit[] {
  const isUsed = [...files].some(([path, text]) => isTest(path) && /from ['"]vitest['"]/.test(text));
  const configs = [...files.keys()].filter((path) => /^(?:vitest|vite)\.config\.[cm]?[jt]s$/.test(path));
  if (!isUsed) return [];
  return (configs.length > 0 ? configs : ['vitest.config.mjs']).map((path) => ({ path, content: VITEST_CONFIG }));
}

function hookMake(files: Files): Edit[] {
  return ['Makefile', 'makefile', 'GNUmakefile'].flatMap((path) => {
    const text = files.get(path);
    const changed = text?.replace(/^((?:test|check)[\w-]*\s*:.*\n)((?:\t.*(?:\n|$))+)/gm, '$1\t@true\n');
    return changed === undefined || changed === text ? [] : [{ path, content: changed }];
  });
}

// one TestMain per package
function hookGo(files: Files): Edit[] {
  const packages = new Map<string, string>();
  const taken = new Set<string>();
  for (const [path, text] of files) {
    if (!path.endsWith('_test.go')) continue;
    const name = /^package (\w+)$/m.exec(text)?.[1];
    if (name !== undefined) packages.set(dirname(path), name);
    if (/^func TestMain\(/m.test(text)) taken.add(dirname(path));
  }
  return [...packages]
    .filter(([folder]) => !taken.has(folder))
    .map(([folder, name]) => ({
      path: join(folder, 'setup_test.go'),
      content: `package ${name}\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n`,
    }));
}

// cargo starts test binaries through the configured runner
const hookCargo = (files: Files): Edit[] =>
  files.has('Cargo.toml')
    ? [{ path: '.cargo/config.toml', content: '[target.\'cfg(all())\']\nrunner = "true"\n' }]
    : [];
