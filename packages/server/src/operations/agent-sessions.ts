import { AssayError } from '@assay/schema';
import { createAgentSession, getAgentSession, getSessionPatterns, listAgentSessions } from '@assay/schema/api';
import { joinPatterns } from '@assay/scoring';
import { handle, handleInSteps } from '../http/handle.ts';
import { Reply } from '../http/reply.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import { gradeSessionOnThread } from '../runs/grading-thread.ts';
import { add, sumWaste } from '../sessions/sum-waste.ts';
import { SUMMED_SESSIONS } from '../store/tables/received/agent-sessions.ts';
import { requireFound } from './require-found.ts';

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

export const getAgentSessionHandler = handle(
  getAgentSession,
  async ({ params: { digest }, caller: { organization_id }, services: { store } }) => ({
    ...requireFound(await store.agent_sessions.find(organization_id, digest), digest),
    report: await store.agent_sessions.findReport(organization_id, digest),
  }),
);

const MOST_PATTERNS = 50;

export const getSessionPatternsHandler = handle(
  getSessionPatterns,
  async ({ query: { workspace_id }, caller: { organization_id }, services: { store } }) => {
    requireFound(await store.workspaces.find(organization_id, workspace_id), workspace_id);
    const sessions = await store.agent_sessions.listSummed(organization_id, { workspace_id });
    const wastes = sessions.flatMap(({ waste }) => waste ?? []);
    const patterns = joinPatterns(
      // those that were never read would count as sessions without a pattern
      sessions.flatMap(({ digest, started_at, occurrences }) =>
        // an example names its session by the digest
        occurrences === null ? [] : [{ source: digest, started_at, occurrences }],
      ),
    );
    return {
      sessions: wastes.length,
      looked_back_to: sessions.at(-1)?.pushed_at ?? null,
      partial: sessions.length === SUMMED_SESSIONS,
      cost_usd: wastes.reduce((sum, { cost_usd }) => add(sum, cost_usd), null as number | null),
      wall_ms: wastes.reduce((sum, { wall_ms }) => add(sum, wall_ms), null as number | null),
      waste: sumWaste(wastes),
      patterns: patterns.slice(0, MOST_PATTERNS).map(({ examples, ...pattern }) => ({
        ...pattern,
        examples: examples.map(({ source, ref, text }) => ({ digest: source, ref, text })),
      })),
    };
  },
);

export const listAgentSessionsHandler = handle(
  listAgentSessions,
  async ({ query: { after = null, ...asked }, caller: { organization_id }, services: { store } }) => {
    requireFound(await store.workspaces.find(organization_id, asked.workspace_id), asked.workspace_id);
    const { items, next } = await store.agent_sessions.list(organization_id, { ...asked, after });
    return { items: [...items], next };
  },
);
