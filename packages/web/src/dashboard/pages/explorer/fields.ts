import type { RunSummary } from '@assay/schema/api';
import {
  formatCents,
  formatDuration,
  formatInstant,
  formatScore,
  formatUnitScore,
  NO_NUMBER,
} from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { CHOICES } from './choices.ts';

/** The type of a field, which decides how it is shown, filtered and exported. */
export type FieldKind = 'text' | 'choice' | 'count' | 'points' | 'share' | 'money' | 'duration' | 'instant';

/** A field of a run that can be a column, a filter or a group. */
export interface RunField {
  readonly name: Plain | 'result_reason.message';
  readonly title: string;
  readonly kind: FieldKind;
  readonly choices?: readonly string[];
}

type Value = string | number | null;

/** The fields of a run that hold a single value. */
type Plain = { [Name in keyof RunSummary]: RunSummary[Name] extends Value ? Name : never }[keyof RunSummary];

/** Every field, in column order, with the result first. */
export const FIELDS: readonly RunField[] = [
  { name: 'result', ...CHOICES.result },
  { name: 'review', title: 'To review', kind: 'count' },
  { name: 'result_reason.message', title: 'Reason', kind: 'text' },
  { name: 'run_id', title: 'Run', kind: 'text' },
  { name: 'scenario', title: 'Scenario', kind: 'text' },
  { name: 'agent_id', title: 'Agent', kind: 'text' },
  { name: 'model', title: 'Model', kind: 'text' },
  { name: 'label', title: 'Label', kind: 'text' },
  { name: 'task_id', title: 'Task', kind: 'text' },
  { name: 'status', ...CHOICES.status },
  { name: 'outcome', ...CHOICES.outcome },
  { name: 'overall', ...CHOICES.overall },
  { name: 'judge_state', ...CHOICES.judge },
  { name: 'run_verdict', title: 'Run gate', kind: 'choice', choices: ['PASS', 'FAIL'] },
  { name: 'disagreement', ...CHOICES.disagreement },
  { name: 'score', title: 'Scorecard', kind: 'points' },
  { name: 'tier', ...CHOICES.tier },
  { name: 'axis_score', title: 'AXIS', kind: 'points' },
  { name: 'composite', title: 'Composite', kind: 'share' },
  { name: 'cost_usd_micros', title: 'Cost', kind: 'money' },
  { name: 'wall_ms', title: 'Duration', kind: 'duration' },
  { name: 'attempt', title: 'Attempt', kind: 'count' },
  { name: 'problem', title: 'Problem', kind: 'text' },
  { name: 'created_at', title: 'Created', kind: 'instant' },
  { name: 'finished_at', title: 'Finished', kind: 'instant' },
];

const VERDICTS: ReadonlySet<string | null> = new Set(['PASS', 'FAIL', 'UNPARSEABLE']);

/** The usual columns, with the judge's where it was asked about any of these runs. */
export const usualColumns = (columns: readonly RunField[], runs: readonly RunSummary[]): readonly RunField[] =>
  runs.some(({ judge_state }) => VERDICTS.has(judge_state))
    ? FIELDS.filter((field) => field.name === 'judge_state' || columns.includes(field))
    : columns;

export const findField = (name: string | undefined): RunField | undefined =>
  FIELDS.find((field) => field.name === name);

/** The value of a field of a run. */
export const readValue = ({ name }: RunField, run: RunSummary): Value =>
  name === 'result_reason.message' ? (run.result_reason?.message ?? null) : run[name];

/** The text of a cell. */
export function formatCell(field: RunField, run: RunSummary): string {
  const { kind } = field;
  const value = readValue(field, run);
  if (value === null) return NO_NUMBER;
  if (typeof value === 'string') return formatText(kind, value);
  switch (kind) {
    case 'money':
      return formatCents(value / 1_000_000);
    case 'duration':
      return formatDuration(value);
    case 'share':
      return formatUnitScore(value);
    case 'text':
    case 'choice':
    case 'count':
    case 'points':
    case 'instant':
      return formatScore(value);
  }
}

function formatText(kind: FieldKind, value: string): string {
  if (kind === 'instant') return formatInstant(value);
  return kind === 'choice' ? value.replaceAll('_', ' ') : visibleLine(value);
}

/** Whether the cells are numbers, which are aligned by digits. */
export const isNumber = ({ kind }: RunField): boolean =>
  kind === 'count' || kind === 'points' || kind === 'share' || kind === 'money' || kind === 'duration';
