import { z } from 'zod';
import { ReportedRun } from '../../results/graded-transcript.ts';
import { RequestEnd, Verification } from '../../sessions/request.ts';
import { WorkspaceId } from '../../values/ids.ts';
import { Count, Digest, DurationMs, Instant, UsdMicros } from '../../values/units.ts';
import { exampleWorkspace } from '../settings/workspace.ts';

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
