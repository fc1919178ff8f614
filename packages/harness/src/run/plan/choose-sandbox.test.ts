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

test('local is used when it is asked for, and said', async () => {
  const { sandbox, remark } = await chooseSandbox({ use: 'local', readable: [] }, THEIRS);
  expect(sandbox).toMatchObject({ id: 'local', isolated: false });
  expect(remark).toMatch(/no sandbox, as asked for/);
});

test.skipIf(first === undefined)('the first that works is used, for any agent, and needs no words', async () => {
  for (const agents of [OURS, THEIRS]) {
    const { sandbox, remark } = await chooseSandbox({ readable: [] }, agents);
    expect([sandbox.id, remark]).toEqual([first, null]);
  }
});

test.skipIf(first !== undefined)('where none works only our own agents run, and it is said', async () => {
  const { sandbox, remark } = await chooseSandbox({ readable: [] }, OURS);
  expect(sandbox.id).toBe('local');
  expect(remark).toMatch(/no sandbox can be had here/);
  await expect(chooseSandbox({ readable: [] }, THEIRS)).rejects.toMatchObject({ code: 'sandbox_unavailable' });
});

test.skipIf(broken.length === 0)('one that was asked for and does not work is not replaced by another', async () => {
  for (const use of broken as ('bwrap' | 'docker')[])
    for (const agents of [OURS, THEIRS])
      await expect(chooseSandbox({ use, readable: [] }, agents)).rejects.toMatchObject({
        code: 'sandbox_unavailable',
        message: expect.stringContaining('cannot be used here'),
      });
});
