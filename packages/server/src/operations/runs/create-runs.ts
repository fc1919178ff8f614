import { createRuns } from '@assay/schema/api';
import { unpackOnThread } from '../../archives/unpack-on-thread.ts';
import { handleInSteps } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { explainWaiting } from '../../queue/explain-waiting.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';
import { type SubmittedRun, submitRun } from '../../runs/submit-run.ts';
import { requireQueue } from '../../services/require-queue.ts';

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
