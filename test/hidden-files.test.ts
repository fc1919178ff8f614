import { dirname } from 'node:path';
import type { RunResult } from '@assay/schema';
import { expect, test } from 'vitest';
import { createProject, readEvidence, runProject } from './projects.ts';

const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');

const writeTests = (
  ...sums: readonly (readonly [number, number])[]
): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../add.js';

${sums.map(([a, b]) => `test('adds ${a} and ${b}', () => assert.equal(add(${a}, ${b}), ${a + b}));\n`).join('')}`;

const FILES = {
  'fixture/package.json': '{ "type": "module" }\n',
  'fixture/add.js': 'export const add = (a, b) => a - b;\n',
  'fixture/test/add.test.js': writeTests([1, 0]),
  'hidden/test/add.test.js': writeTests([1, 0], [2, 3]),
  'hidden/test/deep/more.test.js': writeTests([4, 5]).replace('../add', '../../add'),
};

/** Grades the workspace after an agent has run a command. */
async function grade(command: string) {
  await using project = await createProject({
    files: FILES,
    scenarios: [
      {
        name: 'task',
        user_instruction: 'Make it add.',
        workspace_seed: { copy: './fixture' },
        hidden: { files: './hidden' },
        scorers: [
          { name: 'tests', type: 'command', command: 'node --test' },
          {
            name: 'solved',
            type: 'fail_to_pass',
            required: true,
            command: 'tests',
            tests: ['adds 2 and 3', 'adds 4 and 5'],
          },
        ],
      },
    ],
    config: { agents: [{ id: 'bot', type: 'command', command: `${command}; echo done` }] },
  });
  const { results } = await runProject(project.folder, { environment: { PATH } });
  const { folder, overall } = results[0] as RunResult;
  return { overall, evidence: await readEvidence(folder) };
}

const FIX = "sed -i 's/a - b/a + b/' add.js";
const changed = ({ evidence }: Awaited<ReturnType<typeof grade>>) => evidence.changed_paths.map(({ path }) => path);

test('hidden tests decide, in both trees, and are no part of the change', async () => {
  const graded = await grade(FIX);
  expect(graded.overall).toBe('PASS');
  const { commands, baseline_commands, hidden } = graded.evidence;
  expect(commands['tests']).toMatchObject({ report: { passed: 3 }, clean: { report: { passed: 3 } } });
  expect(commands['tests']?.control?.broken).toHaveLength(2);
  expect(baseline_commands['tests']?.report).toMatchObject({ passed: 1, failed: 2 });
  expect(changed(graded)).toEqual(['add.js']);
  expect(hidden).toMatchObject({ displaced: [] });
});

test('an agent finds no trace of them, and what it puts in their place is set aside', async () => {
  const look = `grep -rl '4 and 5\\|add(2, 3)' . "$HOME" "$TMPDIR"`;
  const spoil = 'rm -r test; mkdir -p test/add.test.js; echo own > test/add.test.js/own; ln -s /etc test/deep';
  const keep_writing = '(while :; do echo own > test/add.test.js/own; sleep 0.05; done &) 2>/dev/null';
  const graded = await grade(`found=$(${look}); printf %s "$found" > found; ${spoil}; ${keep_writing}`);
  expect(graded.overall).toBe('FAIL');
  expect(graded.evidence.commands['tests']?.report).toMatchObject({ passed: 1, failed: 2 });
  expect(graded.evidence.hidden?.displaced.map(({ path }) => path)).toEqual([
    'test/add.test.js',
    'test/add.test.js/own',
    'test/deep',
  ]);
  const found = graded.evidence.changed_paths.find(({ path }) => path === 'found');
  expect(found?.after?.size_bytes).toBe(0);
});
