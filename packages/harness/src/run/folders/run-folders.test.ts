import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunId } from '@assay/schema';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import { makeRun, runIdOf } from '../../../test/made-run.ts';
import { getOwner } from '../../machine/processes/owner.ts';
import { formatJson, openRunFolders, type RunFolders } from './run-folders.ts';

async function write(folder: string, run_id: RunId): Promise<void> {
  await writeFile(join(folder, 'run.json'), formatJson(makeRun({ run_id })));
  for (const name of ['evidence.json', 'grade.json']) await writeFile(join(folder, name), formatJson({}));
}

async function listIds(folders: RunFolders): Promise<string[]> {
  const ids: string[] = [];
  for await (const { run, folder } of folders.list()) {
    expect(folder.endsWith(run.run_id)).toBe(true);
    ids.push(run.run_id);
  }
  return ids;
}

test('lists a run once it is sealed, not while it is built', async () => {
  using scratch = scratchFolder();
  const folders = await openRunFolders(scratch.path);
  const run_id = runIdOf(1);
  const incoming = await folders.begin(run_id);
  await write(incoming, run_id);
  expect(await listIds(folders)).toEqual([]);
  const folder = await folders.seal(run_id);
  expect(await listIds(folders)).toEqual([run_id]);
  expect(existsSync(incoming)).toBe(false);
  expect((await readdir(folder)).toSorted()).toEqual(['evidence.json', 'grade.json', 'raw', 'run.json']);
});

test('restarts an existing folder', async () => {
  using scratch = scratchFolder();
  const folders = await openRunFolders(scratch.path);
  const before = await folders.begin(runIdOf(1));
  writeFileSync(join(before, 'half'), 'written');
  const again = await folders.begin(runIdOf(1));
  expect(again).toBe(before);
  expect(await readdir(again)).toEqual(['raw', 'reserve']);
});

test('does not seal a folder without evidence or grade, and does not replace a finished run', async () => {
  using scratch = scratchFolder();
  const folders = await openRunFolders(scratch.path);
  const run_id = runIdOf(1);
  await folders.begin(run_id);
  await expect(folders.seal(run_id)).rejects.toThrow('ENOENT');
  await write(await folders.begin(run_id), run_id);
  await folders.seal(run_id);
  await write(await folders.begin(run_id), run_id);
  await expect(folders.seal(run_id)).rejects.toThrow('ENOTEMPTY');
  expect(await listIds(folders)).toEqual([run_id]);
});

test('lists the newest run first', async () => {
  using scratch = scratchFolder();
  const folders = await openRunFolders(scratch.path);
  for (const run_id of [2, 3, 1].map(runIdOf)) {
    await write(await folders.begin(run_id), run_id);
    await folders.seal(run_id);
  }
  expect(await listIds(folders)).toEqual([3, 2, 1].map(runIdOf));
});

test('skips folders that are not runs', async () => {
  using scratch = scratchFolder();
  const folders = await openRunFolders(scratch.path);
  const [run_id, copied] = [runIdOf(1), runIdOf(2)];
  await write(await folders.begin(run_id), run_id);
  await folders.seal(run_id);
  const put = (name: string, text: string): void => {
    mkdirSync(join(folders.runs, name));
    writeFileSync(join(folders.runs, name, 'run.json'), text);
  };
  mkdirSync(join(folders.runs, 'run_empty'));
  writeFileSync(join(folders.runs, 'run_file'), '');
  symlinkSync('/nowhere', join(folders.runs, 'run_link'));
  put('run_cut', '{"run_id": ');
  put('run_other', '{"run_id": "run_other"}');
  put('notes', JSON.stringify(makeRun({ run_id: copied })));
  put(copied, JSON.stringify(makeRun({ run_id })));
  expect(await listIds(folders)).toEqual([run_id]);
});

test('removes folders begun by a dead harness, and keeps those of a live one', async () => {
  using scratch = scratchFolder();
  const incoming = await (await openRunFolders(scratch.path)).begin(runIdOf(1));
  const ours = getOwner();
  // same pid with another start time, and another machine
  const [gone, elsewhere] = [ours.replace(/\d+-(?=\d+$)/, '1-'), ours.replace(/-\d+/, '-7')];
  for (const name of [gone, elsewhere])
    mkdirSync(join(scratch.path, 'incoming', name, runIdOf(2)), { recursive: true });
  await openRunFolders(scratch.path);
  expect((await readdir(join(scratch.path, 'incoming'))).toSorted()).toEqual([elsewhere, ours].toSorted());
  expect(existsSync(incoming)).toBe(true);
});

test('reopening loses nothing, and git ignores the folder', async () => {
  using scratch = scratchFolder();
  const folders = await openRunFolders(scratch.path);
  await write(await folders.begin(runIdOf(1)), runIdOf(1));
  await folders.seal(runIdOf(1));
  expect(await listIds(await openRunFolders(scratch.path))).toEqual([runIdOf(1)]);
  expect(await readFile(join(scratch.path, '.gitignore'), 'utf8')).toBe('*\n!allowed-test-changes.*\n');
});
