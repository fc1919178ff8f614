import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder, shell } from '../../../../detect/test/workspace.ts';
import { readWorkspaceFile, removeWorkspacePath } from './read-workspace-file.ts';

const MOST = 100;

test.each<[string, string, string | null, string]>([
  ['out/report.xml', 'true', 'fine', 'it is a file'],
  ['none.xml', 'true', null, 'it does not exist'],
  ['out', 'true', null, 'it is a folder'],
  ['out/report.xml', 'rm out/report.xml; ln -s ../../secret out/report.xml', null, 'it is a link'],
  ['out/secret', 'rm -r out; ln -s .. out', null, 'its folder is a link'],
  ['pipe', 'mkfifo pipe', null, 'it is a FIFO, which is not waited for'],
  ['large', 'head -c 101 /dev/zero > large', null, 'it is too large'],
])('%s after %s is %j: %s', (path, script, content) => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, 'workspace');
  putFiles(scratch.path, { secret: 'secret' });
  putFiles(folder, { 'out/report.xml': 'fine' });
  shell(folder, script);
  expect(readWorkspaceFile(folder, path, MOST)?.toString() ?? null).toBe(content);
});

test('removes only files inside the workspace', async () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, 'workspace');
  putFiles(scratch.path, { 'kept/report.xml': 'kept' });
  putFiles(folder, { 'out/report.xml': 'stale' });
  shell(folder, 'ln -s ../kept elsewhere; ln -s ../kept/report.xml link.xml');
  for (const path of ['out/report.xml', 'elsewhere/report.xml', 'link.xml', 'never/there.xml'])
    await removeWorkspacePath(folder, path);
  expect(shell(folder, 'ls -R')).toBe('.:\nelsewhere\nout\n\n./out:\n');
  expect(existsSync(join(scratch.path, 'kept/report.xml'))).toBe(true);
});
