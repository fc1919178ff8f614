import type { OrganizationId, RunId, TaskId } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOrganization, newId } from '../../../../test/database.ts';
import { buildRun, createWorkspace } from '../../../../test/runs.ts';
import { useStore } from '../../../../test/use-store.ts';
import type { Store } from '../../store.ts';

let store: Store;
useStore({ connections: 4 }, (opened) => {
  ({ store } = opened);
});

async function prepare() {
  const organization_id = await createOrganization(store);
  const place = await createWorkspace(store, organization_id);
  const create = () =>
    store.runs.create(organization_id, {
      run_id: newId('run'),
      ...place,
      agent_id: 'nop',
      scenario: 'fix-add',
      label: null,
    });
  return { organization_id, task_id: place.task_id, create };
}

const attempt = fc.integer({ min: 0, max: 4 });
const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('start' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('finish' as const, 'release' as const), attempt }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('cancel' as const, 'abandon' as const) }) },
);

test('in any order of actions, only the newest attempt of an open run changes anything', async () => {
  const { organization_id, task_id, create } = await prepare();
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 12 }), async (deeds) => {
      const { run_id } = await create();
      const model = { status: 'queued', attempt: 0 };
      for (const done of deeds) {
        const open = model.status === 'queued' || model.status === 'running';
        const holds = 'attempt' in done && model.status === 'running' && done.attempt === model.attempt;
        const worked = await act(done, { organization_id, run_id, task_id });
        expect(worked).toBe('attempt' in done ? holds : open);
        if (!worked) continue;
        if (done.does === 'start') Object.assign(model, { status: 'running', attempt: model.attempt + 1 });
        else model.status = ENDS[done.does];
      }
      expect(await store.runs.find(organization_id, run_id)).toMatchObject(model);
      const attempts = await store.run_attempts.list(organization_id, run_id);
      expect(attempts.map((one) => one.attempt)).toEqual(attempts.map((_, index) => index + 1));
      // at most one attempt is running, and only of a running run
      const running = attempts.filter(({ status }) => status === 'running');
      expect(running).toHaveLength(model.status === 'running' ? 1 : 0);
      expect(attempts.filter(({ status }) => status === 'finished').length).toBe(model.status === 'finished' ? 1 : 0);
    }),
    { numRuns: 30 },
  );
});

const ENDS = { finish: 'finished', release: 'queued', cancel: 'cancelled', abandon: 'abandoned' } as const;

type Action = { does: 'start' | 'cancel' | 'abandon' } | { does: 'finish' | 'release'; attempt: number };
interface Place {
  readonly organization_id: OrganizationId;
  readonly run_id: RunId;
  readonly task_id: TaskId;
}

async function act(done: Action, { organization_id, run_id, task_id }: Place): Promise<boolean> {
  switch (done.does) {
    case 'start':
      return (await store.run_attempts.start(organization_id, { run_id, worker: 'one' })) !== undefined;
    case 'cancel':
      return (await store.runs.cancel(organization_id, run_id)) !== undefined;
    case 'abandon':
      return (await store.runs.abandon(organization_id, { run_id, problem: 'no luck' })) !== undefined;
    case 'release':
      return await store.run_attempts.release(organization_id, {
        run_id,
        attempt: done.attempt,
        status: 'failed',
        problem: 'half a \ud800 character',
      });
    case 'finish':
      return await store.runs
        .finish(organization_id, { run: buildRun({ run_id, task_id }), attempt: done.attempt })
        .then(() => true)
        .catch((error: { code: string }) => {
          expect(error.code).toBe('conflict');
          return false;
        });
  }
}

test('counts failed and lost attempts, but not returned ones', async () => {
  const { organization_id, create } = await prepare();
  const { run_id } = await create();
  for (const status of ['failed', 'returned', 'returned'] as const) {
    const begun = await store.run_attempts.start(organization_id, { run_id, worker: 'one' });
    await store.run_attempts.release(organization_id, {
      run_id,
      attempt: begun?.attempt ?? 0,
      status,
      problem: status === 'failed' ? 'no disk' : null,
    });
  }
  expect(await store.run_attempts.countLost(organization_id, run_id)).toBe(1);
  await store.run_attempts.start(organization_id, { run_id, worker: 'two' });
  expect(await store.run_attempts.countLost(organization_id, run_id)).toBe(2);
});

test('lists the runs a worker no longer holds', async () => {
  const { organization_id, create } = await prepare();
  const runs = [await create(), await create(), await create(), await create()];
  const held = [];
  for (const { run_id } of runs) {
    const begun = await store.run_attempts.start(organization_id, { run_id, worker: 'one' });
    held.push({ organization_id, run_id, attempt: begun?.attempt ?? 0 });
  }
  const [, cancelled, taken, released] = runs.map(({ run_id }) => run_id) as [RunId, RunId, RunId, RunId];
  await store.runs.cancel(organization_id, cancelled);
  await store.run_attempts.start(organization_id, { run_id: taken, worker: 'two' });
  await store.run_attempts.release(organization_id, {
    run_id: released,
    attempt: 1,
    status: 'returned',
    problem: null,
  });
  expect(await store.run_attempts.listGone(held)).toEqual(new Set([cancelled, taken, released]));
});
