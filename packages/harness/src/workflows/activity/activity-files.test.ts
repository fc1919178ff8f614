import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Activity } from '@assay/schema';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import { getOwner } from '../../machine/processes/owner.ts';
import { listActivities, openActivityFile } from './activity-files.ts';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');
const activity = (fields: Partial<Activity> = {}): Activity => ({
  activity_id: 'a',
  command: 'assay run',
  started_at: '2026-11-15T11:59:00.000Z',
  updated_at: '2026-11-15T11:59:59.000Z',
  proving: null,
  running: [],
  runs_done: 0,
  runs: 2,
  ...fields,
});

async function abandonedName(): Promise<string> {
  const child = spawn('true', { stdio: 'ignore' });
  await once(child, 'exit');
  return getOwner().replace(`-${process.pid}-`, `-${child.pid}-`);
}

test('lists activities until they end', async () => {
  using scratch = scratchFolder();
  expect(await listActivities(scratch.path, NOW)).toEqual([]);
  const file = await openActivityFile(scratch.path);
  await file.write(activity());
  await file.write(activity({ runs_done: 1 }));
  expect(await listActivities(scratch.path, NOW)).toEqual([activity({ runs_done: 1 })]);
  await file.remove();
  expect(await listActivities(scratch.path, NOW)).toEqual([]);
});

test('ignores dead or silent processes and unreadable files', async () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, 'activity');
  mkdirSync(folder);
  const gone = `${await abandonedName()}.json`;
  writeFileSync(join(folder, gone), JSON.stringify(activity()));
  writeFileSync(join(folder, 'elsewhere.json'), JSON.stringify(activity({ updated_at: '2026-11-15T11:58:59.000Z' })));
  writeFileSync(join(folder, 'broken.json'), '{"command":');
  expect(await listActivities(scratch.path, NOW)).toEqual([]);
  await openActivityFile(scratch.path);
  expect(readdirSync(folder).toSorted()).toEqual(['broken.json', 'elsewhere.json']);
});
