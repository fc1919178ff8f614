import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JudgeSpec } from '@assay/schema';
import { expect, test } from 'vitest';
import { chooseJudge } from './choose-judge.ts';

const hostOf = (environment: Record<string, string>) => ({
  now: () => 0,
  entropy: () => new Uint8Array(),
  environment,
});

test.each([
  { environment: {}, use: 'heuristic', because: 'no key and no signed-in claude program was found' },
  { environment: { ANTHROPIC_API_KEY: 'x' }, use: 'anthropic', because: 'ANTHROPIC_API_KEY is set' },
  { environment: { OPENAI_API_KEY: 'x' }, use: 'openai', because: 'OPENAI_API_KEY is set' },
  {
    environment: { OPENAI_API_KEY: 'x', ANTHROPIC_API_KEY: 'x' },
    use: 'anthropic',
    because: 'ANTHROPIC_API_KEY is set',
  },
  {
    environment: { ANTHROPIC_API_KEY: '' },
    use: 'heuristic',
    because: 'no key and no signed-in claude program was found',
  },
])('auto chooses the first available judge: $use', async ({ environment, use, because }) => {
  const chosen = await chooseJudge(
    JudgeSpec.parse({ use: 'auto', strict: true }),
    hostOf({ HOME: '/nowhere', ...environment }),
  );
  expect(chosen).toMatchObject({ spec: { use }, because });
  if (use !== 'heuristic') expect(chosen.spec).toMatchObject({ strict: true, budget_usd: 5 });
});

test('chooses a claude program once it is signed in', async () => {
  const home = await mkdtemp(join(tmpdir(), 'assay-home-'));
  try {
    await writeFile(join(home, 'claude'), '#!/bin/sh\n');
    await chmod(join(home, 'claude'), 0o755);
    const host = hostOf({ HOME: home, PATH: home });
    expect((await chooseJudge(JudgeSpec.parse({ use: 'auto' }), host)).spec.use).toBe('heuristic');
    await mkdir(join(home, '.claude'));
    await writeFile(join(home, '.claude', '.credentials.json'), '{}');
    expect((await chooseJudge(JudgeSpec.parse({ use: 'auto' }), host)).spec.use).toBe('claude-cli');
  } finally {
    await rm(home, { recursive: true });
  }
});

test('a configured judge is used without detection', async () => {
  const spec = JudgeSpec.parse({ use: 'none' });
  expect(await chooseJudge(spec, hostOf({ ANTHROPIC_API_KEY: 'x' }))).toEqual({ spec, because: 'as configured' });
});
