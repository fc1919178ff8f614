import { z } from 'zod';
import { ReportedRun } from '../results/graded-transcript.ts';
import { Pattern } from '../sessions/pattern.ts';
import { RequestEnd, Verification } from '../sessions/request.ts';
import { WasteCause } from '../sessions/waste.ts';
import { Transcript } from '../transcripts/transcript.ts';
import { WorkspaceId } from '../values/ids.ts';
import { Count, Digest, DurationMs, Instant, UsdMicros } from '../values/units.ts';
import { exampleEntries } from './examples.ts';
import { defineOperation } from './operation.ts';
import { pageFields, pageSchema } from './page.ts';
import { workspaceField } from './runs.ts';
import { exampleWorkspace } from './settings.ts';

/** A session of an agent as lists show it. */
export const AgentSession = z
  .object({
    digest: Digest.meta({ description: 'Identifies the session by its content as it was sent.' }),
    workspace_id: WorkspaceId,
    agent: z.string(),
    model: z.string().nullable(),
    session_id: z.string().nullable().meta({ description: 'As the agent names it; null if unknown.' }),
    project: z.string().nullable(),
    source: z.string().meta({ description: 'The file it was read from, on the machine of the sender.' }),
    verification: Verification,
    end: RequestEnd,
    requests: Count,
    findings: Count,
    redactions: Count.meta({ description: 'Secrets that were replaced before it was stored.' }),
    cost_usd_micros: UsdMicros.nullable(),
    wall_ms: DurationMs.nullable(),
    started_at: z.string().nullable(),
    pushed_at: Instant,
  })
  .meta({ id: 'AgentSession', description: 'A session of an agent as lists show it.' });
export type AgentSession = z.infer<typeof AgentSession>;

/** A session with its grade and transcript. */
export const StoredAgentSession = AgentSession.extend({
  report: ReportedRun.nullable().meta({ description: 'Null after the retention period of the workspace.' }),
}).meta({ id: 'StoredAgentSession', description: 'A session of an agent with its grade and transcript.' });
export type StoredAgentSession = z.infer<typeof StoredAgentSession>;

/** Example for the API reference. */
export const exampleAgentSession = {
  digest: '5d1f0a3c9be24ad1f0c7a6b8e2d94f7316c08a5be9d47f2013ab6c58d7e90f42',
  workspace_id: exampleWorkspace.workspace_id,
  agent: 'claude-code',
  model: 'claude-opus-5-5',
  session_id: '0f8a2c1e-6a0b-4a57-9f0e-1d2c3b4a5f60',
  project: '/home/ann/shop',
  source: '/home/ann/.claude/projects/shop/0f8a2c1e.jsonl',
  verification: 'verified',
  end: 'finished',
  requests: 1,
  findings: 0,
  redactions: 1,
  cost_usd_micros: 41_200,
  wall_ms: 81_010,
  started_at: '2026-11-15T12:00:01.790Z',
  pushed_at: '2026-11-15T12:05:00.000Z',
};

/** A session as it is sent. */
export const SentAgentSession = z
  .strictObject({
    workspace_id: WorkspaceId.optional(),
    source: z.string().min(1).max(4_096),
    redactions: Count.default(0).meta({ description: 'Secrets that the sender replaced.' }),
    transcript: Transcript,
  })
  .meta({ id: 'SentAgentSession', description: 'The transcript of a session in the common form.' });
export type SentAgentSession = z.infer<typeof SentAgentSession>;

const { agent, model, session_id, source, started_at, wall_ms } = exampleAgentSession;

export const createAgentSession = defineOperation({
  id: 'create_agent_session',
  method: 'post',
  path: '/v1/agent-sessions',
  tag: 'Agent sessions',
  summary: 'Upload a session of an agent to grade',
  description:
    'Send the transcript in the common form of `assay transcript`, as JSON, plain or compressed with gzip. The server grades it with the code of `assay grade` and redacts the secrets that are left. A session is stored once: the same content is answered with 200 and the stored session. A longer version of a session replaces the shorter one in lists.',
  scope: 'write',
  query: z.strictObject({ ...workspaceField }),
  body: SentAgentSession,
  consumes: ['application/gzip'],
  max_body_bytes: 64 * 1024 * 1024,
  status: 201,
  answer: AgentSession,
  example: {
    body: {
      source,
      redactions: 1,
      transcript: {
        format: 'claude-session',
        agent,
        agent_version: '2.1.325',
        model,
        session_id,
        entries: exampleEntries,
        interactions: [],
        usage: null,
        cost_usd: 0.0412,
        cost_source: 'reported',
        started_at,
        wall_ms,
        end: { status: 'completed', reason: 'the agent finished its turn' },
        counts: { records: 12, entries: exampleEntries.length, unknown: 0, repaired: 0 },
        warnings: [],
      },
    },
    answer: exampleAgentSession,
  },
});

export const getAgentSession = defineOperation({
  id: 'get_agent_session',
  method: 'get',
  path: '/v1/agent-sessions/{digest}',
  tag: 'Agent sessions',
  summary: 'Read a session with its grade and transcript',
  scope: 'read',
  params: z.object({ digest: Digest }),
  status: 200,
  answer: StoredAgentSession,
  example: {
    params: { digest: exampleAgentSession.digest },
    answer: { ...exampleAgentSession, report: null },
  },
});

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

/** The columns that sort the list. Unknown values are the lowest. */
export const SessionColumn = z.enum(['started_at', 'pushed_at', 'cost_usd_micros', 'wall_ms', 'findings']);
export type SessionColumn = z.infer<typeof SessionColumn>;

export const listAgentSessions = defineOperation({
  id: 'list_agent_sessions',
  method: 'get',
  path: '/v1/agent-sessions',
  tag: 'Agent sessions',
  summary: 'List the sessions of a workspace; by default the last pushed first',
  scope: 'read',
  query: z.strictObject({
    workspace_id: WorkspaceId,
    sort: SessionColumn.default('pushed_at'),
    order: z.enum(['asc', 'desc']).default('desc'),
    ...pageFields,
  }),
  status: 200,
  answer: pageSchema(AgentSession),
  example: {
    query: { workspace_id: exampleAgentSession.workspace_id },
    answer: { items: [exampleAgentSession], next: null },
  },
});
