import type { RunComparisonOptions } from '@assay/harness';
import { AssayError, type Thresholds } from '@assay/schema';
import { COMMENT_OPTIONS } from '../../comment/comment-after.ts';
import { PUSH_OPTIONS, wantsPush } from '../../push/push-after.ts';
import { parseOptions } from '../../terminal/options.ts';
import { RUN_OPTIONS, type RunValues, readRunOptions } from '../../terminal/run-options.ts';
import { readThresholds, THRESHOLD_OPTIONS } from './read-thresholds.ts';

const FORMATS = ['text', 'markdown', 'junit', 'json'] as const;
export type Format = (typeof FORMATS)[number];

type Making = Omit<
  RunComparisonOptions,
  'folder' | 'host' | 'harness_version' | 'events' | 'signal' | 'baseline' | 'candidate' | 'onLook'
>;

/** What to compare: stored runs, two configurations, two agents, or a matrix. */
export type Compared =
  | { readonly kind: 'runs'; readonly baseline: string; readonly candidate: string }
  | ({ readonly kind: 'configurations'; readonly baseline: string; readonly candidate: string } & Making)
  | ({ readonly kind: 'agents' } & Making)
  | ({
      readonly kind: 'matrix';
      readonly configurations: readonly string[];
      readonly models: readonly string[];
    } & Making);

export interface CompareOptions {
  readonly compared: Compared;
  readonly thresholds: Partial<Thresholds>;
  readonly format: Format;
  readonly html: string | undefined;
  readonly push: boolean;
  readonly comment: boolean;
}

// two say little, and with one the rule mistakes noise for a regression
const REPEATS = '3';
const ROUNDS = '10';

/** Parses and validates the options of `assay compare`. */
export function readCompareOptions(args: readonly string[]): CompareOptions {
  const { values, positionals } = parseOptions(args, {
    ...RUN_OPTIONS,
    baseline: { type: 'string' },
    against: { type: 'string' },
    candidate: { type: 'string', multiple: true },
    'skill-on-off': { type: 'string' },
    matrix: { type: 'boolean' },
    model: { type: 'string', multiple: true },
    sequential: { type: 'boolean' },
    'max-rounds': { type: 'string' },
    seed: { type: 'string' },
    prove: { type: 'boolean' },
    'no-prove': { type: 'boolean' },
    'no-confirm': { type: 'boolean' },
    ...THRESHOLD_OPTIONS,
    format: { type: 'string' },
    html: { type: 'string' },
    json: { type: 'boolean' },
    ...PUSH_OPTIONS,
    ...COMMENT_OPTIONS,
  });
  const format = readFormat(values.json === true ? 'json' : values.format);
  if (
    values.matrix === true &&
    (values.html !== undefined || values.comment === true || (format !== 'text' && format !== 'json'))
  )
    throw new AssayError(
      'usage',
      '--matrix supports --format text or json only, without --comment; each comparison of the matrix is stored under its id',
    );
  return {
    compared: readCompared(values, positionals),
    thresholds: readThresholds(values),
    format,
    html: values.html,
    push: wantsPush(values),
    comment: values.comment ?? false,
  };
}

interface Values extends RunValues {
  readonly baseline?: string;
  readonly against?: string;
  readonly candidate?: string[];
  readonly 'skill-on-off'?: string;
  readonly matrix?: boolean;
  readonly model?: string[];
  readonly sequential?: boolean;
  readonly 'max-rounds'?: string;
  readonly seed?: string;
  readonly prove?: boolean;
  readonly 'no-prove'?: boolean;
  readonly 'no-confirm'?: boolean;
}

function readCompared(values: Values, positionals: readonly string[]): Compared {
  if (values.against !== undefined) return readAgents(values, { against: values.against, scenarios: positionals });
  const { baseline, candidate = [], matrix, 'skill-on-off': skill, model = [] } = values;
  if (baseline === undefined && candidate.length === 0 && skill === undefined && matrix !== true)
    return readStored(values, positionals);
  const making = { scenarios: positionals, ...readMaking(values) };
  if (matrix === true) {
    if (making.sequential) throw new AssayError('usage', '--matrix and --sequential cannot be combined');
    const models = model.flatMap((names) => names.split(',')).filter((name) => name !== '');
    return {
      kind: 'matrix',
      configurations: [...(baseline === undefined ? [] : [baseline]), ...candidate],
      models,
      ...making,
    };
  }
  if (model.length > 0) throw new AssayError('usage', '--model requires --matrix');
  if (candidate.length > 1)
    throw new AssayError('usage', 'expected one --candidate, found several; use --matrix for several');
  const [after = 'HEAD'] = candidate;
  if (skill !== undefined) {
    if (baseline !== undefined)
      throw new AssayError(
        'usage',
        '--skill-on-off and --baseline cannot be combined: the baseline is the candidate without the skill',
      );
    return { kind: 'configurations', baseline: after, candidate: after, ...making, skill };
  }
  if (baseline === undefined)
    throw new AssayError('usage', '--baseline is missing: give the git ref or folder to compare the candidate with');
  return { kind: 'configurations', baseline, candidate: after, ...making };
}

function readAgents(
  values: Values,
  { against, scenarios }: { readonly against: string; readonly scenarios: readonly string[] },
): Compared {
  const making = readMaking(values);
  const other = (
    ['baseline', 'candidate', 'skill-on-off', 'matrix', 'model', 'sequential', 'max-rounds'] as const
  ).filter((name) => values[name] !== undefined);
  if (other.length > 0) throw new AssayError('usage', `--against and --${other.join(', --')} cannot be combined`);
  if (making.agents.length !== 1 || against.includes(','))
    throw new AssayError('usage', '--against compares two agents: name one with --agent and the other with --against');
  return { kind: 'agents', ...making, scenarios, agents: [against, ...making.agents] };
}

function readStored(values: Values, [baseline, candidate, ...others]: readonly string[]): Compared {
  if (baseline === undefined || candidate === undefined || others.length > 0)
    throw new AssayError(
      'usage',
      'expected two sets of runs to compare, or --baseline REF and --candidate REF to run both',
    );
  const making = (['agent', 'repeat', 'sequential', 'max-rounds', 'budget', 'model', 'no-confirm'] as const).filter(
    (name) => values[name] !== undefined,
  );
  if (making.length > 0)
    throw new AssayError(
      'usage',
      `--${making.join(', --')} requires --baseline and --candidate: comparing stored runs starts none`,
    );
  return { kind: 'runs', baseline, candidate };
}

/** Options for the runs of a comparison. */
export function readMaking(values: Values): Omit<Making, 'scenarios'> {
  const { 'max-rounds': rounds } = values;
  const sequential = values.sequential === true || rounds !== undefined;
  if (sequential && values.repeat !== undefined)
    throw new AssayError('usage', '--repeat and --sequential cannot be combined; use --max-rounds');
  if (values.prove && values['no-prove']) throw new AssayError('usage', '--prove and --no-prove cannot be combined');
  const { label: _, ...run } = readRunOptions({
    ...values,
    repeat: sequential ? (rounds ?? ROUNDS) : (values.repeat ?? REPEATS),
  });
  return {
    ...run,
    sequential,
    confirm: values['no-confirm'] !== true,
    prove: values['no-prove'] ? 'never' : values.prove ? 'again' : 'once',
    ...(values.seed === undefined ? {} : { seed: values.seed }),
  };
}

function readFormat(text = 'text'): Format {
  const format = FORMATS.find((known) => known === text);
  if (format === undefined)
    throw new AssayError('usage', `expected --format to be one of ${FORMATS.join(', ')}, found ${text}`);
  return format;
}
