import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createCgroup, explainCgroupsUnavailable, listCgroupLocations, openCgroupParents } from './cgroup.ts';

const LIMITS = { memory_mb: 64, cpus: 0.5, pids: 8, disk_mb: 1 };
const obstacle = explainCgroupsUnavailable();

const unified = listCgroupLocations().find(({ version, folder }) => {
  const controllers = join(folder, 'cgroup.controllers');
  return version === 2 && existsSync(controllers) && readFileSync(controllers, 'utf8').includes('hugetlb');
});

test.skipIf(obstacle !== undefined)(`a group limits, counts, kills and is removed ${obstacle ?? ''}`, async () => {
  const group = createCgroup('group', LIMITS);
  if (group === undefined) throw new Error('expected a group');
  const join_ = group.entrances.map((entrance) => `echo $$ >'${entrance}'`).join('; ');
  const child = spawn('/bin/sh', ['-c', `${join_}; while :; do :; done & while :; do :; done`], { stdio: 'ignore' });
  await expect.poll(() => group.listProcesses().length).toBe(2);
  await expect.poll(() => group.measure().cpu_throttled_periods, { timeout: 50_000 }).toBeGreaterThan(0);
  expect(group.measure()).toMatchObject({ memory_limit_bytes: 64 * 1024 * 1024, oom_kills: 0 });
  expect(group.measure().cpu_ms).toBeGreaterThan(0);
  const ended = once(child, 'exit');
  await group.kill();
  expect(group.listProcesses()).toEqual([]);
  expect(await ended).toEqual([null, 'SIGKILL']);
  await group.remove();
  expect(group.entrances.filter((entrance) => existsSync(dirname(entrance)))).toEqual([]);
});

test.skipIf(obstacle !== undefined)('creates groups below our own', () => {
  const own = listCgroupLocations().map(({ folder }) => folder);
  expect(openCgroupParents().map(({ folder }) => dirname(folder))).toEqual(own);
});

test.skipIf(obstacle !== undefined)('removes groups left behind by a dead harness', () => {
  const place = listCgroupLocations()[0];
  const mine = openCgroupParents()[0]?.folder ?? '';
  if (place === undefined) throw new Error('expected a place');
  // same pid, different start time
  const stale = mine.replace(/-\d+-(\d+)$/, '-1-$1');
  mkdirSync(join(stale, 'session'), { recursive: true });
  const program = `import('${new URL('./cgroup.ts', import.meta.url)}').then(({ openCgroupParents, listCgroupPlaces }) => {
    const parents = openCgroupParents();
    for (const { folder } of parents) require('node:fs').rmdirSync(folder);
  })`;
  const { status, stderr } = spawnSync(process.execPath, ['--conditions=@assay/source', '-e', program], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(existsSync(stale)).toBe(false);
  expect(existsSync(mine)).toBe(true);
});

test.skipIf(unified === undefined || obstacle !== undefined)(
  'a harness alone in a cgroup v2 moves to a child group to delegate its controllers',
  () => {
    const group = join(unified?.folder ?? '', `assay-test-${process.pid}`);
    const [parent] = readFileSync(join(unified?.folder ?? '', 'cgroup.subtree_control'), 'utf8').split('\n');
    if (!parent?.includes('hugetlb')) writeFileSync(join(unified?.folder ?? '', 'cgroup.subtree_control'), '+hugetlb');
    mkdirSync(group);
    try {
      const program = `import('${new URL('./cgroup-controllers.ts', import.meta.url)}').then(({ enableControllers }) => {
      console.log(enableControllers('${group}', ['hugetlb']).join());
    })`;
      const script = `echo $$ >'${group}/cgroup.procs'; exec '${process.execPath}' -e "$0"`;
      const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script, program], { encoding: 'utf8' });
      expect({ stdout, stderr }).toEqual({ stdout: 'hugetlb\n', stderr: '' });
      expect(readdirSync(group)).toContain('assay-harness');
    } finally {
      if (existsSync(join(group, 'assay-harness'))) rmdirSync(join(group, 'assay-harness'));
      rmdirSync(group);
      if (!parent?.includes('hugetlb'))
        writeFileSync(join(unified?.folder ?? '', 'cgroup.subtree_control'), '-hugetlb');
    }
  },
);
