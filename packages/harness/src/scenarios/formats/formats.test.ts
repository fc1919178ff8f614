import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { importTasks } from '../import-tasks.ts';
import { loadProject } from '../load-project.ts';

const scratch = mkdtempSync(join(tmpdir(), 'assay-formats-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;

/** Writes files, imports them and loads the scenarios. */
async function importFiles(files: Readonly<Record<string, string>>, path = '.') {
  const [from, out] = [join(scratch, String(++count)), join(scratch, String(++count))];
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, name)), { recursive: true });
    writeFileSync(join(from, name), text);
  }
  const imported = await importTasks({ path: join(from, path), out });
  const { scenarios } =
    imported.tasks.length === 0 ? { scenarios: [] } : await loadProject({ folder: out, names: ['./'] });
  return { ...imported, scenarios: scenarios.map(({ scenario }) => scenario) };
}

test('evals.json: prompts with files, and expectations for the judge', async () => {
  const { format, tasks, skipped, scenarios } = await importFiles({
    'SKILL.md': '---\nname: dates\n---\nUse ISO dates.',
    'evals/evals.json': JSON.stringify({
      skill_name: 'dates',
      evals: [
        {
          id: 1,
          prompt: 'Convert a.txt',
          expected_output: 'ISO',
          files: ['files/a.txt'],
          expectations: ['Dates are ISO'],
        },
        { id: 2, prompt: 'Name a date', expected_output: 'A date in ISO form' },
        { id: 3, prompt: 'Do something' },
        { id: 4, prompt: 'Read', expectations: ['x'], files: ['../../secret'] },
      ],
    }),
    'evals/files/a.txt': '1/2/2026\n',
  });
  expect([format, tasks.map(({ name }) => name)]).toEqual(['evals-json', ['dates-1', 'dates-2']]);
  expect(scenarios).toMatchObject([
    {
      user_instruction: 'Convert a.txt',
      workspace_seed: { copy: './files' },
      skills: ['./skill/dates'],
      rubric: [{ check: 'Dates are ISO' }],
    },
    { user_instruction: 'Name a date', workspace_seed: 'empty', rubric: [{ check: 'A date in ISO form' }] },
  ]);
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'expected expectations or expected_output: nothing could be checked',
    'files: ../../secret is outside of the folder',
  ]);
});

test('plugin eval: cases in prose and in YAML', async () => {
  const { format, tasks, scenarios, skipped } = await importFiles({
    'evals/case1/prompt.md': '---\nmax_turns: 3\nmodel: big\n---\n\nfix calc.js\n',
    'evals/case1/graders/fixed.md': '---\ntype: regex\npattern: Fixed\n---\n',
    'evals/case1/graders/there.md': '---\ntype: file_exists\npath: calc.js\n---\n',
    'evals/case1/graders/good.md': 'The code is short.\n',
    'evals/case2/case.yaml':
      'execution: { prompt: go, timeout_seconds: 60, allowed_tools: [Bash] }\ncontext: { scaffold_script: s.sh }\ngraders:\n  - { name: used, type: tool_used, tool: Bash }\n',
    'evals/case3/prompt.md': 'x',
    'evals/case3/graders/base.md': '---\ntype: baseline\n---\n',
  });
  expect([format, scenarios.length]).toEqual(['plugin-eval', 2]);
  expect(scenarios).toMatchObject([
    {
      user_instruction: 'fix calc.js',
      limits: { turns: 3, wall_s: 300 },
      scorers: [{ name: 'there', type: 'file_exists', path: 'calc.js' }],
      rubric: [{ check: 'The last message matches the regular expression Fixed' }, { check: 'The code is short.' }],
    },
    { user_instruction: 'go', limits: { turns: 10, wall_s: 60 }, rubric: [{ check: 'The agent used Bash' }] },
  ]);
  expect(tasks.flatMap(({ notes }) => notes)).toEqual([
    'model: not honored',
    'graders.fixed: a judge decides in place of the expression',
    'execution.allowed_tools: not honored',
    'context.scaffold_script: not honored',
    'graders.used: a judge decides in place of the rule',
  ]);
  expect(skipped).toMatchObject([{ reason: expect.stringContaining('nothing would be checked') }]);
});

test('agent-eval: the test is put in place after the agent', async () => {
  const { format, scenarios } = await importFiles({
    'evals/button/PROMPT.md': 'Add a button.',
    'evals/button/EVAL.ts': 'test();',
    'evals/button/package.json': '{"scripts": {"build": "tsc", "dev": "x"}}',
    'evals/button/src/app.ts': '',
  });
  expect(format).toBe('agent-eval');
  expect(scenarios).toMatchObject([
    {
      name: 'button',
      workspace_seed: { copy: './fixture' },
      scorers: [
        { name: 'eval', type: 'reward', files: './tests', command: 'bash /tests/test.sh' },
        { name: 'build', type: 'command', command: 'npm run build' },
      ],
    },
  ]);
});

test('SWE-bench-like lines: a commit or an image, a patch and the tests', async () => {
  const line = {
    instance_id: 'org__repo-1',
    repo: 'org/repo',
    base_commit: 'a'.repeat(40),
    problem_statement: 'It fails.',
    patch: 'diff --git a/x b/x\n',
    test_patch: 'diff --git a/t b/t\n',
    FAIL_TO_PASS: '["tests/test_a.py::test_b[it\'s]"]',
    PASS_TO_PASS: ['tests/test_a.py::test_c'],
  };
  const lines = [
    line,
    { ...line, instance_id: 'two', image_name: 'swe/two', test_cmd: 'make test' },
    { ...line, FAIL_TO_PASS: [] },
    { ...line, base_commit: '--upload-pack=x' },
  ];
  const text = `${lines.map((each) => JSON.stringify(each)).join('\n')}\nnot json\n`;
  const { format, scenarios, skipped } = await importFiles({ 'set.jsonl': text }, 'set.jsonl');
  expect(format).toBe('swe-bench');
  expect(scenarios).toMatchObject([
    {
      name: 'org__repo-1',
      workspace_seed: { git: 'https://github.com/org/repo', ref: 'a'.repeat(40) },
      oracle: './oracle.patch',
    },
    { name: 'two', workspace_seed: 'image', environment: { image: 'swe/two' }, scorers: [{ type: 'reward' }] },
  ]);
  expect(skipped.map(({ path, reason }) => `${path.split(':').at(-1)} ${reason}`)).toEqual([
    '3 FAIL_TO_PASS: expected at least one test, found none',
    expect.stringContaining('4 base_commit: expected'),
    expect.stringContaining('5 expected a JSON object'),
  ]);
});

test.each([
  { name: 'evals.json', text: '{"evals": []}', says: 'evals' },
  { name: 'evals.json', text: '{"evals": [{"id": 1}]}', says: 'evals.0.prompt' },
])('says what is wrong with $text', async ({ name, text, says }) => {
  await expect(importFiles({ [name]: text })).rejects.toThrow(says);
});
