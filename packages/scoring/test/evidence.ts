import { type ChangedPath, CommandEvidence, Evidence, type FileState, ScorerSpec, type Usage } from '@assay/schema';

const DIGEST = 'a'.repeat(64);
const AT = '2026-01-02T03:04:05Z';

export const file = (content: string, state: Partial<FileState> = {}): FileState => ({
  kind: 'file',
  mode: '100644',
  oid: content,
  size_bytes: content.length,
  binary: false,
  ...state,
});

export const link = (target: string, inside: boolean): FileState =>
  file(target, { kind: 'link', mode: '120000', inside });

export const folder: FileState = file('', { kind: 'folder', mode: '040000' });

export const added = (path: string, after = file(path)): ChangedPath => ({
  path,
  change: 'added',
  before: null,
  after,
});

export const deleted = (path: string, before = file(path)): ChangedPath => ({
  path,
  change: 'deleted',
  before,
  after: null,
});

export const modified = (path: string): ChangedPath => ({
  path,
  change: 'modified',
  before: file(`${path} before`),
  after: file(`${path} after`),
});

export const ended = (end: Partial<CommandEvidence> = {}): CommandEvidence =>
  CommandEvidence.parse({
    command: 'npm test',
    exit_code: 0,
    signal: null,
    timed_out: false,
    stdout_tail: '',
    stderr_tail: '',
    duration_ms: 1200,
    ...end,
  });

const usage: Usage = {
  input_tokens: 900,
  cached_input_tokens: 100,
  cache_write_input_tokens: 0,
  output_tokens: 100,
};

/** A scorer as a person would write it, with defaults filled in. */
export const configure = (fields: object): ScorerSpec => ScorerSpec.parse(fields);

interface Parts extends Partial<Omit<Evidence, 'run' | 'task' | 'transcript'>> {
  readonly run?: Partial<Evidence['run']>;
  readonly scorers?: readonly object[];
}

/** Evidence of a completed run without changes, except for the given parts. */
export function evidenceOf({ run, scorers = [], ...parts }: Parts = {}): Evidence {
  const end = { status: 'completed', reason: 'the agent said it was done' };
  const gathered = Evidence.parse({
    run: {
      run_id: `run_${'0'.repeat(26)}`,
      task_id: `task_${'0'.repeat(26)}`,
      task_digest: DIGEST,
      scenario: 'add-validation',
      workspace_id: null,
      agent_id: 'nop',
      agent_type: 'nop',
      agent_version: null,
      model: null,
      harness_version: '0.1.0',
      sandbox: 'bwrap',
      isolated: true,
      history: 'fresh',
      repeat: 1,
      label: null,
      invocation: null,
      tries: 1,
      started_at: AT,
      ended_at: AT,
      outcome: 'COMPLETED',
      failure: null,
      end,
      stages: [],
      turns: 1,
      wall_ms: 60_000,
      resources: null,
      usage,
      cost_usd_micros: null,
      cost_source: null,
      timestamps: null,
      ...run,
    },
    task: {
      task_id: `task_${'0'.repeat(26)}`,
      scenario_id: null,
      seeded_at: AT,
      scenario: { name: 'add-validation', user_instruction: 'Validate.', workspace_seed: 'empty', scorers },
      task_digest: DIGEST,
      scorers_digest: DIGEST,
      rubric_digest: DIGEST,
      seed_digest: DIGEST,
    },
    transcript: {
      format: 'claude-stream',
      agent: 'claude-code',
      agent_version: null,
      model: null,
      session_id: null,
      usage: null,
      cost_usd: null,
      cost_source: null,
      started_at: null,
      wall_ms: null,
      end,
      counts: { records: 0, entries: 0, unknown: 0, repaired: 0 },
      warnings: [],
    },
    baseline_tree: 'b'.repeat(40),
    final_tree: 'c'.repeat(40),
    turn_trees: [],
    changed_paths: [],
    ignored_changes: { count: 0, top_dirs: [] },
    watched_paths: {},
    diff_digest: null,
    commands: {},
    warnings: [],
  });
  // not parsed again: a test may remove what a stored file could lack
  return { ...gathered, ...parts };
}
