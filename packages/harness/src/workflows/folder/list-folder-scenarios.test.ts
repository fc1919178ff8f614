import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { listFolderScenarios } from './list-folder-scenarios.ts';

const PROVED_AT = '2026-11-15T12:00:00.000Z';

async function createFolder(files: Readonly<Record<string, unknown>>): Promise<{ folder: string; root: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
    await utimes(join(folder, path), 0, 0);
  }
  return { folder, root: join(folder, '.assay') };
}

const scenario = (name: string) => ({
  name,
  user_instruction: `Solve ${name}. ${'x'.repeat(600)}`,
  workspace_seed: 'empty',
  scorers: [{ name: 'small', type: 'max_files_changed', limit: 3 }],
});
const proof = (name: string, digit: string, change: object = {}) => ({
  task_digest: digit.repeat(64),
  scenario: name,
  harness_version: '1',
  proved_at: PROVED_AT,
  proven: true,
  reason: null,
  trials: [],
  ...change,
});

test('lists scenarios with their origin and newest proof', async () => {
  const place = await createFolder({
    'scenarios/written/scenario.json': scenario('written'),
    'scenarios/imported/scenario.json': scenario('imported'),
    'scenarios/imported/harbor.toml': '',
    'scenarios/mined/fix-sum/scenario.json': scenario('fix-sum'),
    'scenarios/mined/index.jsonl': `{"broken\n${JSON.stringify({ commit: 'a', folder: 'fix-sum', proven: true })}\n`,
    '.assay/proofs/1.json': proof('written', '1', { proved_at: '2026-11-14T12:00:00.000Z', proven: false }),
    '.assay/proofs/2.json': proof('written', '2'),
    '.assay/proofs/3.json': proof('imported', '3', { proven: false, reason: 'A cheat passed.' }),
    '.assay/proofs/4.json': '{"cut',
  });
  const { items, problem } = await listFolderScenarios(place);
  expect(problem).toBeNull();
  expect(items.map(({ name, origin, proof: known }) => [name, origin, known?.proven ?? null])).toEqual([
    ['fix-sum', 'mined', null],
    ['imported', 'imported', false],
    ['written', 'written', true],
  ]);
  expect(items[2]).toMatchObject({
    file: 'scenarios/written/scenario.json',
    scorers: 1,
    proof: { is_outdated: false },
  });
  expect(items[2]?.user_instruction).toHaveLength(500);

  const later = new Date(Date.parse(PROVED_AT) + 1000);
  await utimes(join(place.folder, 'scenarios/written/scenario.json'), later, later);
  expect((await listFolderScenarios(place)).items[2]?.proof?.is_outdated).toBe(true);
});

test('lists the tasks of other tools where they are, and copies nothing', async () => {
  const own = dirname(createOwnPath());
  const before = await readdir(own);
  const place = await createFolder({
    'scenarios/slow-sum/task.toml': 'version = "1.0"\n',
    'scenarios/slow-sum/instruction.md': 'Make the sum faster.',
    'scenarios/slow-sum/environment/Dockerfile': 'FROM scratch\n',
    'scenarios/slow-sum/tests/test.sh': 'echo 1 > /logs/verifier/reward.txt\n',
    '.assay/proofs/1.json': proof('slow-sum', '1', { proved_at: '2999-01-01T00:00:00.000Z' }),
  });
  expect(await listFolderScenarios(place)).toMatchObject({
    problem: null,
    items: [
      {
        name: 'slow-sum',
        file: 'scenarios/slow-sum',
        origin: 'imported',
        user_instruction: 'Make the sum faster.',
        proof: { proven: true, is_outdated: false },
      },
    ],
  });
  expect(await readdir(own)).toEqual(before);

  const broken = await createFolder({
    'scenarios/slow-sum/task.toml': 'version = "1.0\n',
    'scenarios/slow-sum/instruction.md': 'Make the sum faster.',
  });
  const { items, problem } = await listFolderScenarios(broken);
  expect(items).toEqual([]);
  expect(problem).toContain('scenarios/slow-sum');
  expect(problem).toContain('a task of the format harbor');
});

test('says what is wrong with the scenarios instead of failing', async () => {
  const place = await createFolder({ 'scenarios/a/scenario.json': { ...scenario('a'), scorers: 'none' } });
  const { items, problem } = await listFolderScenarios(place);
  expect(items).toEqual([]);
  expect(problem).toContain('scenarios/a/scenario.json');
  expect(await listFolderScenarios(await createFolder({ 'README.md': 'x' }))).toMatchObject({
    problem: null,
    items: [],
  });
});

test('executes nothing of the folder', async () => {
  const program = `globalThis.wasExecuted = true; export default {};`;
  const custom = { ...scenario('custom'), scorers: [{ name: 'mine', type: 'my-command' }] };
  const data = await createFolder({
    'assay.config.json': { scorers: ['./mine.js'] },
    'mine.js': program,
    'scenarios/custom/scenario.json': custom,
  });
  expect(await listFolderScenarios(data)).toMatchObject({ problem: null, items: [{ name: 'custom', scorers: 1 }] });
  const { problem, items } = await listFolderScenarios(await createFolder({ 'assay.config.ts': program }));
  expect(problem).toContain('a program, which is not executed here');
  expect(items).toEqual([]);
  expect(globalThis).not.toHaveProperty('wasExecuted');
});
