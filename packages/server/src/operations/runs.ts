import { AssayError } from '@assay/schema';
import {
  cancelRun,
  createRuns,
  getRun,
  listActivities,
  listRunAttempts,
  listRuns,
  rescoreRuns,
  watchEvents,
} from '@assay/schema/api';
import { unpackOnThread } from '../archives/unpack-on-thread.ts';
import { openEventStream } from '../events/event-stream.ts';
import { handle, handleInSteps } from '../http/handle.ts';
import { Reply } from '../http/reply.ts';
import { explainWaiting } from '../queue/explain-waiting.ts';
import { findRun } from '../runs/find-run.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import { rescoreInBackground } from '../runs/rescore-in-background.ts';
import { type SubmittedRun, submitRun } from '../runs/submit-run.ts';
import { requireQueue } from '../services/require-queue.ts';

export const cancelRunHandler = handle(
  cancelRun,
  async ({ params: { run_id }, caller: { organization_id }, services: { store, queue } }) => {
    const cancelled = await (queue?.cancelRun(organization_id, run_id) ?? store.runs.cancel(organization_id, run_id));
    if (cancelled !== undefined) return cancelled;
    const { status } = await findRun(store, organization_id, run_id);
    throw new AssayError('conflict', `The run ${run_id} is ${status}; only queued or running runs can be canceled`);
  },
);

export const createRunsHandler = handleInSteps(
  createRuns,
  async ({ query, body, sent, caller: { organization_id }, services, request: { signal }, commit }) => {
    if (body !== undefined && 'execute' in body) {
      const { execute } = body;
      return await commit(async (within) => {
        const named = execute.workspace_id ?? query.workspace_id;
        const workspace_id = await findWorkspace(within.store, organization_id, named);
        const runs = await requireQueue(within).enqueueRun(organization_id, { ...execute, workspace_id });
        const [first] = runs;
        const reason = first && (await explainWaiting(within.store, organization_id, first.run_id));
        return new Reply({
          status: 202,
          answer: { runs, warnings: reason == null ? [] : [`The runs wait. ${reason}`] },
        });
      });
    }
    const workspace_id = await findWorkspace(services.store, organization_id, body?.workspace_id ?? query.workspace_id);
    const submitted = body === undefined ? sent : { json: sent };
    const unpack = (into: string): Promise<void> =>
      unpackOnThread(organization_id, { submitted, layout: 'run', into }, signal);
    const submission = { organization_id, workspace_id, unpack, signal };
    const stored = await submitRun(services, { ...submission, keep: (write) => commit(write, toAnswer) });
    return new Reply({ answer: toAnswer(stored), ...(stored.repeated && { status: 200 }) });
  },
  { omit: ['files'] },
);

const toAnswer = ({ run, warnings }: SubmittedRun) => ({ runs: [run], warnings: [...warnings] });

export const getRunHandler = handle(
  getRun,
  async ({ params: { run_id }, caller: { organization_id }, services: { store } }) => {
    const run = await findRun(store, organization_id, run_id);
    const waiting_reason = run.status === 'queued' ? await explainWaiting(store, organization_id, run_id) : null;
    return { ...run, waiting_reason };
  },
);

export const listActivitiesHandler = handle(
  listActivities,
  async ({ caller: { organization_id }, services: { activities } }) => ({
    items: activities?.organization_id === organization_id ? await activities.list() : [],
  }),
);

export const listRunAttemptsHandler = handle(
  listRunAttempts,
  async ({ params: { run_id }, caller: { organization_id }, services: { store } }) => {
    await findRun(store, organization_id, run_id);
    return { attempts: await store.run_attempts.list(organization_id, run_id) };
  },
);

export const listRunsHandler = handle(listRuns, async ({ query, caller: { organization_id }, services: { store } }) => {
  const workspace_id = await findWorkspace(store, organization_id, query.workspace_id);
  const { items, next } = await store.runs.list(organization_id, {
    ...query,
    workspace_id,
    after: query.after ?? null,
  });
  return { items: [...items], next };
});

export const rescoreRunsHandler = handleInSteps(
  rescoreRuns,
  async ({ body: { formula_version }, caller: { organization_id, actor }, services, commit }) => {
    const { begun, progress } = rescoreInBackground(services, { organization_id, formula_version });
    return await commit(async ({ store }) => {
      if (begun)
        await store.audit_log.append(organization_id, {
          actor,
          action: 'runs.rescore',
          target: null,
          details: { formula_version },
        });
      return { ...progress };
    });
  },
);

export const watchEventsHandler = handle(
  watchEvents,
  async ({ query: { workspace_id }, caller: { organization_id }, headers, services, request: { signal } }) => {
    if (workspace_id !== undefined) await findWorkspace(services.store, organization_id, workspace_id);
    const last_event_id = headers.get('last-event-id');
    return new Reply({
      content: openEventStream(services, { organization_id, workspace_id, last_event_id, signal }),
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    });
  },
);
