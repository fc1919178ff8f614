import { AssayError, toUsdMicros } from '@assay/schema';
import { createAgentSession } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';
import { gradeSessionOnThread } from '../../runs/grading-thread.ts';

export const createAgentSessionHandler = handleInSteps(
  createAgentSession,
  async ({ query, body, bytes, caller: { organization_id }, services, request: { signal }, commit }) => {
    const named = body?.workspace_id ?? query.workspace_id;
    const workspace_id = await findWorkspace(services.store, organization_id, named);
    const { digest, report } = await gradeSessionOnThread(bytes, signal);
    const { grade, entries } = report;
    return await commit(async ({ store }) => {
      const kept = await store.transaction(({ agent_sessions }) =>
        agent_sessions.keep(organization_id, {
          ...{ digest, workspace_id, report },
          agent: grade.agent,
          model: grade.model,
          session_id: grade.session_id,
          project: grade.project,
          source: grade.source,
          verification: grade.verification,
          end: grade.end,
          requests: grade.requests.length,
          findings: grade.findings.length,
          redactions: grade.redactions,
          entries: entries.length,
          cost_usd_micros: toUsdMicros(grade.cost_usd),
          wall_ms: grade.wall_ms,
          started_at: grade.started_at,
        }),
      );
      if (kept !== undefined) return kept;
      const stored = await store.agent_sessions.find(organization_id, digest);
      if (stored === undefined) throw new AssayError('internal', `The session ${digest} was not stored`);
      return new Reply({ status: 200, answer: stored });
    });
  },
);
