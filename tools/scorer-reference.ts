import { SCORER_CONFIGS, type ScorerType } from '@assay/schema';
import { SCORERS, type Scorer } from '@assay/scoring';
import { z } from 'zod';

/** Every type of scorer: what it checks, whether it is required by default, its fields and the evidence it reads. */
export function renderScorers(): string {
  return `# Scorers

Values of \`type\` for scorers in a [scenario](../scenarios.md#scorers) and in \`--scorers\` of [\`assay check\`](../check.md). Every scorer also has a \`name\`. Set \`required\` to override the default in the last column.

| Type | What it checks | Fields | Required by default |
|---|---|---|---|
${SCORERS.map(renderRow).join('\n')}

${SCORERS.map(renderScorer).join('\n')}`;
}

/** The part of a JSON Schema that describes one field. */
interface Field {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Field;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

interface Fields {
  readonly description?: string;
  readonly properties: Readonly<Record<string, Field>>;
  readonly required: readonly string[];
}

const COMMON: ReadonlySet<string> = new Set(['name', 'type', 'required']);

const scorerFields = (type: ScorerType): Fields =>
  z.toJSONSchema(SCORER_CONFIGS[type], { io: 'input' }) as unknown as Fields;

const ownFields = ({ properties }: Fields): [string, Field][] =>
  Object.entries(properties).filter(([name]) => !COMMON.has(name));

function renderRow({ type, required_by_default, may_gate }: Scorer<ScorerType>): string {
  const fields = scorerFields(type);
  const names = ownFields(fields).map(([name]) => `\`${name}\``);
  const required = may_gate ? (required_by_default ? 'yes' : 'no') : 'never';
  return `| [\`${type}\`](#${type}) | ${fields.description} | ${names.join(', ') || 'none'} | ${required} |`;
}

function renderScorer({ type, title, description, requires }: Scorer<ScorerType>): string {
  const fields = scorerFields(type);
  const rows = ownFields(fields).map(([name, field]) => renderField(name, field, fields.required.includes(name)));
  const table = `\n| Field | Default | Value |\n|---|---|---|\n${rows.join('\n')}\n`;
  const evidence = requires.map((key) => `\`${key}\``).join(', ');
  return `## ${type}

**${title}.** ${description} Reads ${evidence === '' ? 'no evidence' : evidence}.
${rows.length === 0 ? '' : table}`;
}

function renderField(name: string, field: Field, required: boolean): string {
  const fallback = field.default === undefined ? 'not set' : `\`${JSON.stringify(field.default)}\``;
  const sentence = field.description === undefined ? '' : `. ${field.description}`;
  return `| \`${name}\` | ${required ? 'required' : fallback} | ${describeKind(field)}${sentence} |`;
}

function describeKind(field: Field): string {
  if (field.enum !== undefined) return field.enum.map((value) => `\`${value}\``).join(', ');
  const items =
    field.items === undefined ? '' : ` of ${field.items.type}s${(field.minItems ?? 0) > 0 ? ', at least one' : ''}`;
  return `${field.type === 'array' ? 'list' : field.type}${items}${describeRange(field)}`;
}

// larger bounds come from the number format, not from a decision
const isChosen = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function describeRange({ minimum, exclusiveMinimum, maximum }: Field): string {
  const above = isChosen(exclusiveMinimum) ? ` above ${exclusiveMinimum}` : '';
  if (isChosen(minimum)) return ` ${isChosen(maximum) ? `from ${minimum} to ${maximum}` : `from ${minimum}`}`;
  return `${above}${isChosen(maximum) ? ` up to ${maximum}` : ''}`;
}
