import { z } from 'zod';
import { Transcript } from '../../transcripts/transcript.ts';
import { WorkspaceId } from '../../values/ids.ts';
import { Count } from '../../values/units.ts';
import { exampleEntries } from '../examples/example-transcript.ts';
import { defineOperation } from '../operation.ts';
import { workspaceField } from '../runs/run-filter.ts';
import { AgentSession, exampleAgentSession } from './agent-session.ts';

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
