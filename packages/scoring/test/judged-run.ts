import type { JudgeCall, ScorerResult, TranscriptEntry } from '@assay/schema';
import { measureEntry, pairInteractions } from '../src/interactions/pair-interactions.ts';
import type { JudgedRun, JudgedTask } from '../src/judging/text/judged-run.ts';

/** A result of a scorer. */
export const resultOf = (fields: Partial<ScorerResult> & Pick<ScorerResult, 'type' | 'verdict'>): ScorerResult =>
  ({
    name: fields.type,
    required: true,
    score: fields.verdict === 'PASS' ? 1 : fields.verdict === 'FAIL' ? 0 : null,
    reason: 'as found',
    findings: [],
    findings_omitted: 0,
    duration_ms: 0,
    ...fields,
  }) as ScorerResult;

/** A patch of one file, as git writes it. */
export const patchOf = (path: string, lines: readonly string[]): string =>
  [
    `diff --git a/${path} b/${path}`,
    'index 1111111..2222222 100644',
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -1,${countSide(lines, '-')} +1,${countSide(lines, '+')} @@`,
    ...lines,
    '',
  ].join('\n');

const countSide = (lines: readonly string[], mark: '-' | '+'): number =>
  lines.filter((line) => line.startsWith(mark) || line.startsWith(' ')).length;

/** A shell call and its result. */
export const shell = (command: string, text: string, exit_code = 0): TranscriptEntry[] => [
  { type: 'tool_use', tool: 'Bash', tool_id: command, input: { command } },
  { type: 'tool_result', tool_id: command, text, exit_code },
];

interface Parts extends Partial<Omit<JudgedRun, 'task'>> {
  readonly task?: Partial<JudgedTask>;
}

/** A run without changes or messages, except for the given parts. */
export function runOf({ task, entries = [], ...parts }: Parts = {}): JudgedRun {
  return {
    task: {
      instruction: 'Add a validator for e-mail addresses. Do not modify the tests.',
      instruction_from: 'scenario',
      turns: [],
      expected_outcome: 'completion',
      tracked_constraints: [],
      rubric: [],
      notes: [],
      ...task,
    },
    entries,
    interactions: pairInteractions(entries.map((entry, index) => measureEntry(entry, index))).interactions,
    diff: '',
    changed_paths: [],
    test_paths: [],
    results: [],
    commands: {},
    claims: [],
    identity: { agents: [], models: [] },
    ...parts,
  };
}

/** One answer of a judge. */
export const callOf = (reply: string, fields: Partial<JudgeCall> = {}): JudgeCall => ({
  judgment_id: `jdg_${'0'.repeat(26)}` as JudgeCall['judgment_id'],
  purpose: 'run',
  batch: 0,
  sample: 0,
  member: 0,
  judge: 'replay',
  backend: 'replay',
  model_asked: 'made-1',
  model: 'made-1-2026',
  criteria: 'run@1',
  criteria_digest: 'a'.repeat(64),
  prompt_digest: 'b'.repeat(64),
  status: 'answered',
  obstacle: null,
  detail: null,
  reply,
  repaired: false,
  tries: 1,
  cached: false,
  usage: { input_tokens: 1000, cached_input_tokens: 400, cache_write_input_tokens: 0, output_tokens: 200 },
  cost_usd_micros: 1500,
  latency_ms: 900,
  judged_at: '2026-01-02T03:04:05Z',
  ...fields,
});

/** The fields of a reply that says PASS. */
export const passing = {
  verdict: 'PASS',
  task_completion: 5,
  instruction_adherence: 5,
  efficiency: 4,
  failure_mode: null,
  secondary_failure_modes: [],
  fault_side: null,
  reasoning: 'The validator is there and its test passes, S1.',
  fact_checks: [],
  rubric: [],
};
