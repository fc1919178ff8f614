import { z } from 'zod';
import { Pattern } from '../../sessions/pattern.ts';
import { WasteCause } from '../../sessions/waste.ts';
import { WorkspaceId } from '../../values/ids.ts';
import { Count, Digest, DurationMs, Instant } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleAgentSession } from './agent-session.ts';

const CauseTotal = z.object({
  cause: WasteCause,
  sessions: Count.meta({ description: 'Sessions with this cause.' }),
  cost_usd: z.number().nullable(),
  wall_ms: DurationMs.nullable(),
});

const FoundPattern = Pattern.omit({ examples: true }).extend({
  examples: z.array(z.object({ digest: Digest, ref: z.string().nullable(), text: z.string() })),
});

export const getSessionPatterns = defineOperation({
  id: 'get_session_patterns',
  method: 'get',
  path: '/v1/agent-sessions/patterns',
  tag: 'Agent sessions',
  summary: 'Find what recurs over the sessions of a workspace, and what their waste was',
  description:
    'Reads the newest sessions, up to 500; `partial` is true if there are more. Patterns are those of `assay patterns`, the costliest first, up to 50.',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId }),
  status: 200,
  answer: z.object({
    sessions: Count.meta({ description: 'Sessions whose waste is known.' }),
    looked_back_to: Instant.nullable().meta({ description: 'When the oldest of these sessions was pushed.' }),
    partial: z.boolean(),
    cost_usd: z.number().nullable(),
    wall_ms: DurationMs.nullable(),
    waste: z.array(CauseTotal).meta({ description: 'By cause, the costliest first; the work itself is included.' }),
    patterns: z.array(FoundPattern),
  }),
  example: {
    query: { workspace_id: exampleAgentSession.workspace_id },
    answer: {
      sessions: 12,
      looked_back_to: '2026-11-01T08:00:00.000Z',
      partial: false,
      cost_usd: 14.2,
      wall_ms: 5_400_000,
      waste: [
        { cause: 'request', sessions: 12, cost_usd: 11.1, wall_ms: 4_000_000 },
        { cause: 'reread', sessions: 9, cost_usd: 2.1, wall_ms: 600_000 },
      ],
      patterns: [
        {
          id: 'failing_command-3f1c',
          kind: 'failing_command',
          title: '`npm test` failed in 4 of 12 sessions',
          advice: 'Write the command that works into the instructions of the project.',
          occurrences: 9,
          sessions: 4,
          cost_usd: 0.9,
          wall_ms: 240_000,
          first_at: '2026-11-01T08:00:00.000Z',
          last_at: '2026-11-15T12:00:00.000Z',
          trend: 'rising',
          examples: [{ digest: exampleAgentSession.digest, ref: 'i14', text: 'npm test' }],
        },
      ],
    },
  },
});
