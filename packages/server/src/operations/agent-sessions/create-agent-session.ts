import { AssayError } from '@assay/schema';
import { createAgentSession } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';
import { gradeSessionOnThread } from '../../runs/grading-thread.ts';

export const createAgentSessionHandler = handleInSteps(
  createAgentSession,
  async ({ query, body, sent, caller: { organization_id }, services, request: { signal }, commit }) => {
    const named = body?.workspace_id ?? query.workspace_id;
    const workspace_id = await findWorkspace(services.store, organization_id, named);
    const session = await gradeSessionOnThread(organization_id, { kind: 'session', sent }, signal);
    return await commit(async ({ store }) => {
      const kept = await store.transaction((tables) =>
        tables.agent_sessions.keep(organization_id, { ...session, workspace_id }),
      );
      if (kept !== undefined) return kept;
      const stored = await store.agent_sessions.find(organization_id, session.digest);
      if (stored === undefined) throw new AssayError('internal', `The session ${session.digest} was not stored`);
      return new Reply({ status: 200, answer: stored });
    });
  },
  { omit: ['transcript'] },
);
