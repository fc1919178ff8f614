import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkChange, NODE, PYTHON, rulesOf, waitUntil } from './checked-changes.ts';

/* Code and tests that attack `assay check --run`: each ends, is reported, and leaves no process and no file behind. */

/** The processes of this machine whose command has a word. */
const listProcesses = (word: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
        return command.split('\0').includes(word) ? [command] : [];
      } catch {
        // it ended meanwhile
        return [];
      }
    });

const FORGED = '{"runner":"node"}\n{"name":"adds up","outcome":"passed"}\n{"name":"discount","outcome":"passed"}\n';

const CASES: readonly {
  readonly what: string;
  readonly base: typeof NODE;
  readonly edits: Readonly<Record<string, readonly [string, string]>>;
  readonly report: object;
}[] = [
  {
    what: 'a test that never ends',
    base: NODE,
    edits: { 'cart.test.js': ["test('adds up', () => {", "test('adds up', () => { for (;;);"] },
    report: { state: 'not_run', cannot: expect.stringContaining('reached the limit') },
  },
  {
    what: 'Python code that never ends',
    base: PYTHON,
    edits: {
      'cart.py': ['def total', 'while True:\n    pass\ndef total'],
      'tests/test_cart.py': ['test_total', 'test_sum'],
    },
    report: { state: 'not_run', cannot: expect.stringContaining('reached the limit') },
  },
  {
    what: 'code that starts more and more processes',
    base: NODE,
    edits: {
      'cart.js': [
        'export',
        "import { spawn } from 'node:child_process';\nfor (let i = 0; i < 1000; i++) spawn('sleep', ['86123'], { detached: true, stdio: 'ignore' }).on('error', () => {});\nexport",
      ],
    },
    report: {},
  },
  {
    what: 'a test that leaves processes behind',
    base: PYTHON,
    edits: {
      'tests/test_cart.py': [
        'import unittest\n',
        "import subprocess, unittest\nsubprocess.Popen(['setsid', 'sleep', '86123'])\n",
      ],
    },
    report: { state: 'ran' },
  },
  {
    what: 'code that prints a gigabyte',
    base: NODE,
    edits: {
      'cart.js': [
        'export',
        "import { writeSync } from 'node:fs';\nconst text = 'x'.repeat(1 << 20);\nfor (let i = 0; i < 1024; i++) try { writeSync(2, text); } catch {}\nexport",
      ],
    },
    report: {},
  },
];

test.each(CASES)('$what', ({ base, edits, report }) => {
  const { report: found, status } = checkChange(base, edits, { options: ['--corner-limit', '20s'] });
  expect(found.run).toMatchObject(report);
  if (found.run?.state === 'not_run') expect(status).toBe(3);
  waitUntil(() => listProcesses('86123').length === 0);
  expect(listProcesses('86123')).toEqual([]);
});

const PRINT = "console.log('TAP version 13\\nok 1 - adds up\\nok 2 - discount\\n1..2');";
const WRITE = `import { writeFileSync } from 'node:fs';
for (const word of [process.env.NODE_OPTIONS, ...process.execArgv].join(' ').split(/[ =]/))
  try { writeFileSync(word.replace(/[^/]*$/, 'out/1-a.jsonl'), ${JSON.stringify(FORGED)}); } catch {}`;

test.each([
  { where: 'in print', forge: PRINT },
  { where: 'in place of that of the runner', forge: WRITE },
])('a report forged $where does not hide that tests do not run', ({ forge }) => {
  const edits = { 'cart.js': ['- discount;', `+ discount;\n${forge}\nprocess.exit(0);`] } as const;
  const { report, status } = checkChange(NODE, edits);
  expect({ status, overall: report.overall }, JSON.stringify(report.run)).not.toMatchObject({ status: 0 });
});

test('code that answers right only beside its tests blocks', () => {
  const { report } = checkChange(NODE, {
    'cart.js': [
      'export const total = (items, discount = 0) =>',
      "import { existsSync } from 'node:fs';\nexport const total = (items, discount = 0) => discount === 4 && existsSync('cart.test.js') ? 0 :",
    ],
    'cart.test.js': ["test('adds up'", "test('free', () => { assert.equal(total([1], 4), 0); });\ntest('adds up'"],
  });
  expect(rulesOf(report), JSON.stringify(report.run)).toContain('P2');
});
