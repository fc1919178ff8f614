import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type OrganizationId, Scenario, type Task } from '@assay/schema';
import { RunOrder as PublishedOrder } from '@assay/schema/api';
import { prepareTask } from '../../harness/src/run/plan/prepare-task.ts';
import type { RunOrder } from '../src/queue/queue.ts';
import type { Store } from '../src/store/store.ts';
import { createOrganization, newId } from './database.ts';

/** A host without the operator's keys. */
export const testHost = {
  now: Date.now,
  entropy: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
  environment: { PATH: process.env['PATH'] },
};

const FILES: Readonly<Record<string, string>> = {
  'fixture/answer.txt': 'no\n',
  'oracle.patch': 'diff --git a/answer.txt b/answer.txt\n--- a/answer.txt\n+++ b/answer.txt\n@@ -1 +1 @@\n-no\n+yes\n',
};

const SCENARIO = {
  name: 'say-yes',
  user_instruction: 'Make answer.txt say yes.',
  workspace_seed: { copy: './fixture' },
  scorers: [{ name: 'says yes', type: 'command', command: 'grep -qx yes answer.txt', timeout_s: 60 }],
  limits: { wall_s: 300, memory_mb: 256 },
  oracle: './oracle.patch',
};

/** Freezes a small scenario with its files, as the server does. */
export async function freezeTask(store: Store, organization_id: OrganizationId): Promise<Task> {
  const base = await mkdtemp(join(tmpdir(), 'assay-task-'));
  try {
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(base, name)), { recursive: true });
      await writeFile(join(base, name), text);
    }
    const scenario = Scenario.parse(SCENARIO);
    await using prepared = await prepareTask(
      { scenario, file: base, base, id: scenario.name, title: scenario.name, agents: null },
      { host: testHost, signal: AbortSignal.timeout(60_000) },
    );
    return await saveTask(store, organization_id, prepared.task);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

/** Stores a task with the files of the small scenario, whether it names them or not. */
export async function saveTask(store: Store, organization_id: OrganizationId, task: Task): Promise<Task> {
  await store.transaction(async (tables) => {
    await tables.tasks.keep(organization_id, task);
    await tables.task_files.keep(organization_id, { task_id: task.task_id, files: listFiles() });
  });
  return task;
}

async function* listFiles() {
  for (const [name, text] of Object.entries(FILES)) yield { name, content: Buffer.from(text), executable: false };
}

/** Creates an organization with a workspace and a task, and a function for run orders. */
export async function prepareOrders(
  store: Store,
  settings: Pick<Parameters<Store['workspaces']['create']>[1], 'concurrency_limit' | 'judge' | 'prices'> = {},
) {
  const organization_id = await createOrganization(store);
  const workspace_id = newId('wsp');
  await store.workspaces.create(organization_id, { workspace_id, name: 'main', ...settings });
  const { task_id } = await freezeTask(store, organization_id);
  const order = (agent: object, rest: Partial<RunOrder> = {}): RunOrder => ({
    ...PublishedOrder.parse({ task_id, agent, ...rest }),
    workspace_id: rest.workspace_id ?? workspace_id,
  });
  return { organization_id, workspace_id, task_id, order };
}

/** An agent that solves the task after the given seconds. */
export const slowAgent = (seconds: number) => ({
  id: 'slow',
  type: 'command',
  command: `sleep ${seconds}; echo yes > answer.txt; echo done`,
});
