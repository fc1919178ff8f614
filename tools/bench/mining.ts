import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { measureCpuMs } from './cpu.ts';
import { CLI, type Ratio } from './ratio.ts';

// most of a second of CPU time, as the changed tests of a small project take
const STEPS = 20_000_000;
const REFERENCE_RUNS = 5;
const TESTS = 'test_bank.py';

export const MINING: readonly Ratio[] = [
  {
    what: 'CPU time of `assay mine` for one task, proof included, without installs',
    against: 'its test runs alone, as often',
    limit: { most: 1.3 },
    measure: () => {
      const runs = countTestRuns();
      return inRepository(null, (folder) => {
        // before and after, because the speed of a busy machine changes
        const before = cpuOfTests(folder);
        const subject = mine(folder, 'bwrap');
        return { subject, reference: (runs * (before + cpuOfTests(folder))) / 2 };
      });
    },
  },
];

const mine = (folder: string, sandbox: 'bwrap' | 'local'): number =>
  measureCpuMs([process.execPath, CLI, 'mine', '--limit', '1', '--sandbox', sandbox], folder);

/** How often the tests run: without a sandbox, each run can leave a mark outside of its workspace. */
function countTestRuns(): number {
  const marks = `${tmpdir()}/assay-bench-marks-${process.pid}`;
  try {
    inRepository(marks, (folder) => mine(folder, 'local'));
    return readFileSync(marks, 'utf8').length;
  } finally {
    rmSync(marks, { force: true });
  }
}

function cpuOfTests(folder: string): number {
  const loop = `for run in $(seq ${REFERENCE_RUNS}); do python3 -m unittest ${TESTS}; done`;
  return measureCpuMs(['bash', '-c', loop], folder) / REFERENCE_RUNS;
}

const REJECTS = '    def test_rejects(self):\n        self.assertEqual(deposit(1, -1), 1)\n';

interface Content {
  readonly deposit: string;
  readonly test: string;
  /** A file to which a run of the tests adds a character. */
  readonly mark: string | null;
}

function commit(folder: string, { deposit, test, mark }: Content): void {
  const note = mark === null ? '' : `open(${JSON.stringify(mark)}, 'a').write('.')\n`;
  writeFileSync(`${folder}/setup.py`, '');
  writeFileSync(`${folder}/bank.py`, `def deposit(total, amount):\n    return ${deposit}\n`);
  const work = `    def test_deposit(self):\n        for step in range(${STEPS}):\n            pass\n        self.assertEqual(deposit(1, 2), 3)\n`;
  const head = `import unittest\nfrom bank import deposit\n${note}\nclass Bank(unittest.TestCase):\n`;
  writeFileSync(`${folder}/${TESTS}`, `${head}${work}${test}`);
  git(folder, ['add', '--all', '.']);
  git(folder, ['commit', '--quiet', '--message', test === '' ? 'deposits' : 'ignore deposits below zero']);
}

/** A repository with one change that makes a task. */
function inRepository<T>(mark: string | null, use: (folder: string) => T): T {
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-`);
  try {
    git(folder, ['init', '--quiet']);
    commit(folder, { deposit: 'total + amount', test: '', mark });
    commit(folder, { deposit: 'total + max(amount, 0)', test: REJECTS, mark });
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const git = (folder: string, args: readonly string[]): number =>
  measureCpuMs(['git', '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], folder);
