import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunResult } from '@assay/schema';
import { expect, test } from 'vitest';
import { readFolder, runProject, SILENT } from './projects.ts';

const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
const SCENARIO = { key: 'one', name: 'One', prompt: 'Say the house style.', judge: 'Says it' };
const SKILL = '---\nname: house-style\ndescription: How we write\n---\nWrite short sentences.\n';

async function createAxisProject(project: object) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-axis-'));
  await mkdir(join(folder, 'skills/house-style'), { recursive: true });
  await writeFile(join(folder, 'skills/house-style/SKILL.md'), SKILL);
  await writeFile(join(folder, 'axis.config.json'), JSON.stringify({ scenarios: [SCENARIO], ...project }));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

async function run(project: object) {
  await using created = await createAxisProject(project);
  const remarks: string[] = [];
  const { results } = await runProject(created.folder, {
    environment: { PATH },
    judge: { use: 'heuristic' },
    events: { ...SILENT, planned: (plan) => remarks.push(...plan.remarks) },
  });
  const result = results[0] as RunResult;
  return { result, remarks, kept: await readFolder(result.folder) };
}

const bot = (fields: object = {}) => ({
  agent: 'house-bot',
  command: 'cat > told.txt; cat ~/.agents/skills/house-style/SKILL.md > style.txt',
  ...fields,
});

test.each([
  { project: { agents: [bot({ skills: ['./skills/house-style'] })] }, why: 'named by the agent' },
  { project: { agents: [bot()], skills: ['./skills/house-style'] }, why: 'named by the project' },
  {
    project: { agents: [bot()], skills: ['./skills/house-style'], adapters: { 'house-bot': './house-bot.ts' } },
    why: 'the project has an adapter for it',
  },
])('a command agent of an AXIS project finds its skills in its home folder: $why', async ({ project }) => {
  const { result, kept } = await run(project);
  expect(result).toMatchObject({ outcome: 'COMPLETED', changed_paths: ['style.txt', 'told.txt'] });
  expect(kept['diff.patch']).toContain('+Write short sentences.');
  expect(kept['diff.patch']).toContain('+Say the house style.');
});

test.each([
  { formulas: undefined, version: '1' },
  { formulas: { axis: '3' }, version: '3' },
])('an AXIS project with formulas $formulas is scored by version $version, with one remark', async (asked) => {
  const { result, remarks } = await run({ agents: [bot({ command: 'echo hello' })], formulas: asked.formulas });
  expect(result.axis?.formula_version).toBe(asked.version);
  expect(remarks.filter((remark) => remark.includes(`AXIS results use version ${asked.version}`))).toHaveLength(1);
});

test('rejects a setting that command agents do not support, with file, scenario, agent and field', async () => {
  const mcp_servers = { notes: { type: 'stdio', command: 'node' } };
  await expect(run({ agents: [bot()], mcp_servers })).rejects.toThrow(
    'axis.config.json: scenario one, agent house-bot: mcp_servers: command does not support it (found notes)',
  );
});
