import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Invocation } from '@assay/schema';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../detect/test/workspace.ts';
import { makeRun, runIdOf } from '../../test/made-run.ts';
import { openRunFolders } from './folders/run-folders.ts';
import { cellKey, finishedCells, getLastInvocation, openLedger, saveInvocation } from './invocation.ts';

const invocation = (id: string): Invocation => ({
  id,
  started_at: '2026-11-15T12:00:00.000Z',
  scenarios: [],
  agents: ['nop'],
  repeat: 2,
  label: null,
  sandbox: null,
  budget_usd: null,
  spent: { usd: 0, tokens: 0, wall_ms: 0 },
  tasks: {},
});

test('returns the last saved invocation', async () => {
  using scratch = scratchFolder();
  for (const id of ['20261115T120001000Z-b', '20261115T120000999Z-a', '20261115T120001000Z-a'])
    await saveInvocation(scratch.path, invocation(id));
  expect(await getLastInvocation(scratch.path)).toEqual(invocation('20261115T120001000Z-b'));
  expect(readdirSync(join(scratch.path, 'invocations'))).toHaveLength(3);
});

test('restores the spent budget', async () => {
  using scratch = scratchFolder();
  const ledger = openLedger(scratch.path, invocation('2026'));
  for (const tokens of [1, 2, 3]) ledger.keep({ usd: tokens / 4, tokens, wall_ms: 7 });
  await ledger.kept();
  expect((await getLastInvocation(scratch.path)).spent).toEqual({ usd: 0.75, tokens: 3, wall_ms: 7 });
});

test('ignores files of a crash or another program', async () => {
  using scratch = scratchFolder();
  await saveInvocation(scratch.path, invocation('2026'));
  writeFileSync(join(scratch.path, 'invocations', '2027.json.part'), '{"id": "20');
  writeFileSync(join(scratch.path, 'invocations', 'Thumbs.db'), '');
  expect((await getLastInvocation(scratch.path)).id).toBe('2026');
});

test('without an invocation there is nothing to resume', async () => {
  using scratch = scratchFolder();
  await expect(getLastInvocation(scratch.path)).rejects.toMatchObject({ code: 'usage' });
  mkdirSync(join(scratch.path, 'invocations'));
  await expect(getLastInvocation(scratch.path)).rejects.toThrow('nothing to resume');
});

test('finds the cells with a finished run of this invocation', async () => {
  using scratch = scratchFolder();
  const folders = await openRunFolders(scratch.path);
  const runs = [
    makeRun({ run_id: runIdOf(1), invocation: 'a', repeat: 1 }),
    makeRun({ run_id: runIdOf(2), invocation: 'a', repeat: 2, outcome: 'BLOCKED' }),
    makeRun({ run_id: runIdOf(3), invocation: 'b', repeat: 3 }),
    makeRun({ run_id: runIdOf(4), invocation: null, repeat: 4 }),
  ];
  for (const run of runs) {
    mkdirSync(join(folders.runs, run.run_id));
    writeFileSync(join(folders.runs, run.run_id, 'run.json'), JSON.stringify(run));
  }
  const done = [cellKey('fix-add', 'nop', 1), cellKey('fix-add', 'nop', 2)];
  expect([...(await finishedCells(folders, 'a'))].toSorted()).toEqual(done);
  expect(await finishedCells(folders, 'c')).toEqual(new Set());
});

test('cell keys are unique', () => {
  expect(cellKey('a/b', 'c', 1)).not.toBe(cellKey('a', 'b/c', 1));
});
