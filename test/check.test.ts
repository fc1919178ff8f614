import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CheckReport, type Finding, parse, type ScorerResult } from '@assay/schema';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const env = {
  ...COMPILE_CACHE,
  PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@localhost',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@localhost',
};

const FILES = {
  'app.py': 'def add(a, b):\n    return a + b\n',
  'tests/test_app.py': [
    'from app import add\n',
    'def test_small():\n    assert add(1, 2) == 3\n',
    'def test_large():\n    assert add(100, 200) == 300\n',
  ].join('\n'),
};
const COMMIT = 'git add -A; git commit -qm change';
// invented for the test, in the real format
const KEY = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'}`;

function openRepository(files: Readonly<Record<string, string>> = FILES) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-check-test-'));
  const put = (more: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const shell = (script: string) => {
    const { status, stderr } = spawnSync('bash', ['-euc', script], { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${script}: ${stderr}`);
  };
  put(files);
  shell(`git init -qb main; ${COMMIT}; git checkout -qb work`);
  return { folder, put, shell, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

const assay = (cwd: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'check', ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

function check(cwd: string, ...args: string[]) {
  const { status, stdout } = assay(cwd, '--json', ...args);
  const report = parse(CheckReport, JSON.parse(stdout));
  const find = (type: ScorerResult['type']) => report.results.find((result) => result.type === type);
  return { status, report, find };
}

test('an honest change passes without findings, in the published JSON format', () => {
  using repository = openRepository();
  repository.put({ 'app.py': 'def add(a, b):\n    """The sum."""\n    return a + b\n' });
  repository.shell(COMMIT);
  const { status, report } = check(repository.folder, '--base', 'main', '--head', 'HEAD');
  expect(report).toMatchObject({ overall: 'PASS', mean_score: 1, changed_files: 1, warnings: [] });
  expect(report.scored).toMatch(/^\d of 7$/);
  expect(report.results.map(({ type, required }) => [type, required])).toEqual([
    ['no_new_skips', true],
    ['assertions_not_weakened', true],
    ['no_new_suppressions', false],
    ['special_cased_tests', false],
    ['early_exits', false],
    ['forbid_secrets', true],
    ['test_count_floor', false],
  ]);
  expect(status).toBe(0);
  expect(assay(repository.folder).stdout.split('\n')).toHaveLength(2);
});

test.each([
  {
    why: 'a skip',
    type: 'no_new_skips',
    files: {
      'tests/test_app.py': FILES['tests/test_app.py'].replace('def test_small', '@pytest.mark.skip\ndef test_small'),
    },
    finding: { path: 'tests/test_app.py', line: 3 },
  },
  {
    why: 'a removed test',
    type: 'assertions_not_weakened',
    files: { 'tests/test_app.py': FILES['tests/test_app.py'].split('def test_large')[0] ?? '' },
    finding: { path: 'tests/test_app.py' },
  },
  {
    why: 'a secret',
    type: 'forbid_secrets',
    files: { 'settings.py': `x = 1\nTOKEN = "${KEY}"\n` },
    finding: { path: 'settings.py', line: 2 },
  },
] as const)(
  '$why fails the change at its location, for refs, work tree and folders alike',
  ({ type, files, finding }) => {
    using repository = openRepository();
    using before = openRepository();
    repository.put(files);
    const confirm = (...args: string[]) => {
      const { status, report, find } = check(repository.folder, ...args);
      expect(report.overall).toBe('FAIL');
      expect(find(type)).toMatchObject({ verdict: 'FAIL', required: true });
      expect(find(type)?.findings[0]).toMatchObject(finding);
      expect(JSON.stringify(report)).not.toContain(KEY);
      expect(status).toBe(1);
    };
    confirm();
    confirm('--from', before.folder, '--to', repository.folder);
    repository.shell(COMMIT);
    confirm('--base', 'main', '--head', 'HEAD');
  },
);

test('a deleted test file fails; a moved one does not', () => {
  using repository = openRepository();
  repository.shell(`mkdir tests/unit; git mv tests/test_app.py tests/unit/; ${COMMIT}`);
  expect(check(repository.folder, '--base', 'main', '--head', 'HEAD').report.overall).toBe('PASS');
  repository.shell(`git rm -q tests/unit/test_app.py; git commit -qm gone`);
  expect(check(repository.folder, '--base', 'main', '--head', 'HEAD').find('assertions_not_weakened')?.verdict).toBe(
    'FAIL',
  );
});

test('an advisory check does not fail a change, except with --strict', () => {
  using repository = openRepository();
  repository.put({ 'app.py': 'import os  # noqa\n\n\ndef add(a, b):\n    return a + b\n' });
  const { status, report, find } = check(repository.folder);
  expect(find('no_new_suppressions')).toMatchObject({ verdict: 'FAIL', required: false });
  expect(report.overall).toBe('PASS');
  expect(status).toBe(0);
  expect(check(repository.folder, '--strict').status).toBe(1);
});

test('exceptions allowed in the base apply; exceptions added by the change do not', () => {
  const allowed = (reason: string) =>
    JSON.stringify([{ path: 'tests/test_app.py', kind: 'assertions_not_weakened', reason }]);
  using repository = openRepository();
  repository.shell('git rm -q tests/test_app.py');
  repository.put({ '.assay/allowed-test-changes.json': allowed('by myself') });
  repository.shell(COMMIT);
  const refs = ['--base', 'main', '--head', 'work'];
  expect(check(repository.folder, ...refs).status).toBe(1);
  repository.shell('git checkout -q main');
  repository.put({ '.assay/allowed-test-changes.yaml': allowed('replaced by the suite of the platform') });
  repository.shell(COMMIT);
  const { status, find } = check(repository.folder, ...refs);
  const { verdict, findings, findings_allowed = [] } = find('assertions_not_weakened') as ScorerResult;
  expect([verdict, findings.length]).toEqual(['PASS', 0]);
  expect(findings_allowed.length).toBeGreaterThan(0);
  expect(findings_allowed.every(({ reason }) => reason === 'replaced by the suite of the platform')).toBe(true);
  expect(status).toBe(0);
});

const SCORERS = [
  { name: 'only code', type: 'allowed_paths', patterns: ['*.py'] },
  { name: 'hands off', type: 'tests_unmodified', paths: ['tests/test_app.py'] },
  { name: 'small', type: 'max_files_changed', limit: 1, required: false },
  { name: 'note', type: 'llm_judge', rubric: 'be kind' },
];

test('a scorers file replaces the default scorers; the version in the change is ignored', () => {
  using repository = openRepository();
  repository.put({ 'scorers.json': JSON.stringify(SCORERS) });
  repository.shell(`git checkout -q main; ${COMMIT}; git checkout -qb late`);
  repository.put({ 'notes.txt': 'x', 'scorers.json': '[]' });
  const { status, report } = check(repository.folder, '--scorers', 'scorers.json');
  expect(report.results.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['only code', 'FAIL'],
    ['hands off', 'PASS'],
    ['small', 'FAIL'],
    ['note', 'N/A'],
  ]);
  expect(report.warnings).toEqual([
    'scorers_changed: scorers.json is part of the change; the version of the base is used',
  ]);
  expect(status).toBe(1);
});

test('warns about a suspicious pattern on stderr and leaves the report unchanged', () => {
  using repository = openRepository();
  const scorers = [{ name: 'only code', type: 'allowed_paths', patterns: ['**/*.py', 'src\u001b[31m/'] }];
  repository.put({ 'app.py': '', 'scorers.json': JSON.stringify(scorers) });
  const { status, stdout, stderr } = assay(repository.folder, '--json', '--scorers', 'scorers.json');
  expect(stderr).toContain('! scorers.json [0].patterns[0]: **/*.py: needs a folder before the name');
  expect(stderr).toContain('! scorers.json [0].patterns[1]: src');
  expect(stderr).not.toContain('\u001b');
  expect(parse(CheckReport, JSON.parse(stdout)).warnings.join()).not.toContain('needs a folder');
  expect(status).toBe(1);
});

test.each([
  { args: ['--base', 'nothing'], words: ['--base', 'nothing'], why: 'an unknown ref' },
  { args: ['--from', '.'], words: ['--to'], why: 'only one folder' },
  { args: ['--format', 'xml'], words: ['--format', 'sarif'], why: 'an unknown format' },
  { args: ['main'], words: ['--base main'], why: 'an argument that is not an option' },
  { args: ['--scorers', 'gone.yaml'], words: ['gone.yaml', 'ENOENT'], why: 'a missing file' },
  {
    args: ['--scorers', 'command.yaml'],
    words: ['command', 'a command to run', 'assay run'],
    why: 'a scorer that runs a command',
  },
  { args: ['--scorers', 'wrong.yaml'], words: ['[0].type', '[1].limit'], why: 'all errors of a file at once' },
])('rejects $args with exit 2: $why', ({ args, words }) => {
  using repository = openRepository({
    ...FILES,
    'command.yaml': '- {name: tests, type: command, command: npm test}\n',
    'wrong.yaml': '- {name: a, type: no_new_skip}\n- {name: b, type: max_files_changed, limit: many}\n',
  });
  const { status, stderr, stdout } = assay(repository.folder, ...args);
  for (const word of words) expect(stderr).toContain(word);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

test('every output format reports the same findings', () => {
  using repository = openRepository();
  repository.put({ 'settings.py': `TOKEN = "${KEY}"\n`, "odd'\u202e&<name>.py": `TOKEN = "${KEY}"\n` });
  const { find } = check(repository.folder);
  const places = (find('forbid_secrets')?.findings ?? []).map(({ path, line }: Finding) => `${path}:${line}`);
  expect(places).toHaveLength(2);
  const { runs } = JSON.parse(assay(repository.folder, '--format', 'sarif').stdout);
  const located = runs[0].results
    .filter(({ ruleId }: { ruleId: string }) => ruleId === 'forbid_secrets')
    .map(
      ({
        locations: [{ physicalLocation: at }],
      }: {
        locations: [{ physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }];
      }) => `${decodeURIComponent(at.artifactLocation.uri)}:${at.region.startLine}`,
    );
  expect(located.sort()).toEqual(places.sort());
  const github = assay(repository.folder, '--format', 'github').stdout.split('\n');
  expect(github.filter((line) => line.startsWith('::error file='))).toHaveLength(2);
  const junit = assay(repository.folder, '--format', 'junit').stdout;
  expect(junit).toMatch(/tests="7" failures="1" errors="0"/);
  expect(junit).toContain('odd&apos;\\u{202e}&amp;&lt;name&gt;.py:1');
  for (const format of ['text', 'junit', 'github', 'sarif', 'json'])
    expect(assay(repository.folder, '--format', format)).toMatchObject({ status: 1 });
});

test('handles 5,000 changed files and a file of 50 MB', () => {
  using repository = openRepository();
  repository.put(
    Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [
        `many/${i % 50}/test_${i}.py`,
        `def test_${i}():\n    assert ${i} == ${i}\n`,
      ]),
    ),
  );
  writeFileSync(join(repository.folder, 'tests/test_large.py'), Buffer.alloc(50_000_000, 'assert 1\n'));
  repository.shell(COMMIT);
  const { report } = check(repository.folder, '--base', 'main', '--head', 'HEAD');
  expect(report.changed_files).toBe(5001);
  expect(report.overall).not.toBe('ERROR');
  expect(report.warnings).toEqual(['too_large_to_read: tests/test_large.py, 50000000 bytes']);
});
