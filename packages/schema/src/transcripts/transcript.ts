import { z } from 'zod';
import { provenance } from '../values/score.ts';
import { Bytes, Count, DurationMs } from '../values/units.ts';

export const EntryType = z
  .enum(['assistant', 'user', 'tool_use', 'tool_result', 'system', 'error'])
  .meta({ id: 'EntryType', description: 'Source of a transcript entry.' });
export type EntryType = z.infer<typeof EntryType>;

/** One transcript entry, in the same form for every agent. */
export const TranscriptEntry = z
  .strictObject({
    id: z.string().min(1).optional(),
    type: EntryType,
    /** As the agent wrote it. A value that is not ISO 8601 makes durations unknown but is not an error. */
    at: z.union([z.string(), z.number()]).nullish(),
    tool: z.string().optional(),
    tool_id: z.string().nullish(),
    input: z.unknown().optional(),
    text: z.string().nullish(),
    is_error: z.boolean().nullish(),
    exit_code: z.int().nullish(),
    /** Tool use that started the sub-agent of this entry; absent in the main thread. */
    lane: z.string().optional(),
    /** Status of the protocol, such as an HTTP status code or ACP's `failed`. */
    status: z.union([z.int(), z.string()]).nullish(),
    /** How long the call of this result waited for the approval of a person, if the source records it. */
    waited_ms: DurationMs.nullish(),
    /** Who alone has this step. `agent`: a claim, because no model asked for it. `gateway`: the agent does not show it. */
    only_in: z.enum(['agent', 'gateway']).optional(),
  })
  .refine((entry) => entry.type !== 'tool_use' || entry.tool !== undefined, {
    path: ['tool'],
    message: 'expected the tool name of a tool_use entry, found nothing',
  })
  .meta({ id: 'TranscriptEntry', description: 'One message, tool call or tool result of a run.' });
export type TranscriptEntry = z.infer<typeof TranscriptEntry>;

export const Category = z.enum(['environment', 'service', 'agent']).meta({
  id: 'Category',
  description:
    "environment: the machine the agent works on. service: something outside it. agent: the agent's own thinking and planning.",
});
export type Category = z.infer<typeof Category>;

/** A paired, timed and classified unit of a transcript. */
export const Interaction = z
  .object({
    id: z.string(),
    kind: z.enum(['tool', 'thinking']),
    tool: z.string().optional(),
    categories: z.array(Category).min(1),
    start_at: z.string().nullable(),
    duration_ms: DurationMs.nullable(),
    is_error: z.boolean(),
    context_bytes: Bytes,
    lane: z.string().optional(),
    entry_ids: z.array(z.string()).min(1),
  })
  .meta({ id: 'Interaction', description: 'A tool call with its result, or a stretch of thinking.' });
export type Interaction = z.infer<typeof Interaction>;

export const InteractionsInput = z
  .strictObject({ entries: z.array(TranscriptEntry) })
  .meta({ id: 'InteractionsInput', description: 'The entries of a transcript, in order.' });
export type InteractionsInput = z.infer<typeof InteractionsInput>;

export const Interactions = z
  .object({ interactions: z.array(Interaction), unpaired_results: Count, ...provenance })
  .meta({
    id: 'Interactions',
    description: 'The interactions of a transcript in order, and the number of results without a call.',
  });
export type Interactions = z.infer<typeof Interactions>;

export const ClassifyInput = z
  .strictObject({ tool: z.string(), input: z.unknown().optional() })
  .meta({ id: 'ClassifyInput', description: 'A tool by its native name, and its input.' });
export type ClassifyInput = z.infer<typeof ClassifyInput>;

export const Classification = z
  .object({ categories: z.array(Category).min(1), ...provenance })
  .meta({ id: 'Classification', description: 'What a tool call interacts with.' });
export type Classification = z.infer<typeof Classification>;

/** Token counts of a run; each token counts once. */
export const Usage = z
  .object({
    /** All input: fresh, read from the cache and written to it. */
    input_tokens: Count,
    cached_input_tokens: Count,
    cache_write_input_tokens: Count,
    output_tokens: Count,
  })
  .meta({
    id: 'Usage',
    description: 'Token counts of a run. Tokens read from or written to a cache are part of the input.',
  });
export type Usage = z.infer<typeof Usage>;

export const TranscriptFormat = z
  .enum([
    'claude-session',
    'claude-stream',
    'codex-rollout',
    'codex-exec',
    'gemini-session',
    'gemini-stream',
    'acp',
    'opencode-run',
    'opencode-session',
    'qwen-session',
    'qwen-stream',
    'cursor-stream',
    'copilot-events',
    'openhands-events',
    'swe-agent',
    'mini-swe-agent',
    'inspect-log',
    'atif',
    'otlp-genai',
    'otlp-logs',
    'pi-session',
    'aider-history',
    'message-list',
    'plain',
    'built-in',
  ])
  .meta({ id: 'TranscriptFormat', description: 'The native format of a transcript.' });
export type TranscriptFormat = z.infer<typeof TranscriptFormat>;

export const TranscriptEnd = z
  .object({
    status: z.enum(['completed', 'failed', 'limit', 'denied', 'interrupted', 'unknown']),
    reason: z.string(),
  })
  .meta({
    id: 'TranscriptEnd',
    description: 'How the agent stopped: finished, failed, at a limit, with its tools denied, interrupted, or unknown.',
  });
export type TranscriptEnd = z.infer<typeof TranscriptEnd>;

export const TranscriptFact = z
  .enum(['prompts', 'answers', 'tool_inputs', 'tool_outputs', 'times', 'tokens', 'cost', 'model', 'end'])
  .meta({ id: 'TranscriptFact', description: 'Something that the source of a transcript may not contain.' });
export type TranscriptFact = z.infer<typeof TranscriptFact>;

/** A transcript in the common form, with counts of unknown and repaired records. */
export const Transcript = z
  .object({
    format: TranscriptFormat,
    agent: z.string(),
    agent_version: z.string().nullable(),
    model: z.string().nullable(),
    session_id: z.string().nullable(),
    entries: z.array(TranscriptEntry),
    interactions: z.array(Interaction),
    usage: Usage.nullable(),
    /** Set if the reported output tokens are placeholders: usage and cost are then lower bounds, and this is an estimate. */
    estimated_output_tokens: Count.optional(),
    cost_usd: z.number().min(0).nullable(),
    cost_source: z.enum(['reported', 'priced']).nullable(),
    started_at: z.string().nullable(),
    wall_ms: DurationMs.nullable(),
    end: TranscriptEnd,
    counts: z.object({ records: Count, entries: Count, unknown: Count, repaired: Count }),
    /** What the source does not contain; scores that need it are unknown, not good or bad. */
    missing: z.array(TranscriptFact).optional(),
    warnings: z.array(z.string()),
  })
  .meta({
    id: 'Transcript',
    description: 'The messages, tool calls and results of an agent, in the same form for every agent.',
  });
export type Transcript = z.infer<typeof Transcript>;
