import type { RunScenariosOptions } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { readJudge } from './judge-option.ts';
import { readSandbox } from './options.ts';

/** Options of every command that starts runs, for `parseOptions`. */
export const RUN_OPTIONS = {
  agent: { type: 'string', multiple: true },
  repeat: { type: 'string' },
  concurrency: { type: 'string' },
  sandbox: { type: 'string' },
  judge: { type: 'string' },
  label: { type: 'string' },
  budget: { type: 'string' },
  config: { type: 'string' },
} as const;

export interface RunValues {
  readonly agent?: string[];
  readonly repeat?: string;
  readonly concurrency?: string;
  readonly sandbox?: string;
  readonly judge?: string;
  readonly label?: string;
  readonly budget?: string;
  readonly config?: string;
}

type ReadOptions = Pick<
  RunScenariosOptions,
  'agents' | 'repeat' | 'concurrency' | 'sandbox' | 'judge' | 'label' | 'budget_usd' | 'config'
>;

/** Reads and validates the values of `RUN_OPTIONS`. */
export function readRunOptions(values: RunValues): ReadOptions {
  const sandbox = readSandbox(values.sandbox);
  return {
    agents: (values.agent ?? []).flatMap((names) => names.split(',')).filter((name) => name !== ''),
    repeat: readPositive('repeat', values.repeat, 1),
    label: values.label ?? null,
    budget_usd: values.budget === undefined ? null : readPositive('budget', values.budget, 0),
    ...(values.config === undefined ? {} : { config: values.config }),
    ...(values.concurrency === undefined ? {} : { concurrency: readPositive('concurrency', values.concurrency, 1) }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(values.judge === undefined ? {} : { judge: readJudge(values.judge) }),
  };
}

/** Parses a number above 0; only the budget may have decimals. */
export function readPositive(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  const whole = name === 'budget' || Number.isInteger(value);
  if (!(value > 0 && value < 1e6 && whole))
    throw new AssayError(
      'usage',
      `expected --${name} to be a ${name === 'budget' ? '' : 'whole '}number above 0, found ${text}`,
    );
  return value;
}
