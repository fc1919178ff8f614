import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import { type MinedTask, openIndex, type RejectedCommit } from './mined-index.ts';

const TASK: MinedTask = {
  ...{
    name: '2026-01-02-add',
    commit: 'a1',
    date: '2026-01-02T03:04:05Z',
    folder: '2026-01-02-add',
    command: 'npm test',
  },
  ...{ fail_to_pass: ['adds'], pass_to_pass_count: 2, flaky: [], files: 1, lines: 3 },
  ...{ proven: true, underspecified: false, wall_ms: 1 },
};
const REJECTED: RejectedCommit = {
  ...{
    commit: 'b2',
    date: '2026-01-01T00:00:00Z',
    subject: 'Format',
    reason: 'no_source',
    detail: '',
    options: 'x',
    wall_ms: 1,
  },
};

test('an index remembers every commit, also after a kill in the middle of a line', async () => {
  using scratch = scratchFolder();
  const first = await openIndex(scratch.path);
  await first.add(TASK);
  appendFileSync(join(scratch.path, 'index.jsonl'), '\n{"commit":"c3","reas');
  const second = await openIndex(scratch.path);
  await second.add(REJECTED);
  const index = await openIndex(scratch.path);
  const { entries } = index;
  expect([...entries.values()]).toEqual([TASK, REJECTED]);
  await index[Symbol.asyncDispose]();
  const page = readFileSync(join(scratch.path, 'README.md'), 'utf8');
  expect(page).toContain('1 of 2 commits became tasks');
  expect(page).toContain('run `assay env build` with this folder');
  expect(page).toContain('| 2026-01-02-add | 2026-01-02 | 1 | 3 | 1 | 2 | from the message |');
  expect(page).toContain('| `no_source`: changes no source code | 1 |');
});
