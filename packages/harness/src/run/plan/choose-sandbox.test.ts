import { expect, test } from 'vitest';
import { createSandboxes } from '../../machine/sandboxes/index.ts';
import { chooseAgents } from './choose-agents.ts';
import { chooseSandbox } from './choose-sandbox.ts';

const OURS = chooseAgents(['oracle', 'nop'], []);
const THEIRS = chooseAgents(['oracle', 'codex'], []);
const isolated = createSandboxes({ readable: [] }).filter((sandbox) => sandbox.isolated);
const works = (
  await Promise.all(isolated.map(async (one) => ((await one.findObstacle()) === undefined ? [one.id] : [])))
).flat();
const first = works[0];
const broken = isolated.map(({ id }) => id).filter((id) => !works.includes(id));

test('uses local if requested, and says so', async () => {
  const { sandbox, remark } = await chooseSandbox({ use: 'local', readable: [] }, THEIRS);
  expect(sandbox).toMatchObject({ id: 'local', isolated: false });
  expect(remark).toMatch(/no sandbox, as configured/);
});

test.skipIf(first === undefined)('uses the first available sandbox for any agent, without a remark', async () => {
  for (const agents of [OURS, THEIRS]) {
    const { sandbox, remark } = await chooseSandbox({ readable: [] }, agents);
    expect([sandbox.id, remark]).toEqual([first, null]);
  }
});

test.skipIf(first !== undefined)('without a sandbox only built-in agents run, with a remark', async () => {
  const { sandbox, remark } = await chooseSandbox({ readable: [] }, OURS);
  expect(sandbox.id).toBe('local');
  expect(remark).toMatch(/no sandbox is available/);
  await expect(chooseSandbox({ readable: [] }, THEIRS)).rejects.toMatchObject({ code: 'sandbox_unavailable' });
});

test.skipIf(broken.length === 0)('does not replace a requested sandbox that is unavailable', async () => {
  for (const use of broken as ('bwrap' | 'docker')[])
    for (const agents of [OURS, THEIRS])
      await expect(chooseSandbox({ use, readable: [] }, agents)).rejects.toMatchObject({
        code: 'sandbox_unavailable',
        message: expect.stringContaining('is not available'),
      });
});
