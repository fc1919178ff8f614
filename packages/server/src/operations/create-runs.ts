import { createRuns } from '@assay/schema/api';
import { unpackFiles } from '../archives/unpack-files.ts';
import { unpackTar } from '../archives/unpack-tar.ts';
import type { UnpackOptions } from '../archives/unpacking.ts';
import { handle } from '../http/handle.ts';
import { Reply } from '../http/reply.ts';
import { requireQueue } from '../queue/require-queue.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import { submitRun } from '../runs/submit-run.ts';

export const createRunsHandler = handle(
  createRuns,
  async ({ query, body, bytes, caller: { organization_id }, services, request: { signal } }) => {
    const { store } = services;
    if (body !== undefined && 'execute' in body) {
      const named = body.execute.workspace_id ?? query.workspace_id;
      const workspace_id = await findWorkspace(store, organization_id, named);
      const runs = await requireQueue(services).enqueueRun(organization_id, { ...body.execute, workspace_id });
      return new Reply({ status: 202, answer: { runs, warnings: [] } });
    }
    const workspace_id = await findWorkspace(store, organization_id, body?.workspace_id ?? query.workspace_id);
    const unpack = (options: UnpackOptions): Promise<void> =>
      body === undefined ? unpackTar(bytes, options) : unpackFiles(body.files, options);
    const { run, warnings } = await submitRun(services, { organization_id, workspace_id, unpack, signal });
    return { runs: [run], warnings: [...warnings] };
  },
);
