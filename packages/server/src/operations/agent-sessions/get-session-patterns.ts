import { getSessionPatterns } from '@assay/schema/api';
import { joinPatterns } from '@assay/scoring';
import { handle } from '../../http/handle.ts';
import { add, sumWaste } from '../../sessions/sum-waste.ts';
import { SUMMED_SESSIONS } from '../../store/tables/received/agent-sessions.ts';
import { requireFound } from '../require-found.ts';

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
