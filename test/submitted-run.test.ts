import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gradeSubmittedRun, readRunWithGrade } from '@assay/harness';
import { Grade, type RunResult } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, runProject, STATE_TASK } from './projects.ts';
import { startThoroughJudge } from './scripted-judge/thorough-judge.ts';

const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
const host = { now: Date.now, entropy: (bytes: number) => new Uint8Array(randomBytes(bytes)), environment: {} };

let project: Awaited<ReturnType<typeof createProject>>;
let result: RunResult;
let scratch: string;
let copies = 0;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'assay-submitted-'));
  await using model = await startThoroughJudge({ opinion: { grade: 8 } });
  project = await createProject({
    files: { 'fixture/state.txt': 'open\n' },
    scenarios: [{ ...STATE_TASK, rubric: [{ check: 'It says done.' }] }],
    config: {
      agents: [{ id: 'bot', type: 'command', command: 'cat > told.txt; echo done > state.txt; echo "All done."' }],
      judge: { use: 'openai', model: 'judge-1', base_url: `${model.url}/v1` },
      sandbox: { use: 'local' },
    },
  });
  const { results } = await runProject(project.folder, { environment: { PATH } });
  result = results[0] as RunResult;
});
afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true, force: true });
});

async function copyRun(): Promise<string> {
  const folder = join(scratch, `copy-${++copies}`);
  await cp(result.folder, folder, { recursive: true });
  return folder;
}

const grade = (folder: string) =>
  gradeSubmittedRun(folder, {
    ...{
      host,
      root: join(scratch, 'root'),
      baseline: null,
      scorecard_weights: null,
      signal: new AbortController().signal,
    },
  });

// the judge service has stopped; only its stored replies are left
test('a judged run gets the same grade from the stored judge replies', async () => {
  const folder = await copyRun();
  const bytes = await readFile(join(folder, 'grade.json'), 'utf8');
  const { grade: made, as_sent, warnings } = await grade(folder);
  const before = (await readRunWithGrade(result.folder)).grade;
  expect(before.judgment?.verdict).not.toBeNull();
  expect(as_sent).toBe(true);
  expect(made).toEqual(before);
  expect(await readFile(join(folder, 'grade.json'), 'utf8')).toBe(bytes);
  expect(warnings).toEqual([]);
});

test('replaces a grade that does not match the evidence', async () => {
  const folder = await copyRun();
  const { grade: before } = await readRunWithGrade(folder);
  const forged = { ...before, overall: 'FAIL', scorecard: { ...before.scorecard, score: 1, tier: 'Bronze' } };
  await writeFile(join(folder, 'grade.json'), JSON.stringify(forged));
  const { grade: made, as_sent, warnings } = await grade(folder);
  expect([as_sent, warnings]).toEqual([false, [expect.stringContaining('does not match the evidence')]]);
  expect(made).toMatchObject({ overall: before.overall, scorecard: before.scorecard });
  expect(Grade.parse(JSON.parse(await readFile(join(folder, 'grade.json'), 'utf8')))).toEqual(made);
});

test('grades a folder without a grade, judge replies or run.json', async () => {
  const folder = await copyRun();
  for (const name of ['grade.json', 'judgments.jsonl', 'run.json']) await rm(join(folder, name));
  expect((await grade(folder)).grade).toMatchObject({ overall: 'PASS', judgment: null });
});
