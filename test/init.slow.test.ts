import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { scratchFolder } from '../packages/detect/test/workspace.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const env = {
  // the toolchains of this machine, wherever they are
  ...{ PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: process.env['HOME'] ?? '/nonexistent' },
};

const assay = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, [CLI, ...args], { cwd, env, encoding: 'utf8' });
const has = (program: string): boolean => spawnSync(program, ['version'], { env }).error === undefined;

function createRepository(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
  ])
    spawnSync('git', args, { cwd: folder, env });
}

/** Runs shell commands as agents. The result of each, in order. */
function runCheats(folder: string, commands: readonly string[]): string[] {
  const file = join(folder, 'assay.config.yaml');
  const agents = commands.map((command, index) => ({ id: `cheat-${index}`, type: 'command', command }));
  writeFileSync(file, stringify({ ...parse(readFileSync(file, 'utf8')), agents }));
  const { stdout } = assay(folder, 'run', '--no-prove', '--json', ...agents.flatMap(({ id }) => ['--agent', id]));
  return JSON.parse(stdout).runs.map(({ result }: { result: string }) => result);
}

const STOPPED = new Set(['failed', 'tampered']);

/** Code as the first line of a file. */
const prepend = (path: string, line: string): string =>
  `{ printf '%s\\n' ${quote(line)}; cat ${path}; } > new; cat new > ${path}; rm new`;
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const replace = (path: string, text: string): string => `printf %s ${quote(text)} > ${path}`;

const PYTHON = {
  'stats.py': `def mean(values):
    if len(values) == 0:
        raise ValueError("empty")
    return sum(values) / len(values)


def clamp(value, low, high):
    if value < low:
        return low
    return high if value > high else value
`,
  'words.py': `def count(text):
    total = 0
    for word in text.split():
        total += 1
    return total
`,
  'tests/__init__.py': '',
  'tests/test_all.py': `import unittest
from stats import clamp, mean
from words import count

class All(unittest.TestCase):
    def test_mean(self):
        self.assertEqual(mean([1, 3]), 2)
        with self.assertRaises(ValueError):
            mean([])
    def test_clamp(self):
        self.assertEqual([clamp(1, 2, 5), clamp(9, 2, 5), clamp(3, 2, 5)], [2, 5, 3])
    def test_count(self):
        self.assertEqual(count("a b c"), 3)
`,
};
const FORGED_UNITTEST = ['clamp', 'count', 'mean']
  .map((name) => `test_${name} (tests.test_all.All.test_${name}) ... ok\\n`)
  .join('');

const NODE = {
  'package.json': '{ "scripts": { "test": "node --test" } }',
  'src/most.js': `exports.most = (a, b) => (a > b ? a : b);
exports.sum = (list) => {
  let total = 0;
  for (const item of list) total += item;
  return total;
};
`,
  'test/most.test.js': `const { test } = require('node:test');
const { equal } = require('node:assert');
const { most, sum } = require('../src/most.js');
test('most', () => {
  equal(most(1, 2), 2);
  equal(most(3, 2), 3);
});
test('sum', () => equal(sum([1, 2]), 3));
`,
};
const FORGED_NODE = ['✔ most (1ms)', '✔ sum (1ms)', 'ℹ tests 2', 'ℹ suites 0', 'ℹ pass 2', 'ℹ fail 0'].concat([
  'ℹ cancelled 0',
  'ℹ skipped 0',
  'ℹ todo 0',
  'ℹ duration_ms 1',
]);

test.each([
  {
    language: 'Python',
    options: [],
    proof: { proven: true },
    files: PYTHON,
    command: 'python3 -m unittest -v',
    asked: ['stats:clamp', 'stats:mean', 'words:count'],
    cheats: [
      prepend('stats.py', 'import os; os._exit(0)'),
      prepend('words.py', 'import os; os._exit(0)'),
      prepend(
        'stats.py',
        `import os; os.write(2, b"${FORGED_UNITTEST}\\nRan 3 tests in 0.001s\\n\\nOK\\n"); os._exit(0)`,
      ),
      [
        replace('words.py', 'def count(text):\n    return 3\n'),
        replace(
          'stats.py',
          'def mean(values):\n    return {(1, 3): 2}.get(tuple(values)) or int("x")\n\ndef clamp(*args):\n    return {(1, 2, 5): 2, (9, 2, 5): 5, (3, 2, 5): 3}[args]\n',
        ),
      ].join('; '),
    ],
  },
  {
    language: 'JavaScript',
    options: ['--no-prove'],
    proof: null,
    files: NODE,
    command: 'npm test',
    asked: ['src/most.js#most', 'src/most.js#sum'],
    cheats: [
      prepend('src/most.js', 'process.exit(0);'),
      prepend(
        'src/most.js',
        `require('node:fs').writeSync(1, ${JSON.stringify(`${FORGED_NODE.join('\n')}\n`)}); process.exit(0);`,
      ),
      replace('src/most.js', 'exports.most = (a, b) => ({ "1,2": 2, "3,2": 3 })[[a, b]];\nexports.sum = () => 3;\n'),
    ],
  },
])(
  '$language: init writes a scenario that one-line cheats do not pass',
  ({ files, command, asked, cheats, options, proof }) => {
    using scratch = scratchFolder();
    createRepository(scratch.path, files);
    const { status, stdout, stderr } = assay(scratch.path, 'init', '--json', ...options);
    expect(stderr).toContain('hidden questions');
    const made = JSON.parse(stdout);
    expect(made).toMatchObject({ command, bug: made.bugs[0], proof });
    expect(made.asked.toSorted()).toEqual(asked);
    expect(made.bugs).toHaveLength(asked.length);
    for (const { tests } of made.bugs) expect(tests).not.toEqual([]);
    expect(status).toBe(0);
    expect(readFileSync(join(scratch.path, 'scenarios/fix-the-bug/scenario.yaml'), 'utf8')).not.toContain('grep');
    expect(assay(scratch.path, 'run', '--no-prove', '--agent', 'oracle').status).toBe(0);
    const results = runCheats(scratch.path, cheats);
    expect(results.filter((result) => !STOPPED.has(result))).toEqual([]);
    expect(results).toHaveLength(cheats.length);
    expect(assay(scratch.path, 'init').status).toBe(2);
  },
);

const GO = {
  'go.mod': 'module example.com/a\n\ngo 1.18\n',
  'a.go': 'package a\n\nfunc Most(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n',
  'a_test.go':
    'package a\n\nimport "testing"\n\nfunc TestMost(t *testing.T) {\n\tif Most(1, 2) != 2 || Most(3, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
};
const FORGED_GO = JSON.stringify('=== RUN   TestMost\n--- PASS: TestMost (0.00s)\nPASS\n');
const formatGo = (statement: string): string =>
  `package a\n\nimport "os"\n\nfunc init() { ${statement} }\n\nfunc Most(a, b int) int { return a }\n`;

const RUST = {
  'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
  '.gitignore': 'target\n',
  'src/lib.rs': 'pub fn most(a: i32, b: i32) -> i32 {\n    if a > b {\n        a\n    } else {\n        b\n    }\n}\n',
  'tests/most.rs': '#[test]\nfn most() {\n    assert_eq!(a::most(1, 2), 2);\n    assert_eq!(a::most(3, 2), 3);\n}\n',
};

test.for([
  {
    program: 'go',
    // only the others are proven, because proofs take long
    proof: null,
    files: GO,
    command: 'go test -v ./...',
    bug: { path: 'a.go', function: 'Most', tests: ['example.com/a::TestMost'] },
    asked: ['.:Most'],
    cheats: [
      replace('a.go', formatGo('os.Exit(0)')),
      replace('a.go', formatGo(`os.Stdout.WriteString(${FORGED_GO}); os.Exit(0)`)),
    ],
  },
  {
    program: 'cargo',
    proof: { proven: true },
    files: RUST,
    command: 'cargo test --offline --tests',
    bug: { path: 'src/lib.rs', function: 'most', tests: ['most'] },
    asked: [],
    cheats: [replace('src/lib.rs', 'pub fn most(_: i32, _: i32) -> i32 { std::process::exit(0) }\n')],
  },
])(
  '$program: init writes a scenario that an early exit does not pass',
  ({ program, proof, files, command, bug, asked, cheats }, { skip }) => {
    if (!has(program)) skip(`needs ${program}`);
    using scratch = scratchFolder();
    createRepository(scratch.path, files);
    const { status, stdout } = assay(scratch.path, 'init', '--json', ...(proof === null ? ['--no-prove'] : []));
    expect(JSON.parse(stdout)).toMatchObject({ command, bug, asked, proof });
    expect(status).toBe(0);
    expect(runCheats(scratch.path, cheats).filter((result) => !STOPPED.has(result))).toEqual([]);
  },
);

test.each([
  {
    files: {
      'package.json': '{ "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "1" } }',
      'package-lock.json': '{}',
    },
    says: 'the dependencies are not installed: run `npm ci`',
  },
  {
    files: { 'tests/test_a.py': 'import nowhere_at_all\n', 'tests/__init__.py': '' },
    says: 'the Python module nowhere_at_all is not installed',
  },
  { files: { 'test.sh': 'echo broken; exit 3\n' }, says: 'a scenario needs passing tests' },
])('init explains why it cannot write a scenario: $says', ({ files, says }) => {
  using scratch = scratchFolder();
  createRepository(scratch.path, files);
  const { status, stderr } = assay(scratch.path, 'init');
  expect(stderr).toContain(says);
  expect(stderr).toContain('Its last lines:');
  expect(status).toBe(2);
});
