import { createHash, randomUUID } from 'node:crypto';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A session as clients send it; each call is another session. */
export function buildSession(text = 'Fix the rounding.', session_id: string = randomUUID()) {
  const entries = [
    { id: 'e1', type: 'user', at: '2026-11-15T12:00:00.000Z', text },
    { id: 'e2', type: 'assistant', at: '2026-11-15T12:00:05.000Z', text: 'Done.' },
  ];
  return {
    source: `/home/ann/${session_id}.jsonl`,
    redactions: 0,
    transcript: {
      format: 'claude-session',
      agent: 'claude-code',
      agent_version: null,
      model: 'claude-opus-5-5',
      session_id,
      entries,
      interactions: [],
      usage: null,
      cost_usd: 0.5,
      cost_source: 'reported',
      started_at: '2026-11-15T12:00:00.000Z',
      wall_ms: 5_000,
      end: { status: 'completed', reason: 'the agent finished its turn' },
      counts: { records: 2, entries: 2, unknown: 0, repaired: 0 },
      warnings: [],
    },
  };
}

/** A check as clients send it. */
export const buildCheck = (branch = 'fix') => ({
  change: { repository: 'acme/shop', branch, commit: null, pull_request: null },
  report: {
    overall: 'PASS',
    mean_score: null,
    mean_required: null,
    scored: '0 of 0',
    results: [],
    grades: { blocks: 0, review: 0, note: 0 },
    base: 'main',
    head: randomUUID(),
    changed_files: 1,
    warnings: [],
  },
});

/** A proof as clients send it. */
export const buildProof = (scenario = 'rounding') => ({
  scenario,
  proof: {
    task_digest: digest(randomUUID()),
    harness_version: '0.1.0',
    proved_at: '2026-11-15T12:00:00.000Z',
    proven: true,
    tried: true,
    reason: null,
    trials: [],
  },
});
