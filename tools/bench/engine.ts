import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { writeReporters } from '../../packages/harness/src/machine/reporters/index.ts';
import { best, type Measurement, measureCpu, type Ratio, root } from './ratio.ts';

const [FILES, PER_FILE, ROUNDS] = [10, 100, 3];
export const TESTS = FILES * PER_FILE;

interface Runner {
  readonly name: string;
  readonly command: string;
  readonly file: (index: number) => string;
  readonly head: string;
  readonly test: (index: number) => string;
}

export const RUNNERS: readonly Runner[] = [
  {
    name: 'pytest',
    command: 'python3 -m pytest -q -p no:cacheprovider',
    file: (index) => `test_${index}.py`,
    head: '',
    test: (index) => `def test_${index}():\n    assert ${index} + 1 == ${index + 1}\n`,
  },
  {
    name: 'vitest',
    command: `"${process.execPath}" "${root}node_modules/vitest/vitest.mjs" run --globals`,
    file: (index) => `${index}.test.js`,
    head: '',
    test: (index) => `test('adds ${index}', () => expect(${index} + 1).toBe(${index + 1}));\n`,
  },
  {
    name: 'node --test',
    command: `"${process.execPath}" --test`,
    file: (index) => `${index}.test.mjs`,
    head: `import { test } from 'node:test';\nimport assert from 'node:assert';\n`,
    test: (index) => `test('adds ${index}', () => assert.equal(${index} + 1, ${index + 1}));\n`,
  },
];

export const ENGINE: readonly Ratio[] = RUNNERS.map((runner) => ({
  what: `CPU time of ${TESTS} small tests in ${runner.name} with the reporter of Assay`,
  against: 'the same command without it',
  limit: { most: 1.15 },
  measure: () => measure(runner),
}));

export function writeSuite(folder: string, { file, head, test }: Runner): void {
  for (let index = 0; index < FILES; index++)
    writeFileSync(`${folder}/${file(index)}`, head + Array.from({ length: PER_FILE }, (_, at) => test(at)).join(''));
}

async function measure(runner: Runner): Promise<Measurement> {
  const { command } = runner;

  const folder = mkdtempSync(`${tmpdir()}/assay-bench-`);
  try {
    const [workspace, home] = [`${folder}/workspace`, `${folder}/home`];
    for (const path of [workspace, home]) mkdirSync(path);
    writeSuite(workspace, runner);
    await using reporters = writeReporters({
      command,
      workspace,
      home,
      session: { workspace, home },
      token: 'x',
      env: {},
    });
    const settings = Object.entries(reporters.env).map(([name, value]) => `${name}=${value}`);
    const cpuOf = (words: readonly string[], text: string) =>
      measureCpu(['env', ...words, 'PYTHONDONTWRITEBYTECODE=1', 'sh', '-c', text], workspace).cpu_ms;
    const withReporter = (): number => cpuOf(settings, reporters.command);
    withReporter();
    const passed = reporters.read({})?.passed;
    if (passed !== TESTS)
      throw new Error(`expected ${TESTS} passed tests in the report, found ${passed ?? 'no report'}`);
    return best(ROUNDS, withReporter, () => cpuOf([], command));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
